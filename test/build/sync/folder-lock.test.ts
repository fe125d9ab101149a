/** The lock of the sync folder, between real processes. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import test from 'ava';
import { whileLocked } from '../../../build/sync/folder-lock.ts';
import { SyncError } from '../../../build/sync/sync-error.ts';
import { makeFolder } from '../../helpers/content.ts';

const never = new AbortController().signal;

/** Takes the lock of the folder that it is given, says so, and never ends. */
const holder = `
import { whileLocked } from ${JSON.stringify(resolve('build/sync/folder-lock.ts'))};
const { signal: stop } = new AbortController();
await whileLocked(process.argv[1], { stop }, () => {
  process.stdout.write('locked');
  return new Promise(() => setInterval(() => {}, 60_000));
});`;

test('a process that is killed leaves no lock behind, and until then others wait', async (t) => {
  const folder = await makeFolder(t);
  const args = ['--import', 'tsx', '--input-type=module', '--eval', holder, folder];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  t.teardown(() => void child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  const work = async () => 'done';
  const message = new RegExp(`^another npm run sync has been changing ${folder} for 0 s; `);
  const refused = whileLocked(folder, { stop: never, waitMs: 0 }, work);
  await t.throwsAsync(refused, { instanceOf: SyncError, message });
  const stopping = new AbortController();
  const stopped = whileLocked(folder, { stop: stopping.signal }, work);
  stopping.abort();
  await t.throwsAsync(stopped, { name: 'AbortError' });
  const waiting = whileLocked(folder, { stop: never }, work);
  child.kill('SIGKILL');
  t.is(await waiting, 'done');
});

test('a lock is free again when its work has failed', async (t) => {
  const folder = await makeFolder(t);
  const failing = whileLocked(folder, { stop: never }, async () => {
    throw new Error('full');
  });
  await t.throwsAsync(failing, { message: 'full' });
  t.is(await whileLocked(folder, { stop: never, waitMs: 0 }, async () => 'done'), 'done');
});

test('the lock file belongs to the owner of the folder, also after a round by root', async (t) => {
  const folder = await makeFolder(t);
  const nobodyId = 65_534;
  if (process.getuid?.() === 0) await chown(folder, nobodyId, nobodyId);
  await whileLocked(folder, { stop: never }, async () => {});
  const [file, owner] = await Promise.all([stat(join(folder, 'lock')), stat(folder)]);
  t.deepEqual([file.uid, file.gid], [owner.uid, owner.gid]);
});
