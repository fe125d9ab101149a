/** Puts finished folders and links in place, so that a reader never meets a part of one. */
import { lstatSync, readFileSync, readlinkSync } from 'node:fs';
import { mkdir, rename, rm, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { refusedBy } from './release-error.ts';
import { hasStamp, type Stamp } from './stamps.ts';
import { tempName } from './temp-entries.ts';

/** What a folder must hold, by path. */
export interface FolderContent {
  /** Files whose modification time is made from their hash. */
  readonly files: ReadonlyMap<string, Stamp>;
  /** Symbolic links with their targets. */
  readonly links?: ReadonlyMap<string, string>;
  /** Small files with a modification time of their own. */
  readonly texts?: ReadonlyMap<string, string>;
}

/**
 * Renames a finished folder to its place. If a folder is there, it has the same content by its name:
 * each entry of it that is missing or damaged is replaced in one step, the rest stays, so that what is
 * served from it is never away. Throws what the file system says.
 */
export async function installFolder(
  temporary: string,
  target: string,
  content: FolderContent,
): Promise<void> {
  try {
    await renameMakingParent(temporary, target);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (!['ENOTEMPTY', 'EEXIST', 'ENOTDIR'].includes(code)) throw error;
    if (code === 'ENOTDIR') await rm(target);
    await repairFolder(temporary, target, content);
    await rm(temporary, { recursive: true, force: true });
  }
}

/** Renames; if the folder of the target is missing, makes it and tries once more. Throws what the file system says. */
async function renameMakingParent(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    await mkdir(dirname(to), { recursive: true });
    // Throws ENOENT if `from` is missing too: somebody removed the output folder meanwhile.
    await rename(from, to);
  }
}

/** The entries of a folder that are missing or not as they should be. */
export function damagedEntries(
  folder: string,
  { files, links = new Map(), texts = new Map() }: FolderContent,
): string[] {
  const damaged = [
    ...[...files].filter(([path, stamp]) => !hasStamp(join(folder, path), stamp)),
    ...[...links].filter(([path, target]) => linkTarget(join(folder, path)) !== target),
    ...[...texts].filter(([path, text]) => textOf(join(folder, path)) !== text),
  ];
  return damaged.map(([path]) => path);
}

async function repairFolder(
  temporary: string,
  target: string,
  content: FolderContent,
): Promise<void> {
  for (const path of damagedEntries(target, content)) {
    const place = join(target, path);
    await mkdir(dirname(place), { recursive: true });
    // A rename replaces a file or a link, but not a folder that holds something.
    const found = lstatSync(place, { throwIfNoEntry: false });
    if (found?.isDirectory()) await rm(place, { recursive: true });
    await rename(join(temporary, path), place);
  }
}

function textOf(path: string): string | undefined {
  const found = lstatSync(path, { throwIfNoEntry: false });
  return found?.isFile() ? readFileSync(path, 'utf8') : undefined;
}

function linkTarget(path: string): string | undefined {
  const found = lstatSync(path, { throwIfNoEntry: false });
  return found?.isSymbolicLink() ? readlinkSync(path) : undefined;
}

/** Points the symlink `<parent>/<link>` at a folder, in one step for every reader. Throws `ReleaseError`. */
export async function pointAt(parent: string, link: string, target: string): Promise<void> {
  const temporary = join(parent, tempName());
  await cleaningUp(temporary, `cannot point ${join(parent, link)} at ${target}`, async () => {
    await symlink(target, temporary);
    await rename(temporary, join(parent, link));
  });
}

/** Does some work that makes a temporary file or folder; removes that when the work fails. */
export function cleaningUp<Result>(
  temporary: string,
  failure: string,
  work: () => Promise<Result>,
): Promise<Result> {
  return refusedBy(failure, async () => {
    try {
      return await work();
    } catch (error) {
      // If it cannot be removed, the next build does so; the reason of the failure is what matters.
      await rm(temporary, { recursive: true, force: true }).catch(() => {});
      throw error;
    }
  });
}

/**
 * Does the work that writes a release, with a temporary folder below `out`. Its `private/` is for the owner and the
 * group only, because web servers and other users must not read net prices. Throws `ReleaseError` for what the file
 * system refuses, and whatever the work throws; nothing is left then.
 */
export function whileWritingRelease<Result>(
  out: string,
  work: (folder: string) => Promise<Result>,
): Promise<Result> {
  const parent = join(out, 'releases');
  const folder = join(parent, tempName());
  return cleaningUp(folder, `cannot write ${parent}`, async () => {
    await mkdir(folder, { recursive: true });
    await mkdir(join(folder, 'private'), { mode: 0o750 });
    return work(folder);
  });
}
