import { execFile, execFileSync } from 'node:child_process';
import { mkdir, readdir, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import test from 'ava';
import {
  createFolder,
  explainPermissionErrors,
} from '../../../../../build/output/output-folder.ts';
import { nodeArguments } from '../../../../../infra/local/node-arguments.ts';
import { fixtureContent, makeFolder } from '../../../../helpers/content.ts';
import { createKeys } from '../../../../helpers/edges.ts';

test.serial(
  'a folder is created with its parents, and an existing one or a link to one stays',
  async (t) => {
    const folder = await makeFolder(t);
    await createFolder(join(folder, 'a/b/c'));
    t.true((await stat(join(folder, 'a/b/c'))).isDirectory());
    await createFolder(join(folder, 'a/b'));
    await symlink('a', join(folder, 'link'));
    await createFolder(join(folder, 'link/b/d'));
    t.deepEqual(await readdir(join(folder, 'a/b')), ['c', 'd']);
  },
);

test.serial(
  'a folder that cannot be created is refused with the reason of the operating system',
  async (t) => {
    const folder = await makeFolder(t);
    await writeFile(join(folder, 'file'), '');
    await symlink('nowhere', join(folder, 'dangling'));
    for (const [path, code] of [
      [join(folder, 'file'), 'EEXIST'],
      [join(folder, 'file/a'), 'ENOTDIR'],
      [join(folder, 'dangling/a'), 'EEXIST'],
      // The recursive mkdir of Node.js never returns for it.
      ['/proc/no/folder', 'ENOENT'],
    ] as const) {
      const error = await t.throwsAsync(createFolder(path), { name: 'ReleaseError' });
      t.true(error?.message.startsWith(`cannot write ${path}: ${code}: `), error?.message);
    }
  },
);

test.serial(
  'if the file system refuses to write to the output folder, also to one with a relative path, the error names a remedy; for another folder, it does not',
  async (t) => {
    const refuse = (path: string) => () =>
      Promise.reject(Object.assign(new Error('EROFS'), { code: 'EROFS', syscall: 'open', path }));
    for (const [out, path] of [
      ['dist', 'dist/sync'],
      ['dist/', 'dist'],
      ['.', 'releases/1/manifest.json'],
      // A missing parent cannot be created there.
      ['/proc/a/dist', '/proc/a'],
    ] as const) {
      const error = await t.throwsAsync(explainPermissionErrors(out, refuse(path)), {
        name: 'ReleaseError',
      });
      t.regex(error?.message ?? '', /^EROFS; mount this file system for writing/, path);
    }
    await t.throwsAsync(explainPermissionErrors('dist', refuse('dist2/sync')), {
      message: 'EROFS',
    });
  },
);

/** Options of `unshare`, with which it runs a command that has its own mounts; they end with the command. */
const ownMounts = ['--mount', '--propagation', 'private'];
const testWithMounts = canMount() ? test : test.skip;

function canMount(): boolean {
  try {
    execFileSync('unshare', [...ownMounts, 'mount', '-t', 'tmpfs', 'none', '/mnt'], {
      stdio: 'ignore',
    });
    return true;
  } catch {
    return false;
  }
}

testWithMounts(
  'a read-only file system is named as the reason, with the remedy, by sync and pull',
  async (t) => {
    const folder = await makeFolder(t);
    const [out, keys] = [join(folder, 'mount'), await createKeys(folder)];
    await mkdir(out);
    const run = async (script: string, ...args: string[]) => {
      const command = [process.execPath, ...nodeArguments(script), ...args, '--out', out];
      const shell = 'mount -t tmpfs -o ro none "$0" && exec "$@"';
      const ending = promisify(execFile)(
        'unshare',
        [...ownMounts, 'sh', '-c', shell, out, ...command],
        {
          env: { ...process.env, ...keys },
        },
      );
      return (await t.throwsAsync(ending)) as Error & { readonly stderr: string };
    };
    const refused =
      'EROFS: .+; mount this file system for writing, or give --out another folder\n$';
    const [sync, pull] = await Promise.all([
      run('sync/main.ts', '--content', fixtureContent),
      run('releases/remote/pull-main.ts', join(folder, 'remote')),
    ]);
    t.regex(sync.stderr, new RegExp(`^no new listing: cannot write ${out}/sync: ${refused}`));
    t.regex(pull.stderr, new RegExp(`^not pulled: cannot write ${out}/pull: ${refused}`));
  },
);
