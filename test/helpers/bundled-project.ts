/** Copies the project, bundles the programs of the copy as on a server, and runs them. */
import { type ExecFileOptions, execFile } from 'node:child_process';
import { cpSync } from 'node:fs';
import { symlink } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { bundledPath } from '../../infra/bundle/programs.ts';
import { writeBundle } from '../../infra/bundle/write-bundle.ts';
import { projectFolder } from '../../infra/local/run-build.ts';
import type { ProcessEnd } from '../build/run-process.ts';
import { makeFolder } from './content.ts';
import type { Teardown } from './teardown.ts';

/**
 * Entries of the project folder that are not copied: bundled programs do not need them, or the copy gets its
 * own (`bundle`, `node_modules`).
 */
const leftOut = new Set([
  '.git',
  'bench',
  'bundle',
  'content',
  'dist',
  'node_modules',
  'test',
  'tmp',
]);

/**
 * Copies the project into a folder for one test and links `node_modules` there, without bundling anything. Returns the
 * copy's path.
 */
export async function copyProject(t: Teardown): Promise<string> {
  const folder = join(await makeFolder(t), 'project');
  const filter = (path: string) => !leftOut.has(relative(projectFolder, path));
  cpSync(projectFolder, folder, { recursive: true, filter });
  await symlink(join(projectFolder, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

/** Copies the project and bundles its programs. Returns the copy's path. */
export async function bundleProject(t: Teardown): Promise<string> {
  const folder = await copyProject(t);
  await writeBundle(folder);
  return folder;
}

/**
 * Copies a bundled project. All copied files get the current time as modification time. Returns the copy's
 * path.
 */
export async function copyBundled(t: Teardown, project: string): Promise<string> {
  const folder = join(await makeFolder(t), 'project');
  cpSync(project, folder, { recursive: true, verbatimSymlinks: true });
  return folder;
}

/**
 * Runs a bundled program, given by the path of its source, such as `build/main.ts`, in the folder of a bundled project,
 * as a unit of systemd does. Resolves to its exit code and output when it has ended.
 */
export function runBundled(
  project: string,
  program: string,
  args: readonly string[] = [],
  environment: Readonly<Record<string, string>> = {},
): Promise<ProcessEnd> {
  return runNode(project, [join('bundle', bundledPath(program)), ...args], environment);
}

/**
 * Runs a program in a project folder as its npm script does: bundled, after bundling it if a source has changed.
 * Resolves to its exit code and output when it has ended. `uid` is the id of the user who runs it, by default that of
 * this process.
 */
export function runLikeNpm(
  project: string,
  program: string,
  args: readonly string[],
  { uid }: { readonly uid?: number | undefined } = {},
): Promise<ProcessEnd> {
  return runNode(project, ['infra/bundle/run.js', program, ...args], {}, uid);
}

function runNode(
  cwd: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
  uid?: number,
): Promise<ProcessEnd> {
  return runProcess(process.execPath, args, environment, {
    cwd,
    ...(uid !== undefined && { uid }),
  });
}

/**
 * Runs a program with additional environment variables. Resolves to its exit code and output when it has ended.
 */
export function runProcess(
  program: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
  options: Pick<ExecFileOptions, 'cwd' | 'uid'> = {},
): Promise<ProcessEnd> {
  const env = { ...process.env, ...environment };
  return new Promise((done) => {
    execFile(program, args, { ...options, env, encoding: 'utf8' }, (error, stdout, stderr) => {
      // A process that a signal has ended has no exit code.
      const exitCode = error === null ? 0 : Number(error.code ?? Number.NaN);
      done({ exitCode, stdout, stderr });
    });
  });
}
