/**
 * Writes and counts the files of a release that belong to no product, such as lists and pages. Node.js compresses them
 * on its own threads.
 */
import { existsSync, mkdirSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { FileEntry } from '../../contract/release.ts';
import { allOf } from './all-of.ts';
import {
  brotliBytes,
  compressBrotli,
  type Encoding,
  effortOf,
  encode,
  formSuffixes,
} from './encode.ts';
import { type GzipPieces, openPieces } from './gzip-pieces.ts';
import { cleaningUp } from './install.ts';
import { writeForms } from './objects.ts';
import type { PreviousRelease } from './previous-release.ts';
import type { ContentFile, RenderedFile } from './rendered-file.ts';
import { fileEntryOf, hasStamp, linkOrCopy, type Stamp, stampOf } from './stamps.ts';
import { tempName } from './temp-entries.ts';

/** Writes the files of a new release that belong to no product, and keeps their sizes and hashes. */
export interface ReleaseFiles {
  /** The folder of the new release, with a temporary name. */
  readonly folder: string;
  /**
   * Writes each file in every form (plain, gzip, Brotli) at all its paths. If the previous release has the same bytes
   * at the first path, takes the file from there instead. Reads the bytes of a `ContentFile` only if it is written.
   */
  write(files: readonly (RenderedFile | ContentFile)[]): void;
  /** Begins a file that has only compressed forms, as an export. It is not in `plain`. */
  openCompressed(paths: Paths): CompressedFile;
  /** Writes a file for commands and later builds, uncompressed. It is not in `plain`. */
  writeRecord(path: string, bytes: Buffer): void;
  /**
   * Path within the release, such as `public/docs.html.gz` → size and SHA-256, for every form (plain, gzip, Brotli) of
   * every file so far.
   */
  readonly stamps: ReadonlyMap<string, Stamp>;
  /**
   * Returns the path and the SHA-256 of the plain form of every file so far, from which the id of the release is made.
   * Includes files whose compressed forms are not yet written.
   */
  plain(): readonly (readonly [path: string, sha256: string])[];
  /** Returns `stamps` in the format of the manifest, sorted by path: path → size, SHA-256 and modification time. */
  entries(): Record<string, FileEntry>;
  /**
   * Number of files so far that were encoded (`rendered`) or taken from the previous release (`reused`). A file with
   * several paths and forms counts as one.
   */
  counts(): { readonly rendered: number; readonly reused: number };
  /** Resolves when all files are written; rejects with the error of the first that could not be written. */
  finished(): Promise<void>;
  /** Resolves when no file is being written any more, even if some could not be written. */
  settled(): Promise<unknown>;
}

/** A file that is made piece by piece, and written in its compressed forms at its end. */
export interface CompressedFile {
  /** Compresses the next piece. Wait for it before the next call. */
  add(piece: Buffer): Promise<void>;
  /** Adds the last piece and writes the file. */
  end(last: Buffer): Promise<void>;
}

/** The paths of a file within the release; all have the same bytes. */
export type Paths = readonly [string, ...string[]];

interface ReleaseFilesOptions {
  readonly previous: PreviousRelease;
  readonly encoding: Encoding;
}

/**
 * Creates a temporary folder for a release below `out` and runs `work`, which writes the release and renames
 * the folder. Only the owner and the group can read its `private/`, because web servers must not read net
 * prices. Returns the result of `work`. After a failure, removes the folder and rejects with `ReleaseError` for
 * file-system errors, and with other errors of `work` unchanged.
 */
export function whileWritingRelease<Result>(
  out: string,
  options: ReleaseFilesOptions,
  work: (files: ReleaseFiles) => Promise<Result>,
): Promise<Result> {
  const parent = join(out, 'releases');
  const folder = join(parent, tempName());
  return cleaningUp(folder, `cannot write ${parent}`, async () => {
    await mkdir(folder, { recursive: true });
    await mkdir(join(folder, 'private'), { mode: 0o750 });
    const pieces = openPieces(out);
    const files = createReleaseFiles(folder, { ...options, pieces });
    try {
      const result = await work(files);
      pieces.removeOthers();
      return result;
    } finally {
      // Nothing may write to the folder when it is removed.
      await files.settled();
    }
  });
}

/**
 * Creates the object that writes the files of a new release to the folder `folder`. If the previous release, made by
 * the same compiler version, has a file with the same bytes at the same path, `write` makes hard links to its forms, or
 * copies, instead of compressing and writing again. The methods fail with file-system errors, and with `ReleaseError` if
 * a `ContentFile` (a file of the content that the release contains unchanged) has changed since the content was opened.
 */
export function createReleaseFiles(
  folder: string,
  { previous, encoding, pieces }: ReleaseFilesOptions & { readonly pieces: GzipPieces },
): ReleaseFiles {
  const stamps = new Map<string, Stamp>();
  const plain = new Map<string, string>();
  const counts = { rendered: 0, reused: 0 };
  const target = { folder, previous: previous.folder };
  const running: Promise<unknown>[] = [];
  const track = (work: Promise<void>) => {
    // `finished` reports a failure.
    work.catch(() => {});
    running.push(work);
    return work;
  };

  const openPieces = () => {
    const gzipped = pieces.open();
    let plain: Buffer[] = [];
    let length = 0;
    return {
      async add(piece: Buffer) {
        length += piece.length;
        // Without a Brotli form, the plain bytes need not be in memory.
        if (length > brotliBytes) plain = [];
        else plain.push(piece);
        await gzipped.add(piece);
      },
      async end() {
        const whole = length > brotliBytes ? undefined : Buffer.concat(plain);
        const brotli = whole && (await compressBrotli(whole, 'bulk'));
        return [gzipped.end(), ...(brotli ? [brotli] : [])];
      },
    };
  };
  const encodePieces = async (given: Iterable<Buffer>) => {
    const opened = openPieces();
    for (const piece of given) await opened.add(piece);
    return opened.end();
  };
  const recordForms = (paths: Paths, forms: readonly Stamp[], kind: keyof typeof counts) => {
    counts[kind] += 1;
    for (const path of paths) {
      for (const [at, stamp] of forms.entries()) stamps.set(`${path}${formSuffixes[at]}`, stamp);
    }
  };
  const recordPlain = (paths: Paths, [, hash]: Stamp) => {
    for (const path of paths) plain.set(path, hash);
  };
  const writeOne = async (file: RenderedFile | ContentFile) => {
    const { paths } = file;
    const [path] = paths;
    const stamp = 'bytes' in file ? stampOf(file.bytes) : file.stamp;
    recordPlain(paths, stamp);
    const known = previous.forms(path, stamp);
    if (known && takeForms(target, paths, known)) return recordForms(paths, known, 'reused');
    const bytes = 'bytes' in file ? file.bytes : file.read();
    const effort = effortOf(path, bytes.length, encoding);
    const lengths = 'bytes' in file ? file.pieces : undefined;
    const encoded =
      effort === undefined
        ? []
        : effort === 'bulk' && lengths
          ? await encodePieces(cutInto(bytes, lengths))
          : await encode(bytes, effort);
    const written = [stamp, ...encoded.map(stampOf)];
    writeForms(folder, paths, [bytes, ...encoded], written);
    return recordForms(paths, written, 'rendered');
  };
  const openCompressed = (paths: Paths): CompressedFile => {
    const { add, end } = openPieces();
    return {
      add,
      async end(last) {
        await add(last);
        for (const [at, form] of (await end()).entries()) {
          const named = paths.map((path) => `${path}${formSuffixes[at + 1]}`);
          const written = writeForms(folder, named as unknown as Paths, [form]);
          for (const [path, stamp] of Object.entries(written)) stamps.set(path, stamp);
        }
      },
    };
  };
  return {
    ...{ folder, stamps },
    write(files) {
      for (const file of files) track(writeOne(file));
    },
    async finished() {
      await allOf(running);
    },
    openCompressed,
    writeRecord(path, bytes) {
      const { [path]: stamp } = writeForms(folder, [path], [bytes]);
      stamps.set(path, stamp as Stamp);
    },
    plain: () => [...plain],
    entries: () =>
      Object.fromEntries([...stamps].sort().map(([path, stamp]) => [path, fileEntryOf(stamp)])),
    counts: () => ({ ...counts }),
    settled: () => Promise.allSettled(running),
  };
}

/** Cuts bytes into pieces of the given lengths. */
function* cutInto(bytes: Buffer, lengths: readonly number[]): Generator<Buffer> {
  let start = 0;
  for (const length of lengths) {
    yield bytes.subarray(start, start + length);
    start += length;
  }
}

/**
 * Takes a file from the previous release: makes hard links (or copies) of its forms (plain, gzip, Brotli) at all
 * `paths`. Returns false, and links nothing, if a form in the previous release is missing or does not have its size and
 * hash in `forms`.
 */
function takeForms(
  { folder, previous }: { readonly folder: string; readonly previous: string | undefined },
  paths: Paths,
  forms: readonly Stamp[],
): boolean {
  const [first, ...others] = paths;
  if (previous === undefined || !haveStamps(previous, first, forms)) return false;
  mkdirSync(dirname(join(folder, first)), { recursive: true });
  for (const [at, form] of forms.entries()) {
    const path = `${first}${formSuffixes[at]}`;
    linkOrCopy(join(previous, path), join(folder, path), form);
  }
  linkOthers(folder, first, others, forms);
  return true;
}

/**
 * Returns true if each form (plain, gzip, Brotli) of a file in the folder `previous` has the given size, and the
 * modification time that follows from the given SHA-256.
 */
function haveStamps(previous = '', path: string, forms: readonly Stamp[]): boolean {
  return forms.every((form, at) => hasStamp(join(previous, `${path}${formSuffixes[at]}`), form));
}

/**
 * Makes hard links (or copies) of the forms (plain, gzip, Brotli) of the file `first` at the paths `others`.
 */
function linkOthers(
  folder: string,
  first: string,
  others: readonly string[],
  forms: readonly Stamp[],
): void {
  for (const other of others) {
    const parent = dirname(join(folder, other));
    if (!existsSync(parent)) mkdirSync(parent, { recursive: true });
    for (const [at, stamp] of forms.entries()) {
      const suffix = formSuffixes[at];
      linkOrCopy(join(folder, `${first}${suffix}`), join(folder, `${other}${suffix}`), stamp);
    }
  }
}
