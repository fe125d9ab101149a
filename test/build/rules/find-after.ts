/** Runs one rule over the fixture catalogue after an edit. */
import type { ExecutionContext } from 'ava';
import type { Finding } from '../../../build/findings.ts';
import type { Rule } from '../../../build/rules/rule.ts';
import { type ContentFolder, copyContent, loadFixture } from '../../helpers/content.ts';

type Edit = (folder: ContentFolder) => Promise<void>;

/** What a rule finds once the edits are made, one after the other. */
export async function findAfter(
  t: ExecutionContext,
  rule: Rule,
  ...edits: readonly Edit[]
): Promise<readonly Finding[]> {
  const folder = await copyContent(t);
  for (const edit of edits) await edit(folder);
  return rule(await folder.load());
}

/** What a rule finds in the fixture catalogue as it is: nothing. */
export async function findInFixture(rule: Rule): Promise<readonly Finding[]> {
  return rule(await loadFixture());
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
