import { execFile } from 'node:child_process';
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import test from 'ava';
import { fixtureContent, makeFolder } from '../helpers/content.ts';
import { currentFiles, filesBelow } from './released-files.ts';

const run = promisify(execFile);
const root = resolve(import.meta.dirname, '../..');

/** Builds in a process of its own, under a shell's umask. */
async function buildUnder(options: {
  umask: string;
  environment: Readonly<Record<string, string>>;
  folder: string;
  content: string;
  out: string;
}): Promise<readonly string[]> {
  const { umask, environment, folder, content, out } = options;
  const command = `umask ${umask} && exec "$0" --import "$1" "$2" --content "$3" --out "$4"`;
  const script = join(root, 'build/main.ts');
  const args = [process.execPath, import.meta.resolve('tsx'), script, content, out];
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
  // The same files, written last to first, and a folder that lists them so where it can.
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

test('a cache made in another folder does not change the release', async (t) => {
  const folder = await makeFolder(t);
  const environment = { TZ: 'America/St_Johns' };
  const options = { umask: '027', environment, folder, content: fixtureContent };
  const cold = await buildUnder({ ...options, out: 'one' });
  await cp(join(folder, 'one/cache'), join(folder, 'two/cache'), {
    recursive: true,
    preserveTimestamps: true,
  });
  t.deepEqual(await buildUnder({ ...options, out: 'two' }), cold);
  const index = await readFile(join(folder, 'two/cache/index'), 'utf8');
  t.is(index, await readFile(join(folder, 'one/cache/index'), 'utf8'));
});
