/** The lines of `catalogue check`: settings, nginx's own test of its files, and rights of private files. */
import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import fastGlob from 'fast-glob';
import { readSecretFiles } from '../../console/secret-files.ts';
import { readServiceSettings } from '../../console/service-settings.ts';
import { readConfig } from '../../pricing-service/config.ts';
import type { StatusLine } from './status.ts';

const run = promisify(execFile);

/** Private folders and files: other users may not read them, nor enter them. */
const privatePaths = [
  'srv/apparel-catalogue/content/prices',
  'srv/apparel-catalogue/dist/releases/*/private',
  'etc/apparel-catalogue/secrets',
  'etc/apparel-catalogue/tls/privkey.pem',
  'var/lib/apparel-catalogue/{redis,backups,keys}',
];

/** Seconds between two rounds of the sync listing (`catalogue-sync.service`). */
const syncSeconds = 60;

/** Checks the machine whose file system is below `root`. */
export async function checkMachine(
  settings: NodeJS.ProcessEnv,
  root: string,
): Promise<readonly StatusLine[]> {
  const edge = join(root, 'opt/apparel-catalogue/current/edge');
  const test = ['-t', '-q', '-p', edge, '-c', join(edge, 'infra/nginx.conf')];
  const [open, edited] = [await findOpen(root), await findEdited(root)];
  return [
    await lineOf('settings', async () => checkSettings(settings)),
    await lineOf('nginx', () => run('nginx', test)),
    await lineOf('rights', async () => {
      if (open.length > 0)
        throw new Error(`others can read ${open.join(', ')}: infra/install mends it`);
    }),
    await lineOf('edited', async () => {
      if (edited.length > 0) throw new Error(`compare, then remove: ${edited.join(', ')}`);
    }),
  ];
}

async function lineOf(name: string, check: () => Promise<unknown>): Promise<StatusLine> {
  try {
    await check();
    return { name, text: 'right', isWrong: false };
  } catch (error) {
    const { stderr, message } = error as Error & { readonly stderr?: string };
    return { name, text: (stderr || message).trim(), isWrong: true };
  }
}

/** Throws an error that names an invalid setting, without its value. */
function checkSettings(settings: NodeJS.ProcessEnv): void {
  const withSecrets = readSecretFiles(settings);
  readServiceSettings(withSecrets, syncSeconds);
  readConfig(settings);
}

/** Returns the private paths that other users may read or enter. */
async function findOpen(root: string): Promise<readonly string[]> {
  const paths = await fastGlob(privatePaths, { cwd: root, onlyFiles: false, absolute: true });
  const modes = await Promise.all(paths.map(async (path) => (await stat(path)).mode));
  return paths
    .filter((_, at) => ((modes[at] ?? 0) & 0o007) !== 0)
    .map((path) => `/${relative(root, path)}`);
}

/** Returns the new texts that infra/install has written beside edited files. */
async function findEdited(root: string): Promise<readonly string[]> {
  const patterns = ['etc/apparel-catalogue/**/*.new', 'etc/systemd/system/catalogue-*.new'];
  return (await fastGlob(patterns, { cwd: root })).map((path) => `/${path}`).sort();
}
