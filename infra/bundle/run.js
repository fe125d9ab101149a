/**
 * Runs a program of the project from its bundle: `node infra/bundle/run.js build/main.ts …`. First bundles the project,
 * in about a second, if the bundle is missing or a source has changed since (decision 70); if the project folder is
 * read-only, runs the program through tsx instead. This file is JavaScript, because Node.js 20 runs no TypeScript.
 */
import { spawn, spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { constants as system } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const project = fileURLToPath(new URL('../..', import.meta.url));
const [program = '', ...args] = process.argv.slice(2);
// Resolved only if it is needed: images have no tsx.
const typescript = () => ['--import', import.meta.resolve('tsx')];

if (await isCurrent()) await runBundled();
else if (isWritable()) {
  const bundling = [...typescript(), join(project, 'infra/bundle/main.ts')];
  const { status } = spawnSync(process.execPath, bundling, {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status === 0) await runBundled();
  else process.exitCode = 1;
} else runTypeScript();

/** Returns true if the bundle exists and no source has changed since it was written. */
async function isCurrent() {
  try {
    const { changed } = await import('../../bundle/changed.js');
    return changed === undefined;
  } catch (error) {
    // A file of the bundle, or its list of sources, is missing.
    if (['ERR_MODULE_NOT_FOUND', 'ENOENT'].includes(error.code)) return false;
    throw error;
  }
}

/** Runs the bundled program in this process. */
async function runBundled() {
  const path = join(project, 'bundle', program.replace(/\.ts$/, '.js'));
  process.argv.splice(1, 2, path);
  await import(pathToFileURL(path).href);
}

/** Returns true if this process may create files in the project folder. */
function isWritable() {
  try {
    accessSync(project, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** Runs the program through tsx, in a child process, because worker threads inherit `--import` of the process. */
function runTypeScript() {
  process.stderr.write(
    `bundle/ is missing or out of date, and ${project} is read-only: ${program} starts a second later\n`,
  );
  const child = spawn(process.execPath, [...typescript(), join(project, program), ...args], {
    stdio: 'inherit',
  });
  // A terminal sends Ctrl-C to both processes.
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? 128 + system.signals[signal];
  });
}
