/** Output folders that this machine limits: a full disk, a mount that stays, and files of another user. */
import { execFileSync } from 'node:child_process';
import { chmod, chown, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { nodeArguments } from '../../infra/local/node-arguments.ts';
import { linkedRelease } from '../../releases/release-store.ts';
import { copyContent, makeFolder } from '../helpers/content.ts';
import { createEdgesAt, type Edges } from '../helpers/edges.ts';
import { build } from '../helpers/released-files.ts';
import { runProgram, runScript } from '../helpers/run-process.ts';
import { writeHook } from '../helpers/write-hook.ts';

/** Runs `npm run pull` in a process for which the folder `mountPoint` is a file system of 64 kB. */
async function pullWithMount({ edge, remote, environment }: Edges, mountPoint: string) {
  await mkdir(mountPoint, { recursive: true });
  const pull = [...nodeArguments('releases/remote/pull-main.ts'), remote, '--out', edge];
  const script = 'mount -t tmpfs -o size=64k none "$0" && exec "$@"';
  const shell = ['--mount', '--propagation', 'private', 'sh', '-c', script, mountPoint];
  return runProgram('unshare', [...shell, process.execPath, ...pull], { env: environment });
}

test.serial('a pull onto a full disk names the folder of this machine that is full', async (t) => {
  const edges = await createEdgesAt(t, 'pushed');
  const { edge, remote } = edges;
  const { exitCode, stderr } = await pullWithMount(edges, edge);
  t.is(exitCode, 1);
  const full = `there is no space left in ${join(edge, 'pull')}`;
  const reason = `not pulled: cannot read ${remote}: ${full}; free some and run this again\n`;
  t.true(stderr.endsWith(reason), stderr);
  t.regex(stderr, /^cannot write the metrics of this pull: ENOSPC/);
  t.is((await edges.pull()).exitCode, 0);
});

test.serial(
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
    t.is((await hook.run())?.id, edges.release);
    const stdoutAgain = `release ${edges.release} is current already\n`;
    t.deepEqual(await edges.pull(), { exitCode: 0, stdout: stdoutAgain, stderr: '' });
  },
);

test.serial(
  'if root has written to the folder of another user, that user gets a release activated or is told what to do',
  async (t) => {
    const folder = await makeFolder(t);
    await chmod(folder, 0o755);
    const out = join(folder, 'dist');
    await mkdir(out);
    const owner = { uid: 65_534, gid: 65_534 };
    await chown(out, owner.uid, owner.gid);
    for (const name of ['changes', 'objects']) execFileSync('mkdir', [join(out, name)], owner);
    const content = await copyContent(t);
    const releases: string[] = [];
    for (const [from, to] of [
      ['petit.', 'petit.'],
      ['petit.', 'grand.'],
      ['grand.', 'juste.'],
    ] as const) {
      await content.replace('products/TEE-1.json', `Taille ${from}`, `Taille ${to}`);
      releases.push((await build(t, content.path, out)).manifest.release);
    }
    const [first = '', second = '', third = ''] = releases;
    await writeFile(join(out, 'hook-release'), `${third}\n`);
    // As if the owner had built this release.
    execFileSync('chmod', ['-R', 'o+rX', join(out, 'releases', first, 'private')]);
    const environment = { DEPLOY_HOOK: '/bin/true', TSX_DISABLE_CACHE: '1' };
    const asOwner = (...args: string[]) =>
      runScript('releases/main.ts', [...args, '--out', out], environment, owner);

    const { exitCode, stderr } = await asOwner('activate', first);
    t.is(exitCode, 1);
    const reason = 'EACCES: .+; it may belong to another user, ';
    const path = `/changes/${second}`;
    t.regex(
      stderr,
      new RegExp(`^cannot remove .+${path}: ${reason}.+: sudo chown -R \\w+ ${out}\n$`),
    );
    t.is(await linkedRelease(out, 'current'), third);
    const list = await asOwner('list');
    t.false(list.stdout.includes('damaged'));
    t.regex(list.stdout, new RegExp(`cannot read the release: EACCES: .+/${third}/private/`));
    await rm(join(out, 'changes', second), { recursive: true });
    t.is((await asOwner('activate', first)).stderr, '');
    t.is(await linkedRelease(out, 'current'), first);
    t.is(await readFile(join(out, 'hook-release'), 'utf8'), `${first}\n`);
  },
);
