/** Locates objects, the folders with the public files of one version of a product, and checks if they are complete. */
import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locale } from '../../contract/locales.ts';
import type { DetailStates } from '../render/detail-state.ts';
import type { ProductParts } from '../render/exports.ts';
import { codingOf } from './encode.ts';
import { isStamped, type Stamp, statIfPresent } from './stamps.ts';

/** The folder of all objects, below the output folder. */
export const objectsFolder = 'objects';

/** Name of the file in each object that lists the object's other files, with size and SHA-256. */
export const recordFile = 'object.json';

/** Name of the file in each object with the product's parts of the lists and exports, one after the other. */
export const partsFile = 'parts';

/** The content of `object.json`: the files of an object, and facts about them. */
export interface ObjectRecord {
  readonly format: 1;
  /** Path within the object → size and SHA-256, for every file and its compressed forms (`.gz`, `.br`). */
  readonly files: Readonly<Record<string, Stamp>>;
  /** Locale → hashes of the detail; undefined in an object of an earlier compiler. */
  readonly states?: DetailStates;
  /** Where the parts are in `partsFile`; undefined in an object of an earlier compiler. */
  readonly parts?: PartRanges;
}

/** Locale → where the product's parts of the list and the exports are in `partsFile`, in bytes. */
export type PartRanges = Readonly<
  Partial<Record<Locale, Readonly<Record<keyof ProductParts, Range>>>>
>;
type Range = readonly [start: number, end: number];

/** Number of first digits of an object's name that are the name of its parent folder: no folder gets 100,000 entries. */
const shardDigits = 2;

/** Returns the path of an object relative to the output folder, from its name: `objects/1f/…` for `1f…`. */
export function objectPath(name: string): string {
  return `${objectsFolder}/${name.slice(0, shardDigits)}/${name.slice(shardDigits)}`;
}

/** Resolves to the names of all objects below the output folder, in any order. Rejects with file-system errors. */
export async function objectNames(out: string): Promise<string[]> {
  const shards = await entriesOf(join(out, objectsFolder));
  const names = shards
    .filter((shard) => shard.length === shardDigits)
    .map(async (shard) => {
      const rest = await entriesOf(join(out, objectsFolder, shard));
      return rest.map((name) => shard + name);
    });
  return (await Promise.all(names)).flat();
}

function entriesOf(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
}

/** Returns the total bytes of an object's files in each form: plain, gzip, Brotli. Counts a file for each of its paths. */
export function sizesOf(files: ObjectRecord['files']): readonly [number, number, number] {
  const bytes: [number, number, number] = [0, 0, 0];
  for (const path in files) bytes[codingOf(path)] += files[path]?.[0] ?? 0;
  return bytes;
}

/** Reads `object.json` in an object's folder; returns undefined if it cannot be read, is damaged or has another format. */
export function readObjectRecord(folder: string): ObjectRecord | undefined {
  try {
    const record = JSON.parse(readFileSync(join(folder, recordFile), 'utf8')) as ObjectRecord;
    return record.format === 1 && typeof record.files === 'object' ? record : undefined;
  } catch {
    // After any error, the object is written again.
    return undefined;
  }
}

/**
 * Returns `object.json` of a complete object. Returns undefined if it cannot be read, or if a listed file is missing or
 * has another size, or another modification time than the one that follows from its SHA-256. Names with the same SHA-256
 * follow each other and are usually hard links to one file: if the first has as many links as there are names, the
 * others are not checked (decisions.md, "A product is one object that releases share"). Throws file-system errors.
 */
export function readWholeObject(folder: string): ObjectRecord | undefined {
  const record = readObjectRecord(folder);
  if (record === undefined) return undefined;
  const files = Object.entries(record.files);
  for (let at = 0; at < files.length; ) {
    const [path, stamp] = files[at] as [string, Stamp];
    // `join` takes as long as a third of reading the state of a file, and a build checks a hundred thousand.
    const found = statIfPresent(`${folder}/${path}`);
    if (found === undefined || !isStamped(found, stamp)) return undefined;
    let names = 1;
    while (files[at + names]?.[1][1] === stamp[1]) names += 1;
    at += found.nlink === names ? names : 1;
  }
  return record;
}
