/**
 * Objects: the public files of one version of one product, in a folder that is named by their hash and shared by all
 * releases with this version (design section 4). Web servers reach objects through links: they contain nothing private.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, utimesSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locale } from '../../contract/locales.ts';
import { objectFiles } from '../../contract/release.ts';
import { sha256 } from '../content/sha256.ts';
import type { DetailStates } from '../render/detail-state.ts';
import type { ProductParts } from '../render/exports.ts';
import type { RenderedProduct } from '../render/product-files.ts';
import { codingOf, type Encoding, encodeSync, encodingVersion } from './encode.ts';
import { type FormStamps, writeForms } from './file-forms.ts';
import { installFolder, tempName } from './install.ts';
import { type Stamp, stampOf, stampTime, statStamped } from './stamps.ts';

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
  Partial<
    Record<Locale, Readonly<Record<keyof ProductParts, readonly [start: number, end: number]>>>
  >
>;

/** Returns the path of an object relative to the output folder: `objects/1f/…` for `1f…`, so that no folder gets large. */
export function objectPath(name: string): string {
  return `${objectsFolder}/${name.slice(0, 2)}/${name.slice(2)}`;
}

/** Returns the names of all objects below the output folder, in any order. Throws file-system errors. */
export async function objectNames(out: string): Promise<string[]> {
  const folder = join(out, objectsFolder);
  const names: string[] = [];
  for (const shard of await readdir(folder)) {
    // Not the lock, and no temporary folder.
    if (shard.length !== 2) continue;
    for (const rest of await readdir(join(folder, shard))) names.push(shard + rest);
  }
  return names;
}

/** Returns the total bytes of an object's files in each form: plain, gzip, Brotli. Counts a file for each of its paths. */
export function sizesOf(files: ObjectRecord['files']): readonly [number, number, number] {
  const bytes: [number, number, number] = [0, 0, 0];
  for (const path in files) bytes[codingOf(path)] += files[path]?.[0] ?? 0;
  return bytes;
}

/** Returns true if an object with this `object.json` contains pictures that the build has drawn. */
export function hasPictures(record: ObjectRecord | undefined): boolean {
  return Object.keys(record?.files ?? {}).some((path) =>
    path.startsWith(`${objectFiles.pictures}/`),
  );
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
 * Returns `object.json` of a complete object; undefined if it cannot be read, or a file is missing or has another size or
 * time. Names with the same SHA-256 follow each other and are usually hard links to one file: if the first has as many
 * links as there are names, the others are not checked (decisions.md, "A product is one object that releases share").
 */
export function readWholeObject(folder: string): ObjectRecord | undefined {
  const record = readObjectRecord(folder);
  if (record === undefined) return undefined;
  const files = Object.entries(record.files);
  for (let at = 0; at < files.length; ) {
    const [path, stamp] = files[at] as [string, Stamp];
    // `join` takes as long as a third of reading the state of a file, and a build checks a hundred thousand.
    const found = statStamped(`${folder}/${path}`, stamp);
    if (found === undefined) return undefined;
    let names = 1;
    while (files[at + names]?.[1][1] === stamp[1]) names += 1;
    at += found.nlink === names ? names : 1;
  }
  return record;
}

/** An object that is complete below the output folder. */
export interface WrittenObject {
  readonly object: string;
  /** SHA-256 of the paths and plain bytes of the product's files; equal on every machine. */
  readonly content: string;
  readonly record: ObjectRecord;
  /** True if an earlier build wrote the object and this build keeps it. */
  readonly reused: boolean;
}

/**
 * Writes the files of a product as an object, which is named by a hash of its plain bytes and the encoding. Keeps an
 * object that is complete already, and repairs one that is not. If the process is killed, a new object is complete or
 * absent. Throws file-system errors, and `ReleaseError` if the file system does not keep modification times.
 */
export async function writeObject(
  out: string,
  product: RenderedProduct,
  encoding: Encoding,
): Promise<WrittenObject> {
  const parts = packParts(product.parts);
  const hash = createHash('sha256');
  for (const { paths, sha256 } of product.files) hash.update(`${paths.join(' ')} ${sha256}\n`);
  const content = hash.digest('hex');
  const named = `${encodingVersion(encoding)} ${content} ${sha256(parts.bytes)}`;
  // 120 bits: links to it are shorter than 60 characters, so that ext4 stores them in the inode.
  const object = sha256(named).slice(0, 30);
  const folder = join(out, objectPath(object));
  // Most objects are new: creating the error of a missing file takes longer than writing a file.
  const whole = existsSync(folder) ? readWholeObject(folder) : undefined;
  if (whole !== undefined) {
    // The time of its last use: local runs remove objects that are long unused.
    utimesSync(folder, new Date(), new Date());
    return { object, content, record: whole, reused: true };
  }
  const temporary = join(out, objectsFolder, tempName());
  try {
    mkdirSync(temporary, { recursive: true });
    const files: FormStamps = {};
    for (const { paths, bytes, sha256 } of product.files) {
      const encoded = encodeSync(paths[0], bytes, encoding);
      const stamps = [[bytes.length, sha256] as const, ...encoded.map(stampOf)];
      Object.assign(files, writeForms(temporary, paths, [bytes, ...encoded], stamps));
    }
    Object.assign(files, writeForms(temporary, [partsFile], [parts.bytes]));
    const record = { format: 1, files, states: product.states, parts: parts.ranges } as const;
    const own = writeForms(temporary, [recordFile], [Buffer.from(JSON.stringify(record))]);
    // Of the files of an object, only this one is checked, because all are on one file system.
    stampTime(join(temporary, recordFile), own[recordFile] as Stamp);
    await installFolder(temporary, folder, { files: { ...files, ...own } });
    return { object, content, record, reused: false };
  } catch (error) {
    rmSync(temporary, { recursive: true, force: true });
    throw error;
  }
}

/** Returns the parts of a product in lists and exports one after the other, and where each is. */
function packParts(parts: RenderedProduct['parts']) {
  const buffers: Buffer[] = [];
  let end = 0;
  const add = (text: string) => {
    const bytes = Buffer.from(text);
    buffers.push(bytes);
    end += bytes.length;
    return [end - bytes.length, end];
  };
  const ranges = Object.entries(parts).map(([locale, own]) => {
    const places = Object.entries(own).map(([name, text]) => [name, add(text)]);
    return [locale, Object.fromEntries(places)];
  });
  return { bytes: Buffer.concat(buffers), ranges: Object.fromEntries(ranges) as PartRanges };
}
