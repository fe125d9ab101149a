/**
 * Objects: the public files of one version of one product, in a folder that is named by a hash of them
 * and shared by every release that has this version (design section 4). An object is written once and
 * never changed. Nothing private is in one: web servers reach objects through the links of a release.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Effort, type Encoding, encodeSync, encodingVersion, formSuffixes } from './encode.ts';
import { installFolder } from './install.ts';
import { hasStamp, linkOrCopy, type Stamp, sha256, stampOf, stampTime } from './stamps.ts';
import { tempName } from './temp-entries.ts';

/** The folder of all objects, below the output folder. */
export const objectsFolder = 'objects';

/** The file of an object that says what else it holds. */
export const recordFile = 'object.json';

/** A file of an object before it is encoded. */
export interface ObjectFile {
  /** Paths below the object; files with several names have the same bytes. */
  readonly paths: readonly [string, ...string[]];
  readonly bytes: Uint8Array;
  /** How hard it is compressed; without, only the plain file is written. */
  readonly effort?: Effort;
}

/** The files of an object. */
export interface ObjectRecord {
  readonly format: 1;
  /** Path → size and SHA-256, of every file in every form. */
  readonly files: Readonly<Record<string, Stamp>>;
}

/** Digits of a name that are the folder of an object's folder, so that no folder has a hundred thousand. */
const shardDigits = 2;

/** The path of an object below the output folder. */
export function objectPath(name: string): string {
  return `${objectsFolder}/${name.slice(0, shardDigits)}/${name.slice(shardDigits)}`;
}

/** The names of all objects below the output folder. */
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

/**
 * Digits of an object's name: 120 bits. ext4 keeps the target of a symbolic link in the inode if it has fewer
 * than 60 characters, and makes and removes such a link in a fraction of the time.
 */
const nameDigits = 30;

/** The name of an object of plain files with these hashes: it also follows from how they are encoded. */
export function objectName(contentHash: string, encoding: Encoding): string {
  return sha256(`${encodingVersion(encoding)} ${contentHash}`).slice(0, nameDigits);
}

/** A hash of the plain files of an object: equal on every machine. */
export function contentHashOf(files: readonly ObjectFile[]): string {
  const hash = createHash('sha256');
  for (const { paths, bytes } of files) hash.update(`${paths.join(' ')} ${sha256(bytes)}\n`);
  return hash.digest('hex');
}

/** The record of an object, or undefined when it is missing or cannot be read. */
export function readObjectRecord(folder: string): ObjectRecord | undefined {
  try {
    const record = JSON.parse(readFileSync(join(folder, recordFile), 'utf8')) as ObjectRecord;
    // Of its files nothing is believed: each is compared with its stamp.
    return record.format === 1 && typeof record.files === 'object' ? record : undefined;
  } catch {
    // Whatever is wrong with it, the object is written anew.
    return undefined;
  }
}

/** The record of an object of which every file has its size and time; undefined when one has not. */
export function readWholeObject(folder: string): ObjectRecord | undefined {
  const record = readObjectRecord(folder);
  if (record === undefined) return undefined;
  for (const path in record.files) {
    if (!hasStamp(join(folder, path), record.files[path] as Stamp)) return undefined;
  }
  return record;
}

function contentOf({ files }: ObjectRecord) {
  return { files: new Map(Object.entries(files)) };
}

/**
 * Writes an object below the output folder unless it is there and whole; returns its record. Killed at
 * any moment it leaves the object whole or absent. Throws what the file system says.
 */
export async function writeObject(
  out: string,
  name: string,
  files: readonly ObjectFile[],
): Promise<{ readonly record: ObjectRecord; readonly reused: boolean }> {
  const folder = join(out, objectPath(name));
  const whole = readWholeObject(folder);
  if (whole !== undefined) {
    touch(folder);
    return { record: whole, reused: true };
  }
  const temporary = join(out, objectsFolder, tempName());
  try {
    mkdirSync(temporary, { recursive: true });
    const written: Record<string, Stamp> = {};
    for (const { paths, bytes, effort } of files) {
      const forms: Forms = effort === undefined ? [bytes] : [bytes, ...encodeSync(bytes, effort)];
      Object.assign(written, writeForms(temporary, paths, forms));
    }
    const record: ObjectRecord = { format: 1, files: written };
    const text = Buffer.from(JSON.stringify(record));
    writeFileSync(join(temporary, recordFile), text, { flag: 'wx' });
    stampTime(join(temporary, recordFile), stampOf(text));
    const content = contentOf(record);
    content.files.set(recordFile, stampOf(text));
    await installFolder(temporary, folder, content);
    return { record, reused: false };
  } catch (error) {
    rmSync(temporary, { recursive: true, force: true });
    throw error;
  }
}

/** The time of its folder says when an object was last used: local runs remove those of long ago. */
function touch(folder: string): void {
  const now = new Date();
  utimesSync(folder, now, now);
}

/** The forms of a file in the order of `formSuffixes`; only the plain one without an effort. */
export type Forms = readonly [plain: Uint8Array, ...encoded: Uint8Array[]];

/** Writes a file in every form and under every name, at free paths; returns the stamps by path. */
export function writeForms(
  folder: string,
  [first, ...others]: readonly [string, ...string[]],
  forms: Forms,
): Record<string, Stamp> {
  const stamps: Record<string, Stamp> = {};
  mkdirSync(dirname(join(folder, first)), { recursive: true });
  for (const [at, form] of forms.entries()) {
    const stamp = stampOf(form);
    const path = `${first}${formSuffixes[at]}`;
    writeFileSync(join(folder, path), form, { flag: 'wx' });
    stampTime(join(folder, path), stamp);
    stamps[path] = stamp;
    for (const other of others) {
      const name = `${other}${formSuffixes[at]}`;
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      linkOrCopy(join(folder, path), join(folder, name), stamp);
      stamps[name] = stamp;
    }
  }
  return stamps;
}
