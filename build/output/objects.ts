/**
 * Objects: the public files of one version of one product, in a folder that is named by their hash and shared by all
 * releases with this version (design section 4). The files of an object are never changed, only replaced by equal ones
 * if they are missing or damaged. An object contains nothing private, because web servers reach objects through the
 * links of a release.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { objectFiles } from '../../contract/release.ts';
import { sha256 } from '../content/sha256.ts';
import type { ProductFile, RenderedProduct } from '../render/product-files.ts';
import { type Encoding, effortOf, encodeSync, encodingVersion, formSuffixes } from './encode.ts';
import { installFolder } from './install.ts';
import {
  type ObjectRecord,
  objectPath,
  objectsFolder,
  type PartRanges,
  partsFile,
  readWholeObject,
  recordFile,
} from './object-records.ts';
import { linkOrCopy, type Stamp, setTime, stampOf, stampTime } from './stamps.ts';
import { tempName } from './temp-entries.ts';

/**
 * Number of hexadecimal digits in an object's name (120 bits). The name is short, so that the target of a symbolic link
 * has fewer than 60 characters: ext4 then stores the target in the inode, and creates and removes the link much faster.
 */
const nameDigits = 30;

/** The parts of a product in lists and exports, one after the other, and where each is. */
interface PackedParts {
  readonly bytes: Buffer;
  readonly ranges: PartRanges;
}

function packParts(parts: RenderedProduct['parts']): PackedParts {
  const buffers: Buffer[] = [];
  let end = 0;
  const add = (text: string) => {
    const bytes = Buffer.from(text);
    buffers.push(bytes);
    end += bytes.length;
    return [end - bytes.length, end] as const;
  };
  const ranges: PartRanges = mapValues(parts, (own) => mapValues(own, add));
  return { bytes: Buffer.concat(buffers), ranges };
}

function mapValues<Name extends string, From, To>(
  values: Readonly<Partial<Record<Name, From>>>,
  map: (value: From) => To,
): Record<Name, To> {
  const mapped = Object.entries(values).map(([name, value]) => [name, map(value as From)]);
  return Object.fromEntries(mapped) as Record<Name, To>;
}

/**
 * Returns the SHA-256 of the paths and plain bytes of the files of an object (one product's public files), in the given
 * order. It is the same on every machine.
 */
function contentHashOf(files: readonly ProductFile[]): string {
  const hash = createHash('sha256');
  for (const { paths, sha256 } of files) hash.update(`${paths.join(' ')} ${sha256}\n`);
  return hash.digest('hex');
}

/**
 * Returns true if an object, the folder of one product's public files, contains pictures that the build has drawn.
 * `record` is the content of its `object.json`; returns false if `record` is undefined.
 */
export function hasPictures(record: ObjectRecord | undefined): boolean {
  return Object.keys(record?.files ?? {}).some((path) =>
    path.startsWith(`${objectFiles.pictures}/`),
  );
}

/** An object, the folder of one product's public files, that is complete below the output folder. */
export interface WrittenObject {
  readonly object: string;
  /** SHA-256 of the object's plain files; equal on every machine. */
  readonly content: string;
  readonly record: ObjectRecord;
  /** True if an earlier build wrote the object and this build keeps it. */
  readonly reused: boolean;
}

/**
 * Writes the files of a product as an object below the output folder, compressed as `encoding` says. The name of the
 * object is a hash of the plain files, of the parts of lists and exports, and of the encoding settings. If the object
 * exists and is complete, keeps it and sets the modification time of its folder to now, as the time of its last use. If
 * it is incomplete, replaces its missing and damaged files. If the process is killed, a new object is complete or
 * absent. Rejects with file-system errors, and with `ReleaseError` if the file system does not keep modification times.
 */
export async function writeObject(
  out: string,
  product: RenderedProduct,
  encoding: Encoding,
): Promise<WrittenObject> {
  const parts = packParts(product.parts);
  const content = contentHashOf(product.files);
  const named = `${encodingVersion(encoding)} ${content} ${sha256(parts.bytes)}`;
  const object = sha256(named).slice(0, nameDigits);
  const folder = join(out, objectPath(object));
  // Most objects are new: creating the error of a missing file takes longer than writing a file.
  const whole = existsSync(folder) ? readWholeObject(folder) : undefined;
  if (whole !== undefined) {
    touch(folder);
    return { object, content, record: whole, reused: true };
  }
  const temporary = join(out, objectsFolder, tempName());
  try {
    mkdirSync(temporary, { recursive: true });
    const files = writeFiles(temporary, product.files, encoding);
    Object.assign(files, writeForms(temporary, [partsFile], [parts.bytes]));
    const record = { format: 1, files, states: product.states, parts: parts.ranges } as const;
    const text = Buffer.from(JSON.stringify(record));
    writeFileSync(join(temporary, recordFile), text, { flag: 'wx' });
    // Of the files of an object, only this one is checked, because all are on one file system.
    stampTime(join(temporary, recordFile), stampOf(text));
    const expected = new Map([...Object.entries(files), [recordFile, stampOf(text)] as const]);
    await installFolder(temporary, folder, { files: expected });
    return { object, content, record, reused: false };
  } catch (error) {
    rmSync(temporary, { recursive: true, force: true });
    throw error;
  }
}

function writeFiles(folder: string, files: readonly ProductFile[], encoding: Encoding) {
  const written: Record<string, Stamp> = {};
  for (const { paths, bytes, sha256 } of files) {
    const effort = effortOf(`public/${paths[0]}`, bytes.length, encoding);
    const encoded = effort === undefined ? [] : encodeSync(bytes, effort);
    const stamps: Stamp[] = [[bytes.length, sha256], ...encoded.map(stampOf)];
    Object.assign(written, writeForms(folder, paths, [bytes, ...encoded], stamps));
  }
  return written;
}

/**
 * Sets the modification time of an object's folder to now. Local runs use it as the time of the last use, and remove
 * objects that were not used for long.
 */
function touch(folder: string): void {
  const now = new Date();
  utimesSync(folder, now, now);
}

/**
 * The bytes of a file in each form, in the order of `formSuffixes`: plain, gzip, Brotli. A file that is not
 * compressed has only the plain form.
 */
export type Forms = readonly [plain: Uint8Array, ...encoded: Uint8Array[]];

/** Creates the missing parent folders of the file `<folder>/<path>`; `folder` itself must exist. */
function makeFolderOf(folder: string, path: string): void {
  if (path.includes('/')) mkdirSync(dirname(join(folder, path)), { recursive: true });
}

/** Returns the mode of a new file of a release, before the umask: only owner and group may read private files. */
function modeOf(path: string): number {
  return path.startsWith('private/') ? 0o640 : 0o666;
}

/**
 * Writes a file in every form (plain, gzip, Brotli) to the first of its paths below `folder`, and makes hard links or
 * copies at the others. `stamps` has the size and SHA-256 of each form, in the order of `forms`; each file gets the
 * modification time that follows from its SHA-256 (`mtimeOf`). Returns the stamp of every file by its path, which
 * includes the suffix of the form. Throws file-system errors, such as if a file exists already.
 */
export function writeForms(
  folder: string,
  [first, ...others]: readonly [string, ...string[]],
  forms: Forms,
  stamps: readonly Stamp[] = forms.map(stampOf),
): Record<string, Stamp> {
  const written: Record<string, Stamp> = {};
  makeFolderOf(folder, first);
  for (const [at, form] of forms.entries()) {
    const stamp = stamps[at] as Stamp;
    const path = `${first}${formSuffixes[at]}`;
    writeFileSync(join(folder, path), form, { flag: 'wx', mode: modeOf(path) });
    setTime(join(folder, path), stamp);
    written[path] = stamp;
    for (const other of others) {
      const name = `${other}${formSuffixes[at]}`;
      makeFolderOf(folder, name);
      linkOrCopy(join(folder, path), join(folder, name), stamp);
      written[name] = stamp;
    }
  }
  return written;
}
