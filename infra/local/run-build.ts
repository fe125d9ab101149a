/** Runs the compiler and other scripts of the project, each as a separate process. */
import { spawn } from 'node:child_process';
import { access, constants, mkdir, readdir, rm, stat, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Manifest } from '../../contract/release.ts';
import { nodeArguments } from './node-arguments.ts';
import { readCurrentManifest } from './read-current.ts';
import type { ResolvedSettings } from './settings.ts';
import { childEnvironment } from './settings.ts';

/** Absolute path of this project's folder. */
export const projectFolder = fileURLToPath(new URL('../..', import.meta.url));

/** Thrown when a script such as the compiler exits with an error, which it has already printed on standard error. */
export class BuildFailed extends Error {
  override readonly name = 'BuildFailed';
}

/**
 * The folder of the objects (the files of one version of a product) that all local runs share, so that a start reuses
 * the compressed files of earlier runs.
 */
const sharedObjects = join(projectFolder, 'dist', 'local', 'objects');

/** Shared objects are removed this many milliseconds after their last use. */
const unusedMs = 7 * 24 * 60 * 60 * 1000;

/**
 * Compiles the content into `out` and returns the manifest (the list of files and products) of the release. Also writes
 * the sync listing of the products that the content lists as active, unless a specification service reports the active
 * products: the caller must then call `startSyncer`. Rejects with `BuildFailed` if one of the two scripts fails, for
 * example because the content has errors, and with the other errors of `runScript` and `shareObjects`.
 */
export async function runBuild(
  settings: ResolvedSettings,
  { out, stop }: { out: string; stop: AbortSignal },
): Promise<Manifest> {
  const { content, baseUrl, usesService } = settings;
  await shareObjects(settings, out);
  // The guard protects public releases; here an editor may try any change.
  const args = ['--content', content, '--out', out, '--base-url', baseUrl, '--accept', 'all'];
  await runScript('build/main.ts', args, { stop });
  if (!usesService) {
    const accepting = ['--content', content, '--out', out, '--accept-loss'];
    await runScript('sync/main.ts', accepting, { stop });
  }
  return readCurrentManifest(out);
}

/**
 * Lets a run use the objects (the files of one version of a product) of earlier local runs: links `objects` in the
 * output folder `out` to a folder that all local runs share, and removes shared objects that no run has used for a
 * week. Does nothing if the project folder is read-only, or if the address has a randomly chosen port: documents
 * contain the address, so no later run could use their objects. The run then has its own objects in `out`, which are
 * removed with the run. Also does nothing if `out` has an entry `objects` already. Rejects with file-system errors.
 */
export async function shareObjects({ isLasting }: ResolvedSettings, out: string): Promise<void> {
  if (!isLasting) return;
  try {
    await mkdir(sharedObjects, { recursive: true });
    await access(sharedObjects, constants.W_OK);
  } catch {
    return;
  }
  await mkdir(out, { recursive: true });
  try {
    await symlink(sharedObjects, join(out, 'objects'));
  } catch (error) {
    // An earlier build of this run has made the link.
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return;
    throw error;
  }
  await removeUnused();
}

/** Removes the shared objects that no run has used for a week. */
async function removeUnused(): Promise<void> {
  // Files with other names are still being written.
  const folders = (await readdir(sharedObjects)).filter((name) => name.length === 2);
  for (const name of folders) {
    for (const object of await readdir(join(sharedObjects, name))) {
      const path = join(sharedObjects, name, object);
      // Another run may have removed the file.
      const { mtimeMs = Infinity } = (await stat(path).catch(() => undefined)) ?? {};
      if (mtimeMs < Date.now() - unusedMs) await rm(path, { recursive: true, force: true });
    }
  }
}

/**
 * Runs a TypeScript file, given by its path in the project, and resolves when it has ended with exit code 0. Rejects
 * with `BuildFailed` for another exit code, and with an `Error` if a signal ended it or it could not be started. When
 * `stop` aborts, sends SIGTERM to the script; the promise then usually rejects, because a signal ended the script.
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
