/**
 * The frames of work on the output folder. What makes a release current and what removes releases
 * exclude each other: each sets its mark first and looks for others then, so that of two that begin
 * together at least one sees the other and does nothing (decision 26).
 */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { objectsFolder } from './objects.ts';
import { ReleaseError } from './release-error.ts';
import { draftName, livingDrafts, removeStaleDrafts } from './temp-entries.ts';

/** The folders that drafts may stand in. */
const draftFolders = (out: string) => [out, join(out, 'releases'), join(out, objectsFolder)];

/** The marks, and what is said of whoever has set one. */
const marks = { build: 'a build or an activation', prune: 'release prune' } as const;
type Mark = keyof typeof marks;

/**
 * For a build, and for an activation, which is the last step of one: removes what killed processes
 * have left, then does the work; nothing is pruned meanwhile. Several may be at work. Throws
 * `ReleaseError` when the folder cannot be used or is being pruned, and whatever the work throws.
 */
export async function whileBuilding<Result>(
  out: string,
  work: () => Promise<Result>,
): Promise<Result> {
  await writing(out, async () => {
    await mkdir(out, { recursive: true });
    for (const folder of draftFolders(out)) await removeStaleDrafts(folder);
  });
  return whileMarked(out, 'build', ['prune'], work);
}

/**
 * For a pruning: does the work; no release is built, becomes current or is pruned meanwhile. Throws
 * `ReleaseError` when the folder cannot be used or somebody else is at work, and whatever the work
 * throws.
 */
export async function whilePruning<Result>(
  out: string,
  work: () => Promise<Result>,
): Promise<Result> {
  return whileMarked(out, 'prune', ['build', 'prune'], work);
}

async function whileMarked<Result>(
  out: string,
  mark: Mark,
  excluded: readonly Mark[],
  work: () => Promise<Result>,
): Promise<Result> {
  const path = join(out, draftName(mark));
  await writing(out, () => writeFile(path, ''));
  try {
    await assertNone(out, excluded, path);
    return await work();
  } finally {
    await rm(path, { force: true });
  }
}

async function assertNone(out: string, excluded: readonly Mark[], own: string): Promise<void> {
  for (const { kind, path, pid } of await livingDrafts(out)) {
    const mark = excluded.find((each) => each === kind);
    if (mark === undefined || path === own) continue;
    throw new ReleaseError(
      `${marks[mark]} is at work in ${out} (process ${pid}); try again when it has ended, or remove ${path} if that process is none`,
    );
  }
}

async function writing(out: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    throw new ReleaseError(`cannot write ${out}: ${(error as Error).message}`);
  }
}
