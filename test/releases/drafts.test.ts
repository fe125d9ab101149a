import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { draftName, livingDrafts, removeStaleDrafts } from '../../build/output/temp-entries.ts';
import { makeFolder } from '../helpers/content.ts';

/** The id of a process that has ended. */
async function deadPid(): Promise<number> {
  const child = spawn(process.execPath, ['--version'], { stdio: 'ignore' });
  await once(child, 'exit');
  return child.pid ?? 0;
}

/** The id of a process that lives as long as the test. */
function livingPid(t: ExecutionContext): number {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
  t.teardown(() => child.kill('SIGKILL'));
  return child.pid ?? 0;
}

const nameOf = (kind: string, pid: number) => `.${kind}-${pid}-${randomUUID()}`;

test('what dead processes have left is removed: folders, links, marks and discarded releases', async (t) => {
  const folder = await makeFolder(t);
  const pid = await deadPid();
  await mkdir(join(folder, nameOf('draft', pid), 'public'), { recursive: true });
  await mkdir(join(folder, `${nameOf('draft', pid)}-discarded`));
  await symlink('nowhere', join(folder, nameOf('link', pid)));
  await writeFile(join(folder, nameOf('build', pid)), '');
  await removeStaleDrafts(folder);
  t.deepEqual(await readdir(folder), []);
});

test('what living processes work on stays, this process’s own included', async (t) => {
  const folder = await makeFolder(t);
  const names = [nameOf('draft', livingPid(t)), draftName('draft')];
  for (const name of names) await mkdir(join(folder, name));
  // The target of a link may be older than anything.
  const link = draftName('link');
  await mkdir(join(folder, 'old'));
  await utimes(join(folder, 'old'), 1, 1);
  await symlink('old', join(folder, link));
  await removeStaleDrafts(folder);
  t.deepEqual((await readdir(folder)).sort(), [...names, link, 'old'].sort());
});

test('files with other names are kept', async (t) => {
  const folder = await makeFolder(t);
  const pid = await deadPid();
  const names = ['.draft-1', `.draft-${pid}`, `draft-${pid}-${randomUUID()}`, '.gitkeep', 'a'];
  for (const name of names) await writeFile(join(folder, name), '');
  await removeStaleDrafts(folder);
  t.deepEqual((await readdir(folder)).sort(), names.sort());
});

test('a missing folder has no temporary entries and no running process', async (t) => {
  const folder = join(await makeFolder(t), 'missing');
  await t.notThrowsAsync(removeStaleDrafts(folder));
  t.deepEqual(await livingDrafts(folder), []);
});

test('a running process is known by its temporary entries and marks, a killed one is not', async (t) => {
  const folder = await makeFolder(t);
  const pid = livingPid(t);
  for (const kind of ['build', 'prune'] as const) {
    await writeFile(join(folder, nameOf(kind, await deadPid())), '');
    t.deepEqual(await livingDrafts(folder), []);
    const path = join(folder, nameOf(kind, pid));
    await writeFile(path, '');
    t.deepEqual(await livingDrafts(folder), [{ path, kind, pid }]);
    await rm(path);
  }
});
