/** Moves finished folders and links to their final paths, so that readers never see incomplete ones. */
import {
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { wrapFileSystemErrors } from './release-error.ts';
import { hasStamp, type Stamp, statIfPresent } from './stamps.ts';
import { tempName } from './temp-entries.ts';

/** The entries that a folder should have, by their paths within the folder. */
export interface FolderContent {
  /** Path → size and SHA-256 of a file. Its size and time are compared; its bytes are not read. */
  readonly files: ReadonlyMap<string, Stamp>;
  /** Path → target of a symbolic link, as stored in it. */
  readonly links?: ReadonlyMap<string, string>;
  /** Path → text of a small file, which is compared by its text, not by its modification time. */
  readonly texts?: ReadonlyMap<string, string>;
}

/**
 * Renames the finished folder `temporary` to `target`, so that readers never see an unfinished folder. If `target`
 * exists, only replaces its entries that are missing or damaged, so that served files are never missing: a folder with
 * this name has the same content, of which the name is a hash. Throws file-system errors.
 */
export async function installFolder(
  temporary: string,
  target: string,
  content: FolderContent,
): Promise<void> {
  try {
    renameMakingParent(temporary, target);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (!['ENOTEMPTY', 'EEXIST', 'ENOTDIR'].includes(code)) throw error;
    if (code === 'ENOTDIR') {
      await rm(target);
      return rename(temporary, target);
    }
    await repairFolder(temporary, target, content);
    await rm(temporary, { recursive: true, force: true });
  }
}

/** Renames a file or folder, also into a missing folder. Synchronous: waiting for another thread takes longer. */
function renameMakingParent(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    mkdirSync(dirname(to), { recursive: true });
    // Throws ENOENT if `from` is missing too: the output folder was removed.
    renameSync(from, to);
  }
}

/** Returns the paths of entries that are missing or have another state. Throws file-system errors. */
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
    const damaged = join(target, path);
    makeFolderLike(dirname(path), temporary, target);
    // A rename replaces a file or a link, but not a folder with entries.
    if (statIfPresent(damaged, lstatSync)?.isDirectory()) await rm(damaged, { recursive: true });
    await rename(join(temporary, path), damaged);
  }
}

/** Creates a folder below `target`, with the mode that it has below `temporary`: `private/` stays closed to others. */
function makeFolderLike(path: string, temporary: string, target: string): void {
  const folder = join(target, path);
  if (path === '.' || statIfPresent(folder)?.isDirectory()) return;
  makeFolderLike(dirname(path), temporary, target);
  rmSync(folder, { force: true });
  mkdirSync(folder, { mode: statSync(join(temporary, path)).mode });
}

function textOf(path: string): string | undefined {
  return statIfPresent(path, lstatSync)?.isFile() ? readFileSync(path, 'utf8') : undefined;
}

function linkTarget(path: string): string | undefined {
  return statIfPresent(path, lstatSync)?.isSymbolicLink() ? readlinkSync(path) : undefined;
}

/** Creates or atomically replaces the symbolic link `<parent>/<link>`. Rejects as `pointAllAt`. */
export function pointAt(parent: string, link: string, target: string): Promise<void> {
  return pointAllAt(parent, new Map([[link, target]]));
}

/**
 * Creates or atomically replaces symbolic links in the folder `parent`: name of the link → target. First makes all links
 * in a temporary folder and then renames them in the given order, so that a kill hardly ever leaves only some replaced.
 * Rejects with `ReleaseError` for file-system errors.
 */
export async function pointAllAt(
  parent: string,
  targets: ReadonlyMap<string, string>,
): Promise<void> {
  const temporary = join(parent, tempName());
  const links = [...targets.keys()];
  await cleaningUp(temporary, `cannot write ${links.join(' and ')} in ${parent}`, async () => {
    await mkdir(temporary);
    for (const [link, target] of targets) await symlink(target, join(temporary, link));
    for (const link of links) renameSync(join(temporary, link), join(parent, link));
    await rm(temporary, { recursive: true });
  });
}

/**
 * Writes a text to a temporary file and renames it to `path`, so that the old file stays if the disk is full or the
 * process is killed. With `flush`, writes the bytes to the disk before the rename, so that a power failure leaves no
 * empty file. Rejects with `ReleaseError` for file-system errors.
 */
export function replaceFile(
  path: string,
  text: string,
  { flush = false }: { readonly flush?: boolean } = {},
): Promise<void> {
  const temporary = join(dirname(path), tempName());
  return cleaningUp(temporary, `cannot write ${path}`, async () => {
    await writeFile(temporary, text, { flush });
    await rename(temporary, path);
  });
}

/**
 * Runs `work`, which makes the file or folder `temporary`, and returns its result. If `work` fails, removes `temporary`
 * and rejects with its error; a file-system error becomes a `ReleaseError` whose message begins with `failure`.
 */
export function cleaningUp<Result>(
  temporary: string,
  failure: string,
  work: () => Promise<Result>,
): Promise<Result> {
  return wrapFileSystemErrors(failure, async () => {
    try {
      return await work();
    } catch (error) {
      // If it cannot be removed, the next build removes it; the original failure is more important.
      await rm(temporary, { recursive: true, force: true }).catch(() => {});
      throw error;
    }
  });
}
