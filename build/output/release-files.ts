/** The files of a release that belong to no product: written through the pool and counted. */
import type { FileEntry } from '../../contract/release.ts';
import { type Encoding, effortOf, formSuffixes } from './encode.ts';
import type { FilesTask, WrittenFile, writeFiles, writeLongFile } from './file-tasks.ts';
import type { Pool } from './pool.ts';
import type { PreviousRelease } from './previous-release.ts';
import type { RenderedFile } from './rendered-file.ts';
import { fileEntryOf, type Stamp, stampOf } from './stamps.ts';

export interface ReleaseFiles {
  /** Writes rendered files, or takes them from the previous release. */
  write(files: readonly RenderedFile[]): Promise<void>;
  /** Encodes a long document that stands in the folder already. */
  finishLong(paths: readonly [string, ...string[]], plain: Stamp): Promise<void>;
  /** Adds a file that stands in the folder and is not encoded. */
  add(path: string, stamp: Stamp): void;
  /** Path → stamp of every file so far in every form. */
  readonly stamps: ReadonlyMap<string, Stamp>;
  /** Path and hash of every plain file so far. */
  plain(): readonly (readonly [path: string, sha256: string])[];
  entries(): Record<string, FileEntry>;
  /** Number of plain files so far that were encoded, and that were taken. */
  counts(): { readonly rendered: number; readonly reused: number };
}

/** The tasks that files are written by. */
type FileTasks = {
  readonly writeFiles: typeof writeFiles;
  readonly writeLongFile: typeof writeLongFile;
};

/** More than a page has, and enough to be worth a message to a thread. */
const groupBytes = 128 * 1024;

/** Starts with no file. `folder` is where the release is written. */
export function createReleaseFiles(
  folder: string,
  {
    pool,
    previous,
    encoding,
  }: {
    readonly pool: Pool<FileTasks>;
    readonly previous: PreviousRelease;
    readonly encoding: Encoding;
  },
): ReleaseFiles {
  const stamps = new Map<string, Stamp>();
  const plainPaths: string[] = [];
  const counts = { rendered: 0, reused: 0 };
  const target = { folder, ...(previous.folder !== undefined && { previous: previous.folder }) };
  const planOf = (path: string, plain: Stamp) => {
    const effort = effortOf(path, plain[0], encoding);
    const known = previous.forms(path, plain);
    return { ...(effort && { effort }), ...(known && { known }) };
  };
  const note = (paths: readonly string[], { forms, reused }: WrittenFile) => {
    counts[reused ? 'reused' : 'rendered'] += 1;
    for (const path of paths) {
      plainPaths.push(path);
      for (const [at, stamp] of forms.entries()) stamps.set(`${path}${formSuffixes[at]}`, stamp);
    }
  };
  return {
    stamps,
    async write(files) {
      const tasks = files.map(({ paths, bytes }) => ({
        ...{ paths, bytes },
        ...planOf(paths[0], stampOf(bytes)),
      }));
      const groups = inGroups(tasks).map((group) =>
        pool.run('writeFiles', { ...target, files: group }, weightOf(group)),
      );
      // All of it ends before a failure is reported: nothing is written after that.
      await Promise.allSettled(groups);
      const written = (await Promise.all(groups)).flat();
      for (const [at, { paths }] of files.entries()) note(paths, written[at] as WrittenFile);
    },
    async finishLong(paths, plain) {
      const task = { ...target, paths, plain, ...planOf(paths[0], plain) };
      note(paths, await pool.run('writeLongFile', task, plain[0]));
    },
    add: (path, stamp) => void stamps.set(path, stamp),
    plain: () => plainPaths.map((path) => [path, stamps.get(path)?.[1] ?? ''] as const),
    entries: () =>
      Object.fromEntries([...stamps].sort().map(([path, stamp]) => [path, fileEntryOf(stamp)])),
    counts: () => ({ ...counts }),
  };
}

/** Files of about as much as one thread should be given at a time: long ones go to several. */
function inGroups<File extends FilesTask['files'][number]>(files: readonly File[]): File[][] {
  const groups: File[][] = [];
  let bytes = groupBytes;
  for (const file of files) {
    if (bytes >= groupBytes) {
      groups.push([]);
      bytes = 0;
    }
    groups.at(-1)?.push(file);
    bytes += file.bytes.length;
  }
  return groups;
}

/** Bytes to be encoded; a file that is only linked weighs little. */
function weightOf(files: FilesTask['files']): number {
  return files.reduce((sum, { bytes, known }) => sum + (known ? 256 : bytes.length), 0);
}
