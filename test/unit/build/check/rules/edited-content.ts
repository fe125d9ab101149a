/** Functions that edit the fixture content, and functions that return what the compiler finds in the edited content. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fastGlob from 'fast-glob';
import type { Finding } from '../../../../../build/content/findings/finding.ts';
import { findingsIn, fixtureContent } from '../../../../helpers/content.ts';

/** Path in the content folder → bytes of the file, for every file. */
type Files = Map<string, Buffer>;

/** A function that changes the files of a content folder in memory; `withEdits` then writes the changed files. */
export type Edit = (files: Files) => void;

/**
 * Returns an edit that replaces the text of a file by the result of `change`: a text, which is written as UTF-8, or
 * bytes for another encoding. The edit throws if the file is missing.
 */
export function rewrite(file: string, change: (text: string) => string | Buffer): Edit {
  return (files) => {
    const bytes = files.get(file);
    if (bytes === undefined) throw new Error(`the fixture content has no ${file}`);
    files.set(file, Buffer.from(change(bytes.toString())));
  };
}

/**
 * Returns an edit that replaces the first occurrence of a text. The edit throws if the file does not contain the text.
 */
export function replace(file: string, from: string, to: string): Edit {
  return rewrite(file, (text) => {
    if (!text.includes(from)) throw new Error(`${file} does not contain ${from}`);
    return text.replace(from, () => to);
  });
}

/** Returns an edit that adds text at the end of a file. */
export function append(file: string, text: string): Edit {
  return rewrite(file, (before) => before + text);
}

/** Returns an edit that removes a file. */
export function remove(file: string): Edit {
  return (files) => void files.delete(file);
}

/** Returns an edit that moves a file to another path. The edit throws if the file is missing. */
export function rename(from: string, to: string): Edit {
  return (files) => {
    const bytes = files.get(from);
    if (bytes === undefined) throw new Error(`the fixture content has no ${from}`);
    files.set(to, bytes);
    files.delete(from);
  };
}

/** Returns an edit that writes a whole file, empty by default. */
export function write(file: string, content: string | Buffer = ''): Edit {
  return (files) => void files.set(file, Buffer.from(content as string));
}

const fixture: Files = new Map(
  fastGlob
    .sync('**', { cwd: fixtureContent })
    .map((file) => [file, readFileSync(join(fixtureContent, file))]),
);

/** The day on which content is checked; rules about dates use it as today. */
export const checkedDay = '2026-12-01';

/**
 * The folder to which `withEdits` writes edited content; undefined before its first call. Between calls, the folder has
 * the files of the fixture.
 */
let folder: string | undefined;
let isChecking = false;

/**
 * Returns what all rules find in the fixture content after `edits`, in the order of a build's report. Throws if an
 * earlier call of this function or of `withEdits` has not ended: call it only in tests declared with `test.serial`.
 */
export function findingsAfter(...edits: readonly Edit[]): Promise<readonly Finding[]> {
  return withEdits(edits, (path) => findingsIn(path, checkedDay));
}

/**
 * Calls `use` with the path of a folder that has the fixture content after `edits`, and returns the result of `use`.
 * All calls share one folder, in which only changed files are written; a call throws if an earlier one has not ended.
 * Call it only in tests declared with `test.serial`.
 */
export async function withEdits<Result>(
  edits: readonly Edit[],
  use: (path: string) => Promise<Result>,
): Promise<Result> {
  if (isChecking) throw new Error('another test edits the content; declare both with test.serial');
  const edited = new Map(fixture);
  for (const edit of edits) edit(edited);
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
