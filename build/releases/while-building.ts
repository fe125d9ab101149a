/** The frame of a build's work on the output folder: clean up, mark, work, take the mark away. */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ReleaseError } from '../release/write-tree.ts';
import { draftName, removeStaleDrafts } from './drafts.ts';

/** The folders that drafts may stand in. */
const draftFolders = (out: string) => [out, join(out, 'releases')];

/**
 * Removes what killed builds have left and does some work below a mark that tells others, pruning
 * above all, that a build is on. Throws `ReleaseError` when the folder cannot be used, and whatever
 * the work throws.
 */
export async function whileBuilding<Result>(
  out: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const mark = join(out, draftName('build'));
  try {
    await mkdir(out, { recursive: true });
    for (const folder of draftFolders(out)) await removeStaleDrafts(folder);
    await writeFile(mark, '');
  } catch (error) {
    throw new ReleaseError(`cannot write ${out}: ${(error as Error).message}`);
  }
  try {
    return await work();
  } finally {
    await rm(mark, { force: true });
  }
}
