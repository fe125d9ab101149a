/**
 * Objects: the public files of one version of one product, in a folder that is named by their hash and shared by all
 * releases with this version (design section 4). The files of an object are never changed, only replaced by equal ones
 * if they are missing or damaged. An object contains nothing private, because web servers reach objects through links.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, rmSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { objectFiles } from '../../contract/release.ts';
import { sha256 } from '../content/sha256.ts';
import type { ProductFile, RenderedProduct } from '../render/product-files.ts';
import { type Encoding, effortOf, encodeSync, encodingVersion } from './encode.ts';
import { writeForms } from './file-forms.ts';
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
import { type Stamp, stampOf, stampTime } from './stamps.ts';
import { tempName } from './temp-entries.ts';

/**
 * Number of hexadecimal digits in an object's name (120 bits): the target of a link to it is shorter than 60 characters,
 * so that ext4 stores it in the inode.
 */
const nameDigits = 30;

/** An object that is complete below the output folder. */
export interface WrittenObject {
  readonly object: string;
  /** SHA-256 of the object's plain files; equal on every machine. */
  readonly content: string;
  readonly record: ObjectRecord;
  /** True if an earlier build wrote the object and this build keeps it. */
  readonly reused: boolean;
}

/**
 * Writes the files of a product as an object, compressed as `encoding` says. The object's name is a hash of its plain
 * bytes and the encoding settings. Keeps an object that is complete already, and repairs one that is not. If the process
 * is killed, a new object is complete or absent. Rejects with file-system errors, and with `ReleaseError` if the file
 * system does not keep modification times.
 */
export async function writeObject(
  out: string,
  product: RenderedProduct,
  encoding: Encoding,
): Promise<WrittenObject> {
  const parts = packParts(product.parts);
  const content = hashFiles(product.files);
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
    const files: Record<string, Stamp> = {};
    for (const file of product.files) Object.assign(files, writeFile(temporary, file, encoding));
    Object.assign(files, writeForms(temporary, [partsFile], [parts.bytes]));
    const record = { format: 1, files, states: product.states, parts: parts.ranges } as const;
    const own = writeForms(temporary, [recordFile], [Buffer.from(JSON.stringify(record))]);
    // Of the files of an object, only this one is checked, because all are on one file system.
    stampTime(join(temporary, recordFile), own[recordFile] as Stamp);
    const expected = new Map(Object.entries({ ...files, ...own }));
    await installFolder(temporary, folder, { files: expected });
    return { object, content, record, reused: false };
  } catch (error) {
    rmSync(temporary, { recursive: true, force: true });
    throw error;
  }
}

function writeFile(folder: string, { paths, bytes, sha256 }: ProductFile, encoding: Encoding) {
  const effort = effortOf(`public/${paths[0]}`, bytes.length, encoding);
  const encoded = effort === undefined ? [] : encodeSync(bytes, effort);
  const stamps = [[bytes.length, sha256] as const, ...encoded.map(stampOf)];
  return writeForms(folder, paths, [bytes, ...encoded], stamps);
}

/** Returns the SHA-256 of the paths and plain bytes of the files of a product; it is the same on every machine. */
function hashFiles(files: readonly ProductFile[]): string {
  const hash = createHash('sha256');
  for (const { paths, sha256 } of files) hash.update(`${paths.join(' ')} ${sha256}\n`);
  return hash.digest('hex');
}

/** Returns the parts of a product in lists and exports one after the other, and where each is. */
function packParts(parts: RenderedProduct['parts']): { bytes: Buffer; ranges: PartRanges } {
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

/** Sets the time of an object's folder, which is that of its last use: local runs remove objects that are long unused. */
function touch(folder: string): void {
  const now = new Date();
  utimesSync(folder, now, now);
}

/** Returns true if an object with this `object.json` contains pictures that the build has drawn. */
export function hasPictures(record: ObjectRecord | undefined): boolean {
  return Object.keys(record?.files ?? {}).some((path) =>
    path.startsWith(`${objectFiles.pictures}/`),
  );
}
