/**
 * Installs the missing programs of `programs.ts` for `npm test`, with `--machine` also those of `npm run test:machine`.
 * Runs apt-get as root or with passwordless sudo; on other systems prints what to install.
 */
import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { machinePrograms, missingPrograms, provisionHint, testPrograms } from './programs.ts';

const programs = process.argv.includes('--machine') ? machinePrograms : testPrograms;
const missing = missingPrograms(programs);
if (missing.length > 0) {
  const prefix = await installerPrefix();
  if (prefix === undefined) fail(provisionHint(missing));
  else install(prefix, [...new Set(missing.map((program) => program.package))]);
  const still = missingPrograms(programs);
  if (still.length > 0 && process.exitCode === undefined) fail(provisionHint(still));
}
/**
 * Returns the words to put before the apt-get command: an empty list for root, `sudo -n` if sudo asks no password.
 * Returns undefined if neither applies, or if the system is not Debian or Ubuntu.
 */
async function installerPrefix(): Promise<readonly string[] | undefined> {
  const system = await readFile('/etc/os-release', 'utf8').catch(() => '');
  if (!/^ID(_LIKE)?=.*\b(debian|ubuntu)\b/m.test(system)) return undefined;
  if (process.getuid?.() === 0) return [];
  const { status } = spawnSync('sudo', ['-n', 'true'], { stdio: 'ignore' });
  return status === 0 ? ['sudo', '-n'] : undefined;
}

function install(prefix: readonly string[], packages: readonly string[]): void {
  process.stdout.write(`installing ${packages.join(' ')}\n`);
  const steps = [
    ['apt-get', '-qq', 'update'],
    ['apt-get', '-qq', 'install', '--yes', '--no-install-recommends', ...packages],
  ];
  for (const step of steps) {
    // env sets the variable, because sudo does not pass on the environment.
    const [command = '', ...args] = [...prefix, 'env', 'DEBIAN_FRONTEND=noninteractive', ...step];
    const { status, error } = spawnSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'] });
    if (status !== 0) fail(`${step.join(' ')} failed${error ? `: ${error.message}` : ''}`);
  }
}

function fail(message: string): void {
  process.stderr.write(`${message}\n`);
  process.exitCode = 1;
}
