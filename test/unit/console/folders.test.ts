import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { isWithin } from '../../../console/folders.ts';
import type { Command } from '../../../console/terminal.ts';
import { runDiff } from '../../../releases/diff/diff-command.ts';
import { runRelease } from '../../../releases/release-command.ts';
import { runPull } from '../../../releases/remote/pull-command.ts';
import { runPush } from '../../../releases/remote/push-command.ts';
import { runSync } from '../../../sync/command.ts';
import { fixtureContent, makeFolder } from '../../helpers/content.ts';
import { buildWithoutPages, deployWithoutPages, runCommand } from '../../helpers/run-command.ts';

const commands: readonly (readonly [Command, ...string[]])[] = [
  [buildWithoutPages, '--content', fixtureContent],
  [deployWithoutPages, '--content', fixtureContent],
  [runRelease, 'list'],
  [runRelease, 'activate', 'previous'],
  [runRelease, 'prune', '--keep', '1'],
  [runDiff],
  [runPush, 'remote'],
  [runPull, 'remote'],
  [runSync, '--content', fixtureContent],
];

test('every command refuses an empty output folder, a file and a dangling link', async (t) => {
  const folder = await makeFolder(t);
  const file = join(folder, 'file');
  await writeFile(file, '');
  const link = join(folder, 'link');
  await symlink('missing', link);
  for (const [command, ...args] of commands) {
    for (const [out, reason] of [
      ['', '--out is empty; give it a folder'],
      [file, `${file} is not a folder; give --out a folder`],
      [join(file, 'dist'), `${file}/dist is not a folder; give --out a folder`],
      [link, `${link} is a link to a missing folder; create that folder, or give --out another`],
    ] as const) {
      const { exitCode, stdout, stderr } = await runCommand(command, [...args, '--out', out]);
      t.is(stderr.replace(/^not pu\w+: /, ''), `${reason}\n`, `${command.name} ${args[0]}`);
      t.deepEqual([exitCode, stdout], [1, '']);
    }
  }
});

test('a folder is within another by any spelling of its path and through links', async (t) => {
  const folder = await makeFolder(t);
  await mkdir(join(folder, 'dist'));
  await symlink('dist', join(folder, 'link'));
  for (const path of ['dist', 'dist/', './x/../dist', 'link', 'dist/new/x', 'link/..x']) {
    t.true(isWithin(`${folder}/${path}`, join(folder, 'dist')), path);
  }
  for (const path of ['', 'dist2', 'dist/../x', 'link/../x']) {
    t.false(isWithin(`${folder}/${path}`, join(folder, 'dist')), path);
  }
});
