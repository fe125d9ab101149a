/**
 * The cache's index on disk: a line a record, a header, and the hash of all of it. A file that is
 * damaged, or was written by another compiler, is no index: everything is made anew.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
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
  const lines: string[] = [];
  try {
    for await (const line of readIndexLines(path)) lines.push(line);
  } catch (error) {
    // Nothing can be read from below a file either; writing tells of that.
    const { code = '' } = error as NodeJS.ErrnoException;
    if (['ENOENT', 'ENOTDIR'].includes(code)) return undefined;
    throw error;
  }
  const end = lines.pop();
  const hash = createHash('sha256');
  for (const line of lines) hash.update(`${line}\n`);
  if (end !== hash.digest('hex')) return undefined;
  const header = JSON.parse(lines.pop() ?? '') as IndexHeader;
  if (header.compiler !== compiler) return undefined;
  return { header, lines: lines.map(toLine) };
}

/** The lines of an index as they stand in the file. As one text a large one would be longer than texts can be. */
export async function* readIndexLines(path: string): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of createReadStream(path, { encoding: 'utf8', highWaterMark: 1 << 20 })) {
    const lines = `${rest}${chunk as string}`.split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}

/** An index that is being written beside the one that stands. */
export interface IndexDraft {
  add(line: IndexLine): Promise<void>;
  /** Adds the header, and replaces the index that stands in one step. */
  finish(header: IndexHeader): Promise<void>;
  /** Removes what was written of one that is not finished. */
  discard(): Promise<void>;
}

/** Characters at which what was added is written: a write a line would be slow. */
const pieceLength = 1 << 18;

/** Starts an index; its folder is made when it is not there. */
export async function draftIndex(path: string): Promise<IndexDraft> {
  const folder = dirname(path);
  const draft = join(folder, draftName('draft'));
  await mkdir(folder, { recursive: true });
  const file = await open(draft, 'wx');
  const hash = createHash('sha256');
  let piece = '';
  let isOpen = true;
  let isFinished = false;
  const write = async (text: string) => {
    piece = '';
    hash.update(text);
    await file.write(text);
  };
  const close = async () => {
    isOpen = false;
    await file.close();
  };
  return {
    async add({ age, key, json }) {
      piece += `${age} ${key} ${json}\n`;
      if (piece.length >= pieceLength) await write(piece);
    },
    async finish(header) {
      await write(`${piece}${JSON.stringify(header)}\n`);
      await file.write(`${hash.digest('hex')}\n`);
      await close();
      await rename(draft, path);
      isFinished = true;
    },
    async discard() {
      if (isOpen) await close();
      if (!isFinished) await rm(draft, { force: true });
    },
  };
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
