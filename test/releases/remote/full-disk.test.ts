/** `npm run pull` onto a file system that becomes full. */
import { execFileSync } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { nodeArguments } from '../../../infra/local/node-arguments.ts';
import { runProgram } from '../../build/run-process.ts';
import { createEdgesAt } from './edges.ts';

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

testWithMounts(
  'a pull onto a full disk names the folder of this machine that is full',
  async (t) => {
    const { edge, remote, environment } = await createEdgesAt(t, 'pushed');
    await mkdir(edge);
    const args = [...nodeArguments('releases/remote/pull-main.ts'), remote, '--out', edge];
    const command = [...onSmallDisk, mountSmall, edge, process.execPath, ...args];
    const { exitCode, stderr } = await runProgram('unshare', command, { env: environment });
    t.is(exitCode, 1);
    const full = `there is no space left in ${join(edge, 'pull')}`;
    t.is(stderr, `not pulled: cannot read ${remote}: ${full}; free some and run this again\n`);
  },
);
