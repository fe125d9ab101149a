import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, mkdir, readdir, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { listTempEntries, tempName } from '../../../../build/output/install.ts';
import { whileBuilding, whilePruning } from '../../../../build/output/locks.ts';
import { ReleaseError } from '../../../../build/output/release-error.ts';
import { nodeArguments } from '../../../../infra/local/node-arguments.ts';
import { makeFolder } from '../../../helpers/content.ts';

const never = async () => {
  throw new Error('the work was done');
};
const isBusy = (out: string) => ({
  instanceOf: ReleaseError,
  message: `another process is building, activating or removing a release in ${out}; try again when it has ended`,
});

/**
 * Starts a process that holds the lock of the output folder `out` like a build, until it is killed
 * (`work-on-folder.ts`). Resolves to the process and the path of a temporary entry that it has created in the subfolder
 * `below`.
 */
async function startBuild(t: ExecutionContext, out: string, below = 'releases') {
  const args = [...nodeArguments('test/processes/compiler/build/work-on-folder.ts'), out, below];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  t.teardown(() => void child.kill('SIGKILL'));
  const [path] = (await once(child.stdout, 'data')) as [Buffer];
  return { child, path: path.toString() };
}

async function kill(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}

test.serial('builds and activations run at the same time, but not during a prune', async (t) => {
  const out = await makeFolder(t);
  await whileBuilding(out, async () => {
    await t.throwsAsync(whilePruning(out, never), isBusy(out));
    t.is(await whileBuilding(out, async () => 'beside'), 'beside');
  });
  await whilePruning(out, async () => {
    await t.throwsAsync(whilePruning(out, never), isBusy(out));
  });
});

test.serial('a build waits for prune, which can then still delete moved entries', async (t) => {
  const out = await makeFolder(t);
  const order: string[] = [];
  await whilePruning(out, async (allowBuilds) => {
    const discarded = join(out, tempName());
    await mkdir(discarded);
    const building = whileBuilding(out, async () => order.push('built'));
    order.push('moved');
    await allowBuilds();
    await building;
    t.deepEqual(await listTempEntries(out), [discarded]);
    await t.throwsAsync(whilePruning(out, never), isBusy(out));
  });
  t.deepEqual(order, ['moved', 'built']);
});

test.serial('temporary entries of killed processes are removed', async (t) => {
  const out = await makeFolder(t);
  const id = '00000000-0000-4000-8000-000000000000';
  // Names of earlier versions: with existing process ids, and with a missing one.
  const names = [`.draft-${process.pid}-${id}`, `.link-${process.ppid}-${id}`];
  names.push(`.build-999999999-${id}`, `.draft-1-${id}-discarded`, tempName());
  for (const folder of ['', 'releases', 'objects', 'changes']) {
    for (const name of names) await mkdir(join(out, folder, name, 'public'), { recursive: true });
  }
  await symlink('nowhere', join(out, tempName()));
  await whileBuilding(out, async () => {
    t.deepEqual((await readdir(out, { recursive: true })).sort(), [
      'changes',
      'objects',
      'objects/lock',
      'releases',
    ]);
  });
});

test.serial('temporary entries of a running process stay until it is killed', async (t) => {
  const out = await makeFolder(t);
  const { child, path } = await startBuild(t, out);
  const foreign = join(dirname(path), '.draft-999999999-00000000-0000-4000-8000-000000000000');
  await mkdir(foreign);
  await t.throwsAsync(whilePruning(out, never), isBusy(out));
  await whileBuilding(out, async () => {
    t.deepEqual((await listTempEntries(dirname(path))).sort(), [foreign, path].sort());
  });
  await kill(child);
  await whileBuilding(out, async () => {
    t.deepEqual(await listTempEntries(dirname(path)), []);
  });
});

test.serial('temporary entries of a build that shares objects stay', async (t) => {
  const folder = await makeFolder(t);
  const [one, other] = [join(folder, 'one'), join(folder, 'other')];
  for (const out of [one, other]) {
    await mkdir(out);
    await mkdir(join(folder, 'objects'), { recursive: true });
    await symlink('../objects', join(out, 'objects'));
  }
  const { child, path } = await startBuild(t, one, 'objects');
  await whileBuilding(other, async () => t.notThrowsAsync(access(path)));
  await t.throwsAsync(whilePruning(other, never), isBusy(other));
  await kill(child);
  await whileBuilding(other, async () => t.throwsAsync(access(path), { code: 'ENOENT' }));
});
