/** Writes a folder of files as a whole: it is there complete, or not at all. */
import { statSync } from 'node:fs';
import { mkdir, rename, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileEntry } from '../../contract/release.ts';
import { draftName } from '../releases/drafts.ts';

/** Thrown when the file system does not keep what a release needs, or refuses a write. */
export class ReleaseError extends Error {
  override readonly name = 'ReleaseError';
}

/** A draft that is complete. */
export interface Tree {
  /** The name it is to have. */
  readonly name: string;
  /** Its files; each has the size and modification time that stand here. */
  readonly entries: Readonly<Record<string, FileEntry>>;
  /** Files without an entry, whose size alone tells whether they are whole: path and size. */
  readonly others: Readonly<Record<string, number>>;
}

/**
 * Lets `fill` write a draft beside the trees of `parent`, then gives it its name. A whole folder of
 * that name is the same tree and stays as it is; a damaged one is replaced. Throws `ReleaseError`
 * for whatever the file system refuses; then, and when `fill` throws, nothing is left behind.
 */
export async function writeTree<Filled extends Tree>(
  parent: string,
  fill: (draft: string) => Promise<Filled>,
): Promise<Filled> {
  const draft = join(parent, draftName('draft'));
  return cleaningUp(draft, `cannot write ${parent}`, async () => {
    await mkdir(draft, { recursive: true });
    const tree = await fill(draft);
    await moveInto(draft, join(parent, tree.name), tree);
    return tree;
  });
}

/** Points the symlink `<parent>/<link>` at a folder, in one step for every reader. Throws `ReleaseError`. */
export async function pointAt(parent: string, link: string, target: string): Promise<void> {
  const draft = join(parent, draftName('link'));
  await cleaningUp(draft, `cannot point ${join(parent, link)} at ${target}`, async () => {
    await symlink(target, draft);
    await rename(draft, join(parent, link));
  });
}

/** Does some work; what the file system says against it is a `ReleaseError` that begins with `failure`. */
export async function refusedBy<Result>(
  failure: string,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (!(error instanceof ReleaseError) && code === undefined) throw error;
    throw new ReleaseError(`${failure}: ${message}`);
  }
}

/** The same; the draft goes when it fails. */
function cleaningUp<Result>(
  draft: string,
  failure: string,
  work: () => Promise<Result>,
): Promise<Result> {
  return refusedBy(failure, async () => {
    try {
      return await work();
    } catch (error) {
      // What cannot be removed was not written; the reason of the failure is what matters.
      await rm(draft, { recursive: true, force: true }).catch(() => {});
      throw error;
    }
  });
}

/** Whether every file is there with its size and, where it has an entry, the time made from its bytes. */
function isWhole(folder: string, { entries, others }: Tree): boolean {
  const find = (path: string) => statSync(join(folder, path), { throwIfNoEntry: false });
  for (const [path, { size, mtime }] of Object.entries(entries)) {
    const found = find(path);
    if (found?.size !== size || Math.floor(found.mtimeMs / 1000) !== mtime) return false;
  }
  return Object.entries(others).every(([path, size]) => find(path)?.size === size);
}

/** The same tree may stand there already, or another build may write it meanwhile; a damaged one makes way. */
async function moveInto(draft: string, target: string, tree: Tree): Promise<void> {
  try {
    await rename(draft, target);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOTEMPTY' && code !== 'EEXIST') throw error;
    const discarded = `${draft}-discarded`;
    if (isWhole(target, tree)) await rename(draft, discarded);
    else {
      await rename(target, discarded);
      await rename(draft, target);
    }
    await rm(discarded, { recursive: true, force: true });
  }
}
