/** The option `--keep` of `npm run backup -- create`, which removes old backups. */
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import test from 'ava';
import { redisKeys } from '../../../../contract/redis-keys.ts';
import { checkBackup } from '../../../../pricing-service/backup/check-backup.ts';
import { backup, create, startFilledRedis } from './filled-redis.ts';

test.serial(
  '--keep removes the oldest backups after the new one was written, and nothing else',
  async (t) => {
    const { client, url, folder } = await startFilledRedis(t);
    const older = await create(t, url, folder);
    const newer = await create(t, url, folder);
    const [notes, abandoned, recent] = ['notes.txt', '.temp-abandoned', '.temp-recent'];
    for (const name of [notes, abandoned, recent]) await writeFile(join(folder, name), '');
    await utimes(join(folder, abandoned), 0, 0);
    const { exitCode, stdout } = await backup(url, `create ${folder} --keep 2`);
    t.is(exitCode, 0);
    t.regex(stdout, new RegExp(`\nremoved ${older.split('/').at(-1)}\n$`));
    const names = await readdir(folder);
    t.is(names.length, 4);
    for (const name of [notes, recent, newer.split('/').at(-1) ?? ''])
      t.true(names.includes(name), name);
    // A failed backup removes nothing.
    await client.sadd(redisKeys.accounts, 'ghost');
    t.is((await backup(url, `create ${folder} --keep 1`)).exitCode, 1);
    t.deepEqual((await readdir(folder)).sort(), names.sort());
  },
);

test.serial(
  'a backup whose predecessors cannot be removed is reported as done in part',
  async (t) => {
    const { url, folder } = await startFilledRedis(t);
    const older = await create(t, url, folder);
    const stuck = join(folder, 'accounts-2026-01-01T000000.000Z.jsonl.gz');
    await mkdir(stuck);
    const { exitCode, stdout, stderr } = await backup(url, `create ${folder} --keep 1`);
    t.deepEqual([exitCode, stdout], [5, '']);
    t.regex(stderr, /^the backup is made, but older ones in .* cannot be removed \(.*\): .*\n$/);
    const names = await readdir(folder);
    t.is(names.length, 3);
    t.true(names.includes(basename(older)));
  },
);

test.serial(
  '--keep never removes the new backup, and reports files whose names are later',
  async (t) => {
    const { url, folder } = await startFilledRedis(t);
    const older = await create(t, url, folder);
    const later = ['01', '02'].map((day) => `accounts-9999-12-${day}T000000.000Z.jsonl.gz`);
    for (const name of later) await writeFile(join(folder, name), '');
    const { exitCode, stdout, stderr } = await backup(url, `create ${folder} --keep 1`);
    t.deepEqual([exitCode, stdout], [5, '']);
    t.regex(
      stderr,
      /^the backup .* is made, but 2 .* later names \(accounts-9999-12-01.* to .*-02.*\), /,
    );
    const names = (await readdir(folder)).sort();
    t.is(names.length, 3);
    t.false(names.includes(basename(older)));
    t.deepEqual(names.slice(1), later);
    await t.notThrowsAsync(checkBackup(join(folder, names[0] ?? '')));
  },
);
