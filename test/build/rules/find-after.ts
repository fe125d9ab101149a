/** Runs one rule over the fixture catalogue after an edit. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ExecutionContext } from 'ava';
import { createUnitKeys } from '../../../build/cache/unit-key.ts';
import { checkContent, findFaults } from '../../../build/check-content.ts';
import { ContentError, type Finding } from '../../../build/findings/finding.ts';
import { loadDraft } from '../../../build/load/load-draft.ts';
import { openSource, type SourceUnit } from '../../../build/load/open-source.ts';
import type { Rule } from '../../../build/rules/rule.ts';
import {
  baseUrl,
  type ContentFolder,
  copyContent,
  fixtureContent,
  outlinesOf,
} from '../../helpers/content.ts';

type Edit = (folder: ContentFolder) => Promise<void>;

/** What a rule finds once the edits are made, one after the other, with its places. */
export async function findAfter(
  t: ExecutionContext,
  rule: Rule,
  ...edits: readonly Edit[]
): Promise<readonly Finding[]> {
  return (await findAllAfter(t, ...edits)).filter((finding) => finding.rule === rule.id);
}

/** What all rules find once the edits are made, with its places. */
export async function findAllAfter(
  t: ExecutionContext,
  ...edits: readonly Edit[]
): Promise<readonly Finding[]> {
  const folder = await copyContent(t);
  for (const edit of edits) await edit(folder);
  return findKnowing(await fixtureOutlines, folder.path);
}

/**
 * What the compiler tells of a folder when it knows the fixture already. It looks at what was edited
 * only and reads all where it finds anything, so where it finds nothing, all is read here.
 */
async function findKnowing(
  outlines: ReadonlyMap<string, string>,
  folder: string,
): Promise<readonly Finding[]> {
  const source = await openSource(folder);
  const keyOf = createUnitKeys(source, { baseUrl });
  const cleanOutline = (unit: SourceUnit) => outlines.get(keyOf(unit));
  try {
    await checkContent(source, { strict: true, cleanOutline });
  } catch (error) {
    if (error instanceof ContentError) return error.findings;
    throw error;
  }
  return findFaults(folder, await loadDraft(folder));
}

const fixtureOutlines = openSource(fixtureContent).then(async (source) => {
  const keyOf = createUnitKeys(source, { baseUrl });
  return new Map((await outlinesOf(source)).map(([unit, outline]) => [keyOf(unit), outline]));
});

/** What all rules find in the fixture catalogue as it is; nobody writes to it, so that once is enough. */
let inFixture: Promise<readonly Finding[]> | undefined;

/** What a rule finds in the fixture catalogue as it is: nothing. */
export async function findInFixture(rule: Rule): Promise<readonly Finding[]> {
  inFixture ??= loadDraft(fixtureContent).then((draft) => findFaults(fixtureContent, draft));
  return (await inFixture).filter((finding) => finding.rule === rule.id);
}

/** A finding as `file:line:column message`, with what was probably meant in brackets. */
export function inShort({ file, line, column, message, suggestion }: Finding): string {
  const place = [file, line, column].filter((part) => part !== undefined).join(':');
  return `${place} ${message}${suggestion === undefined ? '' : ` [${suggestion}]`}`;
}

/** An edit that replaces text in a file. */
export function replacing(file: string, from: string, to: string): Edit {
  return (folder) => folder.replace(file, from, to);
}

/** An edit that adds text at the end of a file. */
export function appending(file: string, text: string): Edit {
  return (folder) => folder.append(file, text);
}

/** An edit that removes a file. */
export function removing(file: string): Edit {
  return (folder) => folder.remove(file);
}

/** An edit that writes a whole file. */
export function writing(file: string, text: string): Edit {
  return (folder) => folder.write(file, text);
}

/** An edit of a file's text, to bytes where another encoding is wanted. */
export function rewriting(file: string, edit: (text: string) => string | Buffer): Edit {
  return async ({ path }) => {
    const text = await readFile(join(path, file), 'utf8');
    await writeFile(join(path, file), edit(text));
  };
}
