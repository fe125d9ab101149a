/**
 * What the compression threads do: files in, each of their forms placed in a draft and in the
 * cache's store. Everything is synchronous, since a thread has nothing else to do meanwhile.
 */
import { mkdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { linkOrCopy, putIntoStore, takeFromStore } from '../cache/store.ts';
import { type Effort, encode, formSuffixes } from './encode.ts';
import { encodeLongFile } from './encode-long-file.ts';
import { mtimeOf, type Stamp, stampOf } from './manifest.ts';

/** A file to place. It needs `bytes`, or `forms` that the store holds; with both, the store is tried first. */
export interface FileTask {
  /** Where it goes, below the draft; more than one where several names have the same bytes. */
  readonly paths: readonly string[];
  readonly bytes?: Uint8Array;
  /** How it is compressed; none leaves it alone. */
  readonly effort?: Effort;
  /** Stamps of its forms, plain, gzip, Brotli, where a build before has made them. */
  readonly forms?: readonly Stamp[];
}

/** Files that belong together, and where they go. */
export interface PlaceTask {
  readonly draft: string;
  /** The store, or undefined to do without. */
  readonly store?: string;
  readonly files: readonly FileTask[];
}

/** Stamps of a file's forms and whether they were reused; undefined when it could not be placed. */
export type Placed = { readonly forms: readonly Stamp[]; readonly reused: boolean } | undefined;

/** Places files; one that has no bytes and is not sound in the store is undefined in the result. */
export function placeFiles({ draft, store, files }: PlaceTask): Placed[] {
  return files.map((file) => {
    const { forms, bytes, effort } = file;
    const paths = file.paths.map((path) => join(draft, path));
    for (const path of paths) makeFolder(draft, dirname(path));
    if (store !== undefined && forms !== undefined && takeAll(store, forms, paths)) {
      return { forms, reused: true };
    }
    if (bytes === undefined) return undefined;
    const all = effort === undefined ? [bytes] : [bytes, ...encode(bytes, effort)];
    return { forms: all.map((form, at) => writeForm(store, form, at, paths)), reused: false };
  });
}

/** A document that stands in the draft already, written piece by piece. */
export interface LongFileTask extends Omit<PlaceTask, 'files'> {
  /** Where it stands, then its other names. */
  readonly paths: readonly [string, ...string[]];
  readonly plain: Stamp;
  readonly effort?: Effort;
  readonly forms?: readonly Stamp[];
}

/** Adds the compressed forms and other names of a document in the draft. */
export async function placeLongFile(task: LongFileTask): Promise<NonNullable<Placed>> {
  const { draft, store, plain, effort, forms } = task;
  const [first, ...others] = task.paths.map((path) => join(draft, path)) as [string, ...string[]];
  stampTime(first, plain);
  if (store !== undefined) putIntoStore(store, plain, first);
  linkOthers(0, plain, [first, ...others]);
  if (effort === undefined) return { forms: [plain], reused: forms !== undefined };
  if (store !== undefined && forms && takeAll(store, forms, [first, ...others], 1)) {
    return { forms, reused: true };
  }
  const encoded = await encodeLongFile(first, plain, effort);
  encoded.forEach((stamp, at) => {
    const path = first + formSuffixes[at + 1];
    stampTime(path, stamp);
    if (store !== undefined) putIntoStore(store, stamp, path);
    linkOthers(at + 1, stamp, [first, ...others]);
  });
  return { forms: [plain, ...encoded], reused: false };
}

/** Takes the forms from `start` on out of the store, all or none. */
function takeAll(
  store: string,
  forms: readonly Stamp[],
  paths: readonly string[],
  start = 0,
): boolean {
  const [first = ''] = paths;
  for (const [at, stamp] of forms.entries()) {
    if (at < start) continue;
    if (!takeFromStore(store, stamp, first + formSuffixes[at])) {
      for (let taken = start; taken < at; taken += 1) rmSync(first + formSuffixes[taken]);
      return false;
    }
  }
  for (const [at, stamp] of forms.entries()) if (at >= start) linkOthers(at, stamp, paths);
  return true;
}

function writeForm(
  store: string | undefined,
  bytes: Uint8Array,
  at: number,
  paths: readonly string[],
): Stamp {
  const stamp = stampOf(bytes);
  const path = `${paths[0]}${formSuffixes[at]}`;
  // Never through an existing file: it could be a link to one of the store.
  writeFileSync(path, bytes, { flag: 'wx' });
  stampTime(path, stamp);
  if (store !== undefined) putIntoStore(store, stamp, path);
  linkOthers(at, stamp, paths);
  return stamp;
}

function linkOthers(at: number, stamp: Stamp, [first, ...others]: readonly string[]): void {
  const suffix = formSuffixes[at];
  for (const other of others) linkOrCopy(`${first}${suffix}`, `${other}${suffix}`, stamp);
}

/** Sets the time made from the hash, and makes sure that the file system keeps it. */
function stampTime(path: string, [, hash]: Stamp): void {
  const mtime = mtimeOf(hash);
  utimesSync(path, mtime, mtime);
  const kept = Math.floor(statSync(path).mtimeMs / 1000);
  if (kept === mtime) return;
  throw new Error(
    `the file system of ${path} does not keep modification times (${mtime} became ${kept}); entity tags need them, use another folder for --out`,
  );
}

let made = { draft: '', folders: new Set<string>() };
/** Makes a folder of a draft once. */
function makeFolder(draft: string, folder: string): void {
  if (made.draft !== draft) made = { draft, folders: new Set() };
  if (made.folders.has(folder)) return;
  mkdirSync(folder, { recursive: true });
  made.folders.add(folder);
}
