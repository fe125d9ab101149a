/** Decides which files and chunks (parts of long files) of a release a pull fetches, and joins the chunks to files. */
import { join } from 'node:path';
import { isFileSystemError } from '../../console/errors.ts';
import { type FileRange, findChunks, joinChunks } from './chunks.ts';
import { type Chunks, chunked, chunksOfFile, type ReleaseFile } from './remote-layout.ts';
import type { StagedFiles } from './staged-files.ts';

/** The files and chunks (parts of long files) that a pull must fetch, and the function that joins the chunks. */
export interface FetchPlan {
  /** The files and chunks on the remote that this machine lacks. */
  readonly missing: readonly ReleaseFile[];
  /**
   * Joins the chunks of each file that the remote has in chunks, and writes the result to the path of that file in the
   * folder of fetched files. All of `missing` must have been fetched. Throws `RemoteError` if the SHA-256 of a result
   * is wrong, and `ReleaseError` for file-system errors.
   */
  joinFiles(): Promise<void>;
}

/** Options of `planFetch`, which decides which files a pull fetches. */
export interface FetchPlanOptions {
  /** The chunks of long files, from the manifest of the release; undefined if the remote has no file in chunks. */
  readonly chunks: Chunks | undefined;
  /**
   * Folder of the current release; undefined if no release is current. Chunks that its files contain at the same paths
   * are not fetched.
   */
  readonly current: string | undefined;
  /** Knows the path at which this machine stores each fetched file or chunk. */
  readonly staged: StagedFiles;
}

/**
 * Plans what a pull must fetch for `files`, which this machine lacks. If the remote has a file in chunks, leaves out
 * the chunks that the current release has in its file at the same path.
 */
export async function planFetch(
  files: readonly ReleaseFile[],
  { chunks, current, staged }: FetchPlanOptions,
): Promise<FetchPlan> {
  const inChunks = files.flatMap((file) => {
    const parts = chunksOfFile(file, chunks);
    return parts ? [{ file, parts }] : [];
  });
  const known = new Map<string, FileRange>();
  if (current !== undefined) {
    for (const { file } of inChunks) {
      const found = await chunksIfReadable(join(current, file.from));
      for (const [hash, range] of found) known.set(hash, range);
    }
  }
  return {
    missing: chunked(files, chunks).filter(({ stamp: [, hash] }) => !known.has(hash)),
    async joinFiles() {
      for (const { file, parts } of inChunks) {
        const ranges = parts.map((part): FileRange => {
          const [size, hash] = part.stamp;
          return known.get(hash) ?? { path: staged.pathOf(part), start: 0, end: size };
        });
        await joinChunks(staged.pathOf(file), ranges, file.stamp[1]);
      }
    },
  };
}

/**
 * Returns the chunks of a file on this machine, by SHA-256; an empty map if the file cannot be read, so that the pull
 * fetches all of its chunks.
 */
async function chunksIfReadable(path: string): Promise<ReadonlyMap<string, FileRange>> {
  try {
    return await findChunks(path);
  } catch (error) {
    if (isFileSystemError(error)) return new Map();
    throw error;
  }
}
