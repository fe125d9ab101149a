/** The command lines of the programs that manage releases. */
import test from 'ava';
import type { Command } from '../../../console/terminal.ts';
import { runDiff } from '../../../releases/diff/diff-command.ts';
import { runRelease } from '../../../releases/release-command.ts';
import { runPull } from '../../../releases/remote/pull-command.ts';
import { runPush } from '../../../releases/remote/push-command.ts';
import { describeRemote, explainRclone } from '../../../releases/remote/rclone-failure.ts';
import { runSync } from '../../../sync/command.ts';
import { deployWithoutPages, runCommand } from '../../helpers/run-command.ts';

const cases: Readonly<Record<string, readonly [Command, Readonly<Record<string, RegExp>>]>> = {
  deploy: [deployWithoutPages, { '--publish': /--publish/ }],
  release: [
    runRelease,
    {
      '': /^a command is missing: list, activate, prune or keygen/,
      remove: /^there is no command "remove"/,
      'list x': /^unexpected argument "x"/,
      activate: /^activate needs a release/,
      prune: /^prune needs --keep/,
      'prune --keep=-1': /^prune needs --keep/,
      'list --keep 1': /^--keep is an option of prune/,
      'prune --keep 1 --no-redis': /no-redis/,
      'keygen --out x': /^--out is no option of keygen/,
    },
  ],
  diff: [
    runDiff,
    {
      a: /^name two releases to compare, or none/,
      '--format html': /^--format is one of text, markdown, json/,
      '--limit all': /^--limit needs a whole number/,
    },
  ],
  push: [
    runPush,
    {
      '': /REMOTE is missing/,
      'a b': /unexpected argument "b"/,
      'a --keep 0': /--keep needs a whole number from 1/,
    },
  ],
  pull: [
    runPull,
    {
      '': /REMOTE is missing/,
      'a --every often': /--every is "often"; it must be a time such as/,
      'a --no': /Unknown option '--no'/,
    },
  ],
  sync: [runSync, { '--often': /^Unknown option '--often'/ }],
};

for (const [name, [command, refused]] of Object.entries(cases)) {
  test(`npm run ${name}: an invalid command line prints the reason and the usage, and --help the usage`, async (t) => {
    for (const [line, reason] of Object.entries(refused)) {
      const args = line.split(' ').filter(Boolean);
      const { exitCode, stdout, stderr } = await runCommand(command, args);
      t.deepEqual([exitCode, stdout], [1, ''], line);
      t.regex(stderr, reason);
      t.regex(stderr, new RegExp(`\n\nUsage: npm run ${name} `));
    }
    const help = await runCommand(command, ['--help']);
    t.deepEqual([help.exitCode, help.stderr], [0, '']);
    t.regex(help.stdout, new RegExp(`^Usage: npm run ${name} `));
  });
}

test('no message contains secrets of rclone', (t) => {
  t.is(describeRemote(':sftp,host=x,pass=hidden:folder'), ':sftp:folder');
  t.is(describeRemote('s3:bucket/folder'), 's3:bucket/folder');
  const environment = {
    RCLONE_CONFIG_X_SECRET_ACCESS_KEY: 'hidden',
    AWS_SECRET_ACCESS_KEY: 'second',
  };
  const log = '{"level":"error","msg":"GET https://u:p@host/x?sig=123: hidden is\\nwrong"}\n';
  t.is(explainRclone(log, environment, 's3:bucket'), 'GET https://host/x?… … is wrong');
  t.is(explainRclone('{"level":"error","msg":"a second b"}\n', environment, 's3:bucket'), 'a … b');
});
