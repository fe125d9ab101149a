/**
 * Tasks of threads: the files of a release that belong to no product. Everything is synchronous, since a
 * thread has nothing else to do meanwhile. Paths are relative to the folder that is being written.
 */
import { existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Effort, encodeLongFile, formSuffixes } from './encode.ts';
import { type ObjectFile, writeForms } from './objects.ts';
import { returningRefusals } from './release-error.ts';
import { hasStamp, linkOrCopy, type Stamp, stampTime } from './stamps.ts';

/** Where a release is written, and the release to take equal files from. */
interface Target {
  readonly folder: string;
  readonly previous?: string;
}

/** Files of a release that belong to no product. */
export interface FilesTask extends Target {
  readonly files: readonly (ObjectFile & {
    /** Stamps of the forms that the previous release has of the same bytes: plain, gzip, Brotli. */
    readonly known?: readonly Stamp[];
  })[];
}

/** A long document whose plain form stands in the folder, under the first of its paths. */
export interface LongFileTask extends Target {
  readonly paths: readonly [string, ...string[]];
  readonly plain: Stamp;
  readonly effort?: Effort;
  readonly known?: readonly Stamp[];
}

/** The stamps of one file's forms. */
export interface WrittenFile {
  readonly forms: readonly Stamp[];
  readonly reused: boolean;
}

/** Writes files, or takes them from the previous release. */
export const writeFiles = returningRefusals(async ({ files, ...target }: FilesTask) =>
  files.map((file): WrittenFile => {
    const { known, paths } = file;
    if (known && takeForms(target, paths, known)) return { forms: known, reused: true };
    const stamps = writeForms(target.folder, file);
    const forms = formSuffixes.flatMap((suffix): Stamp[] => {
      const stamp = stamps[`${paths[0]}${suffix}`];
      return stamp ? [stamp] : [];
    });
    return { forms, reused: false };
  }),
);

/** Adds the compressed forms and the other names of a long document. */
export const writeLongFile = returningRefusals(async (task: LongFileTask): Promise<WrittenFile> => {
  const { folder, paths, plain, effort, known, ...rest } = task;
  const [first, ...others] = paths;
  const path = join(folder, first);
  stampTime(path, plain);
  linkOthers(folder, first, others, [plain]);
  if (known && takeForms({ folder, ...rest }, paths, known, 1))
    return { forms: known, reused: true };
  if (effort === undefined) return { forms: [plain], reused: false };
  const encoded = await encodeLongFile(path, plain, effort);
  encoded.forEach((stamp, at) => {
    stampTime(path + formSuffixes[at + 1], stamp);
  });
  const forms = [plain, ...encoded];
  linkOthers(folder, first, others, forms, 1);
  return { forms, reused: false };
});

/** Takes the forms from `start` on from the previous release, all or none. */
function takeForms(
  { folder, previous }: Target,
  paths: readonly [string, ...string[]],
  forms: readonly Stamp[],
  start = 0,
): boolean {
  const [first, ...others] = paths;
  const suffixes = formSuffixes.slice(0, forms.length);
  const isSound = (suffix: string, at: number) =>
    hasStamp(join(previous ?? '', `${first}${suffix}`), forms[at] as Stamp);
  if (previous === undefined || !suffixes.every(isSound)) return false;
  mkdirSync(dirname(join(folder, first)), { recursive: true });
  for (const [at, suffix] of suffixes.entries()) {
    if (at < start) continue;
    linkOrCopy(join(previous, first + suffix), join(folder, first + suffix), forms[at] as Stamp);
  }
  linkOthers(folder, first, others, forms, start);
  return true;
}

function linkOthers(
  folder: string,
  first: string,
  others: readonly string[],
  forms: readonly Stamp[],
  start = 0,
): void {
  for (const other of others) {
    const parent = dirname(join(folder, other));
    if (!existsSync(parent)) mkdirSync(parent, { recursive: true });
    for (const [at, stamp] of forms.entries()) {
      if (at < start) continue;
      const suffix = formSuffixes[at];
      linkOrCopy(join(folder, `${first}${suffix}`), join(folder, `${other}${suffix}`), stamp);
    }
  }
}
