/** Runs the compiler and other scripts of the project, each as a separate process. */
import { spawn } from 'node:child_process';
import { access, constants, mkdir, readdir, rm, stat, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withFolderLock } from '../../build/output/locks.ts';
import type { Manifest } from '../../contract/release.ts';
import { nodeArguments } from './node-arguments.ts';
import { readCurrentManifest } from './read-current.ts';
import { childEnvironment, type ResolvedSettings } from './settings.ts';

/** Absolute path of this project's folder. */
export const projectFolder = fileURLToPath(new URL('../..', import.meta.url));

/** Thrown when a script such as the compiler exits with an error, which it has already printed on standard error. */
export class BuildFailed extends Error {
  override readonly name = 'BuildFailed';
}

/** The objects (files of one version of a product) of all local runs, so that a start uses those of earlier runs. */
const sharedObjects = join(projectFolder, 'dist', 'local', 'objects');

/** Shared objects may be removed this many milliseconds after a build has last used them. */
const unusedMs = 7 * 24 * 60 * 60 * 1000;

/**
 * Compiles the content into `out`, writes the sync listing unless `startSyncer` does (`usesService`), and returns the
 * manifest. Rejects with `BuildFailed` if a script exits with an error, such as for errors of the content.
 */
export async function runBuild(
  settings: ResolvedSettings,
  { out, stop }: { out: string; stop: AbortSignal },
): Promise<Manifest> {
  const { content, baseUrl, usesService } = settings;
  await shareObjects(settings, { out, stop });
  // The guard protects public releases; here an editor may try any change.
  const args = [
    '--content',
    content,
    '--out',
    out,
    '--base-url',
    baseUrl,
    '--accept',
    'all',
    '--browser',
  ];
  await runScript('build/main.ts', args, { stop });
  if (!usesService) {
    const accepting = ['--content', content, '--out', out, '--accept-loss'];
    await runScript('sync/main.ts', accepting, { stop });
  }
  return readCurrentManifest(out);
}

/**
 * Links `objects` in `out` to the folder `shared` of all local runs, and removes its objects that no build has used for
 * a week, unless another run is active. Does nothing if `isLasting` is false, because no later run has the same port in
 * its documents, or if `shared` cannot be written.
 */
export async function shareObjects(
  { isLasting }: Pick<ResolvedSettings, 'isLasting'>,
  { out, stop, shared = sharedObjects }: { out: string; stop: AbortSignal; shared?: string },
): Promise<void> {
  if (!isLasting) return;
  try {
    await mkdir(shared, { recursive: true });
    for (const folder of [dirname(shared), shared]) await access(folder, constants.W_OK);
  } catch {
    return;
  }
  await mkdir(out, { recursive: true });
  try {
    await symlink(shared, join(out, 'objects'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return;
    throw error;
  }
  const ended = new Promise((resolve) => stop.addEventListener('abort', resolve));
  await new Promise<void>((resolve, reject) => {
    // Not in `shared` itself: builds lock that folder.
    withFolderLock(dirname(shared), async (lock) => {
      if (await lock.take('exclusive')) await removeUnused(shared);
      // Held until the end of the run, by which other runs notice it.
      await lock.take('shared', { waitMs: Number.POSITIVE_INFINITY, stop });
      resolve();
      if (!stop.aborted) await ended;
    }).catch(reject);
  });
}

async function removeUnused(shared: string): Promise<void> {
  // Files with other names are still being written.
  const folders = (await readdir(shared)).filter((name) => name.length === 2);
  for (const name of folders) {
    for (const object of await readdir(join(shared, name))) {
      const path = join(shared, name, object);
      const { mtimeMs = Infinity } = (await stat(path).catch(() => undefined)) ?? {};
      if (mtimeMs < Date.now() - unusedMs) await rm(path, { recursive: true, force: true });
    }
  }
}

/**
 * Runs a TypeScript file of the project until it exits with 0. Rejects with `BuildFailed` for another exit code, with an
 * `Error` if a signal ended it or it could not be started. When `stop` aborts, sends it SIGTERM.
 */
export async function runScript(
  script: string,
  args: readonly string[],
  options: { stop: AbortSignal; environment?: Readonly<Record<string, string>> },
): Promise<void> {
  const child = spawn(process.execPath, [...nodeArguments(script), ...args], {
    env: childEnvironment(options.environment),
    stdio: ['ignore', 'inherit', 'inherit'],
    signal: options.stop,
    // A separate process group: Ctrl-C reaches only the runner, which then stops the child.
    detached: true,
  });
  const [code, signal] = await new Promise<[number | null, NodeJS.Signals | null]>(
    (resolve, reject) => {
      // A stopped child may write until it exits; a child that never started has no exit event.
      child.once('error', (error) => child.pid === undefined && reject(error));
      child.once('exit', (...outcome) => resolve(outcome));
    },
  );
  if (signal !== null) throw new Error(`${script} was ended by ${signal}`);
  if (code !== 0) throw new BuildFailed(`${script} exited with ${code}`);
}
