/** The files of a release as they are rendered, and on disk, where each has several forms: plain, gzip, Brotli. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Manifest } from '../../contract/release.ts';
import { formSuffixes } from './encode.ts';
import { linkOrCopy, type Stamp, setTime, stampOf, statStamped } from './stamps.ts';

/** The paths of a file within a folder; all have the same bytes. */
export type Paths = readonly [string, ...string[]];

/** A file of a release as rendered, before it is compressed and written at its paths within the release. */
export interface RenderedFile {
  readonly paths: Paths;
  readonly bytes: Buffer;
  /** The lengths of the pieces in which a long file is compressed (`gzip-pieces.ts`). */
  readonly pieces?: readonly number[];
}

/** A file of the content that a release contains unchanged; its bytes are not in memory. */
export interface ContentFile {
  readonly paths: Paths;
  /** Size and SHA-256 of the file when the content was opened. */
  readonly stamp: Stamp;
  /** Returns the bytes. Throws `ReleaseError` if the file has changed, and file-system errors. */
  read(): Buffer;
}

/** Renders a value as UTF-8 JSON without line breaks, the format of every JSON document of the API. */
export function toJson(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value));
}

/** Path of each form of a file, with its suffix → its size and SHA-256. */
export type FormStamps = Record<string, Stamp>;

/**
 * Writes the forms of a file, in the order of `formSuffixes`, to its paths below `folder`, with the modification times
 * that follow from their SHA-256. Throws file-system errors, such as if a file exists already.
 */
export function writeForms(
  folder: string,
  paths: Paths,
  forms: readonly Uint8Array[],
  stamps: readonly Stamp[] = forms.map(stampOf),
): FormStamps {
  // Only owner and group may read private files.
  const mode = paths[0].startsWith('private/') ? 0o640 : 0o666;
  return placeForms(folder, paths, stamps, (target, at) => {
    writeFileSync(target, forms[at] as Uint8Array, { flag: 'wx', mode });
    setTime(target, stamps[at] as Stamp);
  });
}

/**
 * Links, or copies, the forms of a file from the release in `from`, which has `files`. Returns undefined, and links
 * nothing, if its plain bytes are others there, or if a form does not have its size and time.
 */
export function takeForms(
  folder: string,
  paths: Paths,
  plain: Stamp,
  { folder: from, files }: { readonly folder: string; readonly files: Manifest['files'] },
): FormStamps | undefined {
  const stamps = formSuffixes.flatMap((suffix): Stamp[] => {
    const entry = files[`${paths[0]}${suffix}`];
    return entry ? [[entry.size, entry.sha256]] : [];
  });
  const source = (at: number) => join(from, `${paths[0]}${formSuffixes[at]}`);
  const isWhole = stamps.every((stamp, at) => statStamped(source(at), stamp));
  if (stamps[0]?.[1] !== plain[1] || !isWhole) return undefined;
  return placeForms(folder, paths, stamps, (target, at) =>
    linkOrCopy(source(at), target, stamps[at] as Stamp),
  );
}

/** Calls `put` for each form at the first path, and links it, or copies it, to the other paths. */
function placeForms(
  folder: string,
  paths: Paths,
  stamps: readonly Stamp[],
  put: (target: string, at: number) => void,
): FormStamps {
  const placed: FormStamps = {};
  for (const path of paths) {
    // `folder` itself exists; most files of an object are in no other folder.
    if (path.includes('/')) mkdirSync(dirname(join(folder, path)), { recursive: true });
  }
  for (const [at, stamp] of stamps.entries()) {
    const [first = '', ...others] = paths.map((path) => `${path}${formSuffixes[at]}`);
    put(join(folder, first), at);
    for (const other of others) linkOrCopy(join(folder, first), join(folder, other), stamp);
    for (const path of [first, ...others]) placed[path] = stamp;
  }
  return placed;
}
