import { execFile } from 'node:child_process';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import test from 'ava';
import { nodeArguments } from '../../infra/local/run-build.ts';
import { fixtureContent, makeFolder } from '../helpers/content.ts';
import { currentFiles, filesBelow } from './released-files.ts';

const run = promisify(execFile);
const root = resolve(import.meta.dirname, '../..');

/**
 * Builds in a separate process with the given umask, environment and working folder. Returns a line with
 * path, hash and time for each file of the release.
 */
async function buildUnder(options: {
  umask: string;
  environment: Readonly<Record<string, string>>;
  folder: string;
  content: string;
  out: string;
}): Promise<readonly string[]> {
  const { umask, environment, folder, content, out } = options;
  const command = `umask ${umask} && exec "$0" "$@"`;
  const program = [process.execPath, ...nodeArguments('build/main.ts')];
  const args = [...program, '--content', content, '--out', out];
  await run('sh', ['-c', command, ...args], {
    cwd: folder,
    env: { ...process.env, ...environment },
  });
  return currentFiles(resolve(folder, out));
}

test('folder, time zone, locale, umask and order of files do not change the release', async (t) => {
  const folder = await makeFolder(t);
  const here = await buildUnder({
    umask: '022',
    environment: { TZ: 'UTC', LC_ALL: 'C', LANG: 'C' },
    folder: root,
    content: fixtureContent,
    out: join(folder, 'one/dist'),
  });
  // Writes the same files in reverse order, so that a folder lists them in another order where the file system allows
  // it.
  const files = [...(await filesBelow(fixtureContent))].reverse();
  for (const [path, { bytes }] of files) {
    await mkdir(dirname(join(folder, 'other', path)), { recursive: true });
    await writeFile(join(folder, 'other', path), bytes);
  }
  const there = await buildUnder({
    umask: '077',
    environment: { TZ: 'Pacific/Apia', LC_ALL: 'tr_TR.UTF-8', LANG: 'sv_SE.UTF-8' },
    folder,
    content: 'other',
    out: 'deep/er/dist',
  });
  t.true(here.length > 100);
  t.deepEqual(there, here);
  t.deepEqual(
    await readdir(join(folder, 'deep/er/dist/releases')),
    await readdir(join(folder, 'one/dist/releases')),
  );
});
