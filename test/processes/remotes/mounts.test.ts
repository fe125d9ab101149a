/** `npm run pull` into folders where a file system is mounted, so that writing or removing fails. */
import { execFileSync } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { nodeArguments } from '../../../infra/local/node-arguments.ts';
import { linkedRelease } from '../../../releases/release-store.ts';
import { createEdgesAt, type Edges } from '../../helpers/edges.ts';
import { runProgram } from '../../helpers/run-process.ts';
import { writeHook } from '../../helpers/write-hook.ts';

/**
 * Options of `unshare`, with which it runs a shell script that has its own mounts. The script `mountSmall` mounts a
 * file system of 64 kB at its first argument and runs the others as a command; the mount ends with the command.
 */
const onSmallDisk = ['--mount', '--propagation', 'private', 'sh', '-c'];
const mountSmall = 'mount -t tmpfs -o size=64k none "$0" && exec "$@"';
const testWithMounts = canMount() ? test : test.skip;

function canMount(): boolean {
  try {
    execFileSync('unshare', [...onSmallDisk, mountSmall, '/mnt', 'true'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Runs `npm run pull` in a process for which the folder `mountPoint` is a file system of 64 kB. */
async function pullWithMount({ edge, remote, environment }: Edges, mountPoint: string) {
  await mkdir(mountPoint, { recursive: true });
  const args = [...nodeArguments('releases/remote/pull-main.ts'), remote, '--out', edge];
  const command = [...onSmallDisk, mountSmall, mountPoint, process.execPath, ...args];
  return runProgram('unshare', command, { env: environment });
}

testWithMounts(
  'a pull onto a full disk names the folder of this machine that is full',
  async (t) => {
    const edges = await createEdgesAt(t, 'pushed');
    const { edge, remote } = edges;
    const { exitCode, stderr } = await pullWithMount(edges, edge);
    t.is(exitCode, 1);
    const full = `there is no space left in ${join(edge, 'pull')}`;
    t.is(stderr, `not pulled: cannot read ${remote}: ${full}; free some and run this again\n`);
  },
);

testWithMounts(
  'a pull that cannot remove the fetched files afterwards warns, has made the release current, and runs the hook',
  async (t) => {
    const edges = await createEdgesAt(t, 'pushed');
    const hook = await writeHook(t);
    Object.assign(edges.environment, hook.environment);
    // Even root cannot remove a mount point.
    const folder = join(edges.edge, 'pull', 'releases');
    const { exitCode, stdout, stderr } = await pullWithMount(edges, folder);
    t.is(exitCode, 0, stderr);
    t.regex(stdout, new RegExp(`^release ${edges.release} is current: `));
    t.regex(stderr, /^fetched files stay until a later pull: EBUSY: .+\n$/);
    t.true(stderr.includes(folder), stderr);
    t.is(await linkedRelease(edges.edge, 'current'), edges.release);
    t.is((await hook.run())?.id, edges.release);
    t.deepEqual(await edges.pull(), {
      ...{ exitCode: 0, stdout: `release ${edges.release} is current already\n`, stderr: '' },
    });
  },
);
