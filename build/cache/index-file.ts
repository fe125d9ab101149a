/**
 * The cache's index on disk: a header, a line a record, and the hash of all of it. A file that is
 * damaged, or was written by another compiler, is no index: everything is made anew.
 */
import { createHash } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Stamp } from '../release/manifest.ts';
import { draftName } from '../releases/drafts.ts';

/** A document that was put together from a part of each product. */
export interface AssembledDocument {
  readonly path: string;
  readonly stamp: Stamp;
  /** Where its first part begins. */
  readonly start: number;
}

export interface IndexHeader {
  /** See `compilerVersion`. */
  readonly compiler: string;
  readonly documents: readonly AssembledDocument[];
}

/** A record as it is kept: how many builds ago it was used last, its key, and JSON. */
export interface IndexLine {
  readonly age: number;
  readonly key: string;
  readonly json: string;
}

export interface IndexFile {
  readonly header: IndexHeader;
  readonly lines: readonly IndexLine[];
}

/** Reads an index that a compiler of this version wrote, or gives undefined. */
export async function readIndex(path: string, compiler: string): Promise<IndexFile | undefined> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    // Nothing can be read from below a file either; writing tells of that.
    const { code = '' } = error as NodeJS.ErrnoException;
    if (['ENOENT', 'ENOTDIR'].includes(code)) return undefined;
    throw error;
  }
  const end = text.lastIndexOf('\n', text.length - 2) + 1;
  const body = text.slice(0, end);
  const isWhole = text.slice(end) === `${createHash('sha256').update(body).digest('hex')}\n`;
  if (!isWhole) return undefined;
  const [first = '', ...rest] = body.slice(0, -1).split('\n');
  const header = JSON.parse(first) as IndexHeader;
  if (header.compiler !== compiler) return undefined;
  return { header, lines: rest.map(toLine) };
}

/** Replaces the index in one step. */
export async function writeIndex(path: string, { header, lines }: IndexFile): Promise<void> {
  const draft = join(dirname(path), draftName('draft'));
  await mkdir(dirname(path), { recursive: true });
  const hash = createHash('sha256');
  try {
    const file = await open(draft, 'wx');
    try {
      for (const text of chunksOf(header, lines)) {
        hash.update(text);
        await file.write(text);
      }
      await file.write(`${hash.digest('hex')}\n`);
    } finally {
      await file.close();
    }
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

function toText({ age, key, json }: IndexLine): string {
  return `${age} ${key} ${json}`;
}

function toLine(text: string): IndexLine {
  const first = text.indexOf(' ');
  const second = text.indexOf(' ', first + 1);
  return {
    age: Number(text.slice(0, first)),
    key: text.slice(first + 1, second),
    json: text.slice(second + 1),
  };
}

/** Thousands of lines at a time: one write a line would be slow, one for all a very long string. */
function* chunksOf(header: IndexHeader, lines: readonly IndexLine[]): Generator<string> {
  yield `${JSON.stringify(header)}\n`;
  for (let at = 0; at < lines.length; at += 2000) {
    yield lines
      .slice(at, at + 2000)
      .map((line) => `${toText(line)}\n`)
      .join('');
  }
}
