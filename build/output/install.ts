/**
 * Writes files, folders and links under temporary names and renames them, so that readers never see incomplete ones.
 * Temporary entries that exist while no process holds a lock (`locks.ts`) were left by killed processes.
 */
import { randomUUID } from 'node:crypto';
import {
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { mkdir, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { wrapFileSystemErrors } from './release-error.ts';
import { type Stamp, statStamped } from './stamps.ts';

/** Returns a unique name for a temporary file, folder or link. */
export function tempName(): string {
  return `.temp-${randomUUID()}`;
}

/** The names of temporary entries, also those of earlier compiler versions. */
const tempPattern = /^\.(temp|draft|link|build|prune)-/;

/** Returns the paths of the temporary entries in a folder that may be missing. Throws `ReleaseError` if it is unreadable. */
export async function listTempEntries(folder: string): Promise<string[]> {
  const names = await wrapFileSystemErrors(`cannot read ${folder}`, () =>
    readdir(folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    }),
  );
  return names.filter((name) => tempPattern.test(name)).map((name) => join(folder, name));
}

/** Removes the temporary entries in a folder that no other process can use now. Throws as `listTempEntries` and `rm`. */
export async function removeTempEntries(folder: string): Promise<void> {
  for (const path of await listTempEntries(folder)) {
    await rm(path, { recursive: true, force: true });
  }
}

/**
 * Returns the result of `work`, which makes the file or folder `temporary`. If `work` fails, removes `temporary`; a
 * file-system error becomes a `ReleaseError` whose message begins with `failure`.
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

/**
 * Replaces a file atomically: the old one stays if the disk is full or the process is killed, and a power failure leaves
 * no empty file. Throws `ReleaseError` for file-system errors.
 */
export function replaceFile(path: string, text: string): Promise<void> {
  const temporary = join(dirname(path), tempName());
  return cleaningUp(temporary, `cannot write ${path}`, async () => {
    await writeFile(temporary, text, { flush: true });
    await rename(temporary, path);
  });
}

/**
 * Creates or atomically replaces symbolic links in the folder `parent`: name → target. Makes all of them before it
 * renames them in the given order, so that a kill hardly ever leaves only some replaced. Throws `ReleaseError` for
 * file-system errors.
 */
export async function pointAt(
  parent: string,
  targets: Readonly<Record<string, string>>,
): Promise<void> {
  const temporary = join(parent, tempName());
  const links = Object.keys(targets);
  await cleaningUp(temporary, `cannot write ${links.join(' and ')} in ${parent}`, async () => {
    await mkdir(temporary);
    for (const link of links) await symlink(targets[link] ?? '', join(temporary, link));
    for (const link of links) renameSync(join(temporary, link), join(parent, link));
    await rm(temporary, { recursive: true });
  });
}

/** The entries that a folder should have, by their paths within the folder. */
export interface FolderContent {
  /** Path → size and SHA-256 of a file. Its size and time are compared; its bytes are not read. */
  readonly files: Readonly<Record<string, Stamp>>;
  /** Path → target of a symbolic link, as stored in it. */
  readonly links?: Readonly<Record<string, string>>;
  /** Path → text of a small file, which is compared by its text, not by its modification time. */
  readonly texts?: Readonly<Record<string, string>>;
}

/**
 * Renames the finished folder `temporary` to `target`. If that exists, it has the same content, of which its name is a
 * hash: then only replaces its missing and damaged entries, so that served files are never missing. Throws file-system
 * errors.
 */
export async function installFolder(
  temporary: string,
  target: string,
  content: FolderContent,
): Promise<void> {
  mkdirSync(dirname(target), { recursive: true });
  try {
    return moveTo(target, temporary);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (!['ENOTEMPTY', 'EEXIST'].includes(code)) throw error;
  }
  for (const path of damagedEntries(target, content)) {
    makeFolderLike(dirname(path), temporary, target);
    moveTo(join(target, path), join(temporary, path));
  }
  await rm(temporary, { recursive: true, force: true });
}

/** Renames an entry, also if `target` is of another kind. Synchronous: waiting for another thread takes longer. */
function moveTo(target: string, temporary: string): void {
  const found = lstatSync(target, { throwIfNoEntry: false });
  if (found && found.isDirectory() !== lstatSync(temporary).isDirectory()) {
    rmSync(target, { recursive: true });
  }
  renameSync(temporary, target);
}

/** Returns the paths of entries that are missing, unreadable or have another state. */
export function damagedEntries(
  folder: string,
  { files, links = {}, texts = {} }: FolderContent,
): string[] {
  const at = (path: string) => join(folder, path);
  const damaged = [
    ...Object.entries(files).filter(([path, stamp]) => !statStamped(at(path), stamp)),
    ...Object.entries(links).filter(([path, to]) => tryRead(() => readlinkSync(at(path))) !== to),
    ...Object.entries(texts).filter(
      ([path, text]) => tryRead(() => readFileSync(at(path), 'utf8')) !== text,
    ),
  ];
  return damaged.map(([path]) => path);
}

/** Creates missing folders below `target`, with the modes that they have below `temporary`: `private/` stays closed. */
function makeFolderLike(path: string, temporary: string, target: string): void {
  if (path === '.') return;
  makeFolderLike(dirname(path), temporary, target);
  const folder = join(target, path);
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
  rmSync(folder, { force: true });
  mkdirSync(folder, { mode: statSync(join(temporary, path)).mode });
}

function tryRead(read: () => string): string | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
