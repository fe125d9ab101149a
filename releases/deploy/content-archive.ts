/**
 * The content of a deploy, kept in its release as `private/content.tar.gz` without pictures: deploys at a date of the
 * content and after an upgrade are made from it, and never from unfinished edits.
 */
import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { copyFile, mkdir, rename, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { listContent } from '../../build/content/list-content.ts';
import { codingOf } from '../../build/output/encode.ts';
import { readManifest } from '../../build/output/release-records.ts';
import { linkOrCopy } from '../../build/output/stamps.ts';
import { ExpectedError } from '../../console/errors.ts';

/** Path of the archive in a release. */
export const contentArchive = 'private/content.tar.gz';

/** The folder of the content whose files are not archived: a release has them in `public/assets`. */
const pictures = 'assets/';

/**
 * Archives a content folder to the file `archive`, which only this user can read. Throws `ExpectedError` if tar fails.
 */
export async function archiveContent(
  content: string,
  archive: string,
): Promise<(release: string) => Promise<void>> {
  const before = await describeFiles(content);
  const names = [...before.keys()].filter((path) => !path.startsWith(pictures));
  await runTar(['-czf', resolve(archive), '-C', resolve(content), '-T', '-'], names);
  return async (release) => {
    const after = await describeFiles(content);
    const paths = [...new Set([...before.keys(), ...after.keys()])];
    const changed = paths.find((path) => before.get(path) !== after.get(path));
    if (changed !== undefined) {
      throw new ExpectedError(
        `${join(content, changed)} was changed during the deploy; deploy again`,
      );
    }
    await moveInto(release, archive);
  };
}

async function moveInto(release: string, archive: string): Promise<void> {
  const target = join(release, contentArchive);
  await mkdir(dirname(target), { recursive: true, mode: 0o750 });
  await rename(archive, target);
}

/** Copies the archive of a release into the folder of another one, atomically. Throws file-system errors. */
export async function copyContent(from: string, to: string): Promise<void> {
  if (from === to) return;
  const copy = `${join(to, contentArchive)}.copy`;
  await mkdir(dirname(copy), { recursive: true, mode: 0o750 });
  await copyFile(join(from, contentArchive), copy, constants.COPYFILE_FICLONE);
  await moveInto(to, copy);
}

/** Returns path → size and modification time, as text, of each file of a content folder. */
async function describeFiles(content: string): Promise<ReadonlyMap<string, string>> {
  const { files } = await listContent(content);
  const described = files.map(async (path) => {
    const { size, mtimeMs } = await stat(join(content, path));
    return [path, `${size} ${mtimeMs}`] as const;
  });
  return new Map(await Promise.all(described));
}

/**
 * Unpacks the content of a release to the folder `target`, which it creates and only this user can enter; links the
 * pictures of the release into it. Throws `ExpectedError` if the release has no archive or tar fails.
 */
export async function unpackContent(release: string, target: string): Promise<void> {
  const archive = join(release, contentArchive);
  if (!(await hasContent(release))) {
    throw new ExpectedError(
      `${archive} is missing, so that the content of the current release is unknown; deploy by hand`,
    );
  }
  await mkdir(target, { mode: 0o700 });
  await runTar(['-xzf', resolve(archive), '-C', resolve(target)]);
  const { files } = await readManifest(release);
  for (const [path, { size, sha256 }] of Object.entries(files)) {
    if (!path.startsWith(`public/${pictures}`) || codingOf(path) !== 0) continue;
    const to = join(target, path.slice('public/'.length));
    await mkdir(dirname(to), { recursive: true });
    linkOrCopy(join(release, path), to, [size, sha256]);
  }
}

/** Returns true if a release has an archive of its content. */
export async function hasContent(release: string): Promise<boolean> {
  return stat(join(release, contentArchive)).then(
    () => true,
    () => false,
  );
}

/** Runs tar with `names` on its standard input; its files are closed to other users: content has net prices. */
async function runTar(args: readonly string[], names: readonly string[] = []): Promise<void> {
  try {
    const end = promisify(execFile)('sh', ['-c', 'umask 077 && exec tar "$@"', 'sh', ...args]);
    // A tar that fails does not read its input.
    end.child.stdin?.on('error', () => {});
    end.child.stdin?.end(names.map((path) => `./${path}\n`).join(''));
    await end;
  } catch (cause) {
    const { stderr = '', message } = cause as Error & { stderr?: string };
    throw new ExpectedError(`cannot archive the content: ${stderr.trim() || message}`, { cause });
  }
}
