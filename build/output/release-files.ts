/** Writes and counts the files of a release that belong to no product, such as lists and pages. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { allOf } from './all-of.ts';
import { type Encoding, effortOf, encode, formSuffixes } from './encode.ts';
import {
  type ContentFile,
  type FormStamps,
  type Paths,
  type RenderedFile,
  takeForms,
  writeForms,
} from './file-forms.ts';
import { type GzipPieces, openPieces } from './gzip-pieces.ts';
import { cleaningUp, tempName } from './install.ts';
import type { PreviousRelease } from './release-records.ts';
import { stampOf } from './stamps.ts';

type Options = { readonly previous: PreviousRelease | undefined; readonly encoding: Encoding };

/**
 * Creates a temporary folder for a release below `out`, whose `private/` only owner and group can read, and runs `work`,
 * which writes the release and renames the folder. After a failure, removes the folder; throws `ReleaseError` for
 * file-system errors, and other errors of `work`.
 */
export function whileWritingRelease<Result>(
  out: string,
  options: Options,
  work: (files: ReleaseFiles) => Promise<Result>,
): Promise<Result> {
  const parent = join(out, 'releases');
  const folder = join(parent, tempName());
  return cleaningUp(folder, `cannot write ${parent}`, async () => {
    await mkdir(folder, { recursive: true });
    await mkdir(join(folder, 'private'), { mode: 0o750 });
    const pieces = openPieces(out);
    const files = createReleaseFiles(folder, pieces, options);
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

/** Writes the files of a new release that belong to no product, and keeps their sizes and hashes. */
export type ReleaseFiles = ReturnType<typeof createReleaseFiles>;

function createReleaseFiles(folder: string, pieces: GzipPieces, { previous, encoding }: Options) {
  const stamps: FormStamps = {};
  const plain = new Map<string, string>();
  const counts = { rendered: 0, reused: 0 };
  const running: Promise<unknown>[] = [];
  const record = (forms: FormStamps) => void Object.assign(stamps, forms);
  const writeOne = async (file: RenderedFile | ContentFile) => {
    const { paths } = file;
    const stamp = 'bytes' in file ? stampOf(file.bytes) : file.stamp;
    for (const path of paths) plain.set(path, stamp[1]);
    const taken = previous && takeForms(folder, paths, stamp, previous);
    counts[taken ? 'reused' : 'rendered'] += 1;
    if (taken) return record(taken);
    const bytes = 'bytes' in file ? file.bytes : file.read();
    const lengths = 'bytes' in file ? file.pieces : undefined;
    const isLong = lengths && effortOf(paths[0], bytes.length, encoding) === 'bulk';
    const encoded = isLong
      ? await encodePieces(bytes, lengths)
      : await encode(paths[0], bytes, encoding);
    const forms = [bytes, ...encoded];
    record(writeForms(folder, paths, forms, [stamp, ...encoded.map(stampOf)]));
  };
  const encodePieces = async (bytes: Buffer, lengths: readonly number[]) => {
    const document = pieces.open();
    let start = 0;
    for (const length of lengths) {
      await document.add(bytes.subarray(start, start + length));
      start += length;
    }
    return document.end();
  };
  return {
    /** The folder of the new release, with a temporary name. */
    folder,
    /** Path within the release, such as `public/docs.html.gz` → size and SHA-256, for every form of every file so far. */
    stamps: stamps as Readonly<FormStamps>,
    /** Path → SHA-256 of the plain form of every file that `write` got so far. */
    plain: plain as ReadonlyMap<string, string>,
    /** Number of files so far that were encoded, and that were taken from the previous release. */
    counts: counts as Readonly<typeof counts>,
    /**
     * Writes each file in every form (plain, gzip, Brotli) at all its paths, or takes it from the previous release if
     * that has the same bytes. Need not be awaited: `finished` reports failures, too.
     */
    write(files: readonly (RenderedFile | ContentFile)[]): Promise<unknown> {
      const writing = allOf(files.map(writeOne));
      writing.catch(() => {});
      running.push(writing);
      return writing;
    },
    /** Begins a file that has only compressed forms, as an export. Its pieces are added one after the other. */
    openCompressed(paths: Paths) {
      const { add, end } = pieces.open();
      return {
        add,
        /** Writes the file. */
        async close() {
          for (const [at, form] of (await end()).entries()) {
            const named = paths.map((path) => `${path}${formSuffixes[at + 1]}`);
            record(writeForms(folder, named as unknown as Paths, [form]));
          }
        },
      };
    },
    /** Writes a file for commands and later builds, uncompressed. */
    writeRecord: (path: string, bytes: Buffer) => record(writeForms(folder, [path], [bytes])),
    /** Resolves when all files are written; rejects with the error of the first that could not be written. */
    finished: () => allOf(running),
  };
}
