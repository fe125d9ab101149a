/** Edits of the fixture content, and what the compiler finds once they are made. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fastGlob from 'fast-glob';
import type { Finding } from '../../../../build/content/findings/finding.ts';
import { findingsIn, fixtureContent } from '../../../helpers/content.ts';

/** The bytes of every file, by path below the content folder. */
type Files = Map<string, Buffer>;

/** Changes the files of a content folder. */
export type Edit = (files: Files) => void;

/** Returns an edit of a file's text, to bytes where another encoding is wanted. Throws without the file. */
export function rewrite(file: string, change: (text: string) => string | Buffer): Edit {
  return (files) => {
    const bytes = files.get(file);
    if (bytes === undefined) throw new Error(`the fixture content has no ${file}`);
    files.set(file, Buffer.from(change(bytes.toString())));
  };
}

/** Returns an edit that replaces the first occurrence of a text. It throws if the file does not contain it. */
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

/** Returns an edit that writes a whole file; without a text, an empty one. */
export function write(file: string, text = ''): Edit {
  return (files) => void files.set(file, Buffer.from(text));
}

const fixture: Files = new Map(
  fastGlob
    .sync('**', { cwd: fixtureContent })
    .map((file) => [file, readFileSync(join(fixtureContent, file))]),
);

/** The day on which content is checked: rules about dates look ahead from it. */
export const checkedDay = '2026-12-01';

/** The folder that the edits are written to; it equals the fixture whenever no check runs. */
let folder: string | undefined;
let isChecking = false;

/**
 * Returns what every rule finds in the fixture content after these edits, in the order of a report.
 * All calls edit one folder, and only the files that differ: tests that call this run one at a time
 * (`test.serial`); throws otherwise.
 */
export async function findingsAfter(...edits: readonly Edit[]): Promise<readonly Finding[]> {
  if (isChecking) throw new Error('another test edits the content; declare both with test.serial');
  const edited = new Map(fixture);
  for (const edit of edits) edit(edited);
  isChecking = true;
  folder ??= makeFolder();
  writeChanges(folder, fixture, edited);
  try {
    return await findingsIn(folder, checkedDay);
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
  // Changed files are removed too: to truncate one that was just written waits for the disk on ext4.
  for (const [file, bytes] of from) if (to.get(file) !== bytes) rmSync(join(path, file));
  for (const [file, bytes] of to) {
    if (from.get(file) === bytes) continue;
    mkdirSync(dirname(join(path, file)), { recursive: true });
    writeFileSync(join(path, file), bytes);
  }
}
