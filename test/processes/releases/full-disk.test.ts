import { execFile } from 'node:child_process';
import { readdir, realpath } from 'node:fs/promises';
import { basename, join } from 'node:path';
import test from 'ava';
import { nodeArguments } from '../../../infra/local/node-arguments.ts';
import { verifyRelease } from '../../../releases/verify-release.ts';
import { copyContent, makeFolder } from '../../helpers/content.ts';
import { build } from '../../helpers/released-files.ts';
import type { ProcessEnd } from '../../helpers/run-process.ts';

/**
 * Runs `npm run build` with `args` in a process that cannot write files longer than `kibibytes` KiB, as if the disk
 * became full in the middle of a file. `temporary` is its folder for temporary files.
 */
async function buildWithin(
  kibibytes: number,
  args: readonly string[],
  temporary: string,
): Promise<ProcessEnd> {
  // The shell counts in blocks of 512 bytes. The cache of the loader would be truncated too.
  const script = `ulimit -f ${kibibytes * 2} && exec "$0" "$@"`;
  const env = { ...process.env, TMPDIR: temporary, TSX_DISABLE_CACHE: '1' };
  return new Promise((done) => {
    const command = [process.execPath, ...nodeArguments('build/main.ts'), ...args];
    execFile('sh', ['-c', script, ...command], { env }, (error, stdout, stderr) => {
      // A process that a signal has ended has no exit code.
      const exitCode = error === null ? 0 : Number(error.code ?? Number.NaN);
      done({ exitCode, stdout, stderr });
    });
  });
}

/** Returns the paths of all entries of an output folder, except objects: complete ones stay after a failed build. */
async function entriesOf(out: string): Promise<string[]> {
  const entries = await readdir(out, { recursive: true });
  return entries.filter((entry) => !/^objects\/..(\/|$)/.test(entry)).sort();
}

test.serial(
  'on a full disk a build keeps the current release, leaves no temporary files and prints one error line',
  async (t) => {
    const content = await copyContent(t);
    const { out, manifest } = await build(t, content.path);
    await content.replace('products/TEE-1.json', 'Taille petit.', 'Taille grand.');
    const before = await entriesOf(out);
    const args = ['--content', content.path, '--out', out];
    const { exitCode, stdout, stderr } = await buildWithin(4, args, await makeFolder(t));
    t.is(exitCode, 1);
    t.is(stdout, '');
    t.regex(stderr, /^cannot write .*: EFBIG.*\n$/);
    const current = await realpath(join(out, 'current'));
    t.is(basename(current), manifest.release);
    t.deepEqual(await verifyRelease(current), []);
    t.deepEqual(await entriesOf(out), before);
    await t.notThrowsAsync(build(t, content.path, out));
  },
);
