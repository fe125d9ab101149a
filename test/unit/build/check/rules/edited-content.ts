/** Functions that edit the fixture content, and functions that return what the compiler finds in the edited content. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fastGlob from 'fast-glob';
import type { Finding } from '../../../../../build/content/findings/finding.ts';
import { findingsIn, fixtureContent } from '../../../../helpers/content.ts';
import { locatedStock } from '../../../../helpers/located-stock.ts';

/** Path in the content folder → bytes of the file, for every file. */
type Files = Map<string, Buffer>;

/** A change of one file of a content folder in memory; `withEdits` then writes the changed files. */
export interface Edit {
  readonly file: string;
  readonly apply: (files: Files) => void;
}

/**
 * Returns an edit that replaces the text of a file by the result of `change`: a text, which is written as UTF-8, or
 * bytes for another encoding. The edit throws if the file is missing.
 */
export function rewrite(file: string, change: (text: string) => string | Buffer): Edit {
  const apply = (files: Files) =>
    void files.set(file, Buffer.from(change(String(bytesOf(files, file)))));
  return { file, apply };
}

/** Returns an edit that replaces the first occurrence of a text. The edit throws if the file does not contain it. */
export function replace(file: string, from: string, to: string): Edit {
  return rewrite(file, (text) => {
    if (!text.includes(from)) throw new Error(`${file} does not contain ${from}`);
    return text.replace(from, () => to);
  });
}

/** Returns an edit that replaces the rows of a table that match `pattern`, by default by nothing. */
export function replaceRows(file: string, pattern: RegExp, to = ''): Edit {
  return rewrite(file, (text) => text.replace(new RegExp(pattern, 'gm'), to));
}

/** Returns an edit that adds rows, or the end of a text, to a file. */
export function append(file: string, ...rows: readonly string[]): Edit {
  return rewrite(file, (before) => before + rows.map((row) => `${row}\n`).join(''));
}

/** Returns an edit of a JSON file, which is then written with indentation. */
export function rewriteJson(file: string, change: (json: never) => object): Edit {
  return rewrite(file, (text) => JSON.stringify(change(JSON.parse(text) as never), undefined, 2));
}

/** Returns an edit that removes a file. */
export function remove(file: string): Edit {
  return { file, apply: (files) => void files.delete(file) };
}

/** Returns an edit that copies a file to the path `to`, as JSON with `members` if they are given. */
export function copy(file: string, to: string, members?: object): Edit {
  const apply = (files: Files) => {
    const bytes = bytesOf(files, file);
    const json = members && { ...JSON.parse(String(bytes)), ...members };
    files.set(to, json === undefined ? bytes : Buffer.from(JSON.stringify(json, undefined, 2)));
  };
  return { file: to, apply };
}

/** Returns edits that move a file to another path. */
export function rename(from: string, to: string): readonly Edit[] {
  return [copy(from, to), remove(from)];
}

/** Returns an edit that writes a whole file, empty by default. */
export function write(file: string, content: string | Buffer = ''): Edit {
  return { file, apply: (files) => void files.set(file, Buffer.from(content as string)) };
}

/** Edits that add stock by location, part ids and GTINs. */
export const located: readonly Edit[] = Object.entries(locatedStock).map(([path, text]) =>
  write(path, text),
);

function bytesOf(files: Files, file: string): Buffer {
  const bytes = files.get(file);
  if (bytes === undefined) throw new Error(`the fixture content has no ${file}`);
  return bytes;
}

const fixture: Files = new Map(
  fastGlob
    .sync('**', { cwd: fixtureContent })
    .map((file) => [file, readFileSync(join(fixtureContent, file))]),
);

/** The day on which content is checked; rules about dates use it as today. */
export const checkedDay = '2026-12-01';

/** The folder of edited content. Between calls of `withEdits` it has the files of the fixture. */
let folder: string | undefined;
let isChecking = false;

/**
 * Returns what all rules find in the fixture content after `edits`, in the order of a build's report. Call it only in
 * tests declared with `test.serial`, because all calls share one folder.
 */
export function findingsAfter(...edits: readonly Edit[]): Promise<readonly Finding[]> {
  return withEdits(edits, (path) => findingsIn(path, checkedDay));
}

/**
 * Calls `use` with the path of a folder that has the fixture content after `edits`, and returns the result of `use`.
 * Throws if an earlier call has not ended: call it only in tests declared with `test.serial`.
 */
export async function withEdits<Result>(
  edits: readonly Edit[],
  use: (path: string) => Promise<Result>,
): Promise<Result> {
  if (isChecking) throw new Error('another test edits the content; declare both with test.serial');
  const edited = new Map(fixture);
  for (const { apply } of edits) apply(edited);
  isChecking = true;
  folder ??= makeFolder();
  writeChanges(folder, fixture, edited);
  try {
    return await use(folder);
  } finally {
    writeChanges(folder, edited, fixture);
    isChecking = false;
  }
}

function makeFolder(): string {
  const path = mkdtempSync(join(tmpdir(), 'catalogue-rules-'));
  process.once('exit', () => rmSync(path, { recursive: true, force: true }));
  writeChanges(path, new Map(), fixture);
  return path;
}

function writeChanges(path: string, from: Files, to: Files): void {
  // Changed files are removed first: on ext4, truncating a file that was just written waits for the disk.
  for (const [file, bytes] of from) if (to.get(file) !== bytes) rmSync(join(path, file));
  for (const [file, bytes] of to) {
    if (from.get(file) === bytes) continue;
    mkdirSync(dirname(join(path, file)), { recursive: true });
    writeFileSync(join(path, file), bytes);
  }
}
