/** Writes and counts the files of a release that belong to no product, such as lists and pages. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
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
import { type FormStamps, type Paths, takeForms, writeForms } from './file-forms.ts';
import { type GzipPieces, openPieces } from './gzip-pieces.ts';
import { cleaningUp } from './install.ts';
import type { PreviousRelease } from './previous-release.ts';
import type { ContentFile, RenderedFile } from './rendered-file.ts';
import { fileEntryOf, type Stamp, stampOf } from './stamps.ts';
import { tempName } from './temp-entries.ts';

/** Writes the files of a new release that belong to no product, and keeps their sizes and hashes. */
export interface ReleaseFiles {
  /** The folder of the new release, with a temporary name. */
  readonly folder: string;
  /**
   * Writes each file in every form (plain, gzip, Brotli) at all its paths, or takes it from the previous release if
   * that has the same bytes. Node.js compresses on its own threads. Need not be awaited: `finished` reports failures.
   */
  write(files: readonly (RenderedFile | ContentFile)[]): Promise<void>;
  /** Begins a file that has only compressed forms, as an export. It is not in `plain`. */
  openCompressed(paths: Paths): CompressedFile;
  /** Writes a file for commands and later builds, uncompressed. It is not in `plain`. */
  writeRecord(path: string, bytes: Buffer): void;
  /** Path within the release, such as `public/docs.html.gz` → size and SHA-256, for every form of every file so far. */
  readonly stamps: ReadonlyMap<string, Stamp>;
  /** Path → SHA-256 of the plain form of every file so far, also of those that are not yet written. */
  readonly plain: ReadonlyMap<string, string>;
  /** Returns `stamps` in the format of the manifest, sorted by path. */
  entries(): Record<string, FileEntry>;
  /** Number of files so far that were encoded, and that were taken from the previous release. */
  readonly counts: { readonly rendered: number; readonly reused: number };
  /** Resolves when all files are written; rejects with the error of the first that could not be written. */
  finished(): Promise<void>;
}

/** A file that is made piece by piece, and written in its compressed forms at its end. */
export interface CompressedFile {
  /** Compresses the next piece. Wait for it before the next call. */
  add(piece: Buffer): Promise<void>;
  /** Adds the last piece and writes the file. */
  end(last: Buffer): Promise<void>;
}

interface ReleaseFilesOptions {
  readonly previous: PreviousRelease;
  readonly encoding: Encoding;
}

/**
 * Creates a temporary folder for a release below `out` and runs `work`, which writes the release and renames the folder.
 * Only the owner and the group can read its `private/`. After a failure, removes the folder and rejects with
 * `ReleaseError` for file-system errors, and with other errors of `work` unchanged.
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
      await files.finished().catch(() => {});
    }
  });
}

function createReleaseFiles(
  folder: string,
  { previous, encoding, pieces }: ReleaseFilesOptions & { readonly pieces: GzipPieces },
): ReleaseFiles {
  const stamps = new Map<string, Stamp>();
  const plain = new Map<string, string>();
  const counts = { rendered: 0, reused: 0 };
  const running: Promise<void>[] = [];
  const record = (forms: FormStamps) => {
    for (const [path, stamp] of Object.entries(forms)) stamps.set(path, stamp);
  };

  const writeOne = async (file: RenderedFile | ContentFile) => {
    const { paths } = file;
    const stamp = 'bytes' in file ? stampOf(file.bytes) : file.stamp;
    for (const path of paths) plain.set(path, stamp[1]);
    const known = previous.forms(paths[0], stamp);
    const taken = known && takeForms(folder, paths, known, previous.folder as string);
    counts[taken ? 'reused' : 'rendered'] += 1;
    record(taken ?? (await writeEncoded(file, stamp)));
  };
  const writeEncoded = async (file: RenderedFile | ContentFile, stamp: Stamp) => {
    const bytes = 'bytes' in file ? file.bytes : file.read();
    const encoded = await encodeFile(file, bytes);
    const forms = [bytes, ...encoded];
    return writeForms(folder, file.paths, forms, [stamp, ...encoded.map(stampOf)]);
  };
  const encodeFile = async (file: RenderedFile | ContentFile, bytes: Buffer) => {
    const effort = effortOf(file.paths[0], bytes.length, encoding);
    const lengths = 'bytes' in file ? file.pieces : undefined;
    if (effort === undefined) return [];
    if (effort !== 'bulk' || lengths === undefined) return encode(bytes, effort);
    const opened = openForms(pieces);
    let start = 0;
    for (const length of lengths) {
      await opened.add(bytes.subarray(start, start + length));
      start += length;
    }
    return opened.end();
  };
  return {
    ...{ folder, stamps, plain, counts },
    async write(files) {
      const writing = files.map(writeOne);
      // `finished` reports a failure, too.
      for (const each of writing) each.catch(() => {});
      running.push(...writing);
      await allOf(writing).catch(() => {});
    },
    openCompressed(paths) {
      const { add, end } = openForms(pieces);
      return {
        add,
        async end(last) {
          await add(last);
          for (const [at, form] of (await end()).entries()) {
            const named = paths.map((path) => `${path}${formSuffixes[at + 1]}`);
            record(writeForms(folder, named as unknown as Paths, [form]));
          }
        },
      };
    },
    writeRecord: (path, bytes) => record(writeForms(folder, [path], [bytes])),
    entries: () =>
      Object.fromEntries([...stamps].sort().map(([path, stamp]) => [path, fileEntryOf(stamp)])),
    finished: async () => {
      await allOf(running);
    },
  };
}

/** Begins to compress a document in pieces: with gzip and, if it has at most 10 MB, with Brotli. */
function openForms(pieces: GzipPieces) {
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
      const brotli =
        length > brotliBytes ? undefined : await compressBrotli(Buffer.concat(plain), 'bulk');
      return [gzipped.end(), ...(brotli ? [brotli] : [])];
    },
  };
}
