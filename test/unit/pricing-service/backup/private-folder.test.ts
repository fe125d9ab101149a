/** Tests the files of a backup folder without Redis: old backups are removed, and failed writes leave no file. */
import { chmod, readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import {
  backupName,
  openPrivateFolder,
  removeOlder,
  writePrivateFile,
} from '../../../../pricing-service/backup/private-folder.ts';
import { CommandRefused } from '../../../../pricing-service/keys-command/failures.ts';
import { makeFolder } from '../../../helpers/content.ts';

const dayMs = 24 * 3_600_000;

test('several commands remove old backups of a folder at once, and each file is removed by one of them', async (t) => {
  const folder = await makeFolder(t);
  const nowMs = Date.parse('2026-11-22T03:15:00Z');
  const count = 40;
  const backups = Array.from({ length: count }, (_, at) =>
    backupName('accounts', nowMs - (count - at) * dayMs),
  );
  const abandoned = Array.from({ length: count }, (_, at) => `.temp-${at}`);
  const old = new Date(nowMs - 2 * dayMs);
  for (const name of [...backups, ...abandoned]) {
    await writeFile(join(folder, name), '');
    await utimes(join(folder, name), old, old);
  }
  const made = join(folder, backups.at(-1) ?? '');
  const removed = await Promise.all(Array.from({ length: 4 }, () => removeOlder(made, 3, nowMs)));
  t.deepEqual(removed.flat().sort(), backups.slice(0, -3));
  t.deepEqual(await readdir(folder), backups.slice(-3));
});

test('the error for a folder that other users may use advises a private folder, because the folder for temporary files must stay open to all', async (t) => {
  const folder = await makeFolder(t);
  await chmod(folder, 0o1777);
  const { message = '' } = (await t.throwsAsync(openPrivateFolder(folder))) ?? {};
  t.regex(message, /^other users may use .+ \(mode 1777\)/);
  t.regex(message, /keep backups in a folder that only you may use/);
  t.regex(message, /if no other user needs .+: chmod 700/);
});

test('if the folder cannot be synced to the disk, no file is left', async (t) => {
  const folder = await makeFolder(t);
  // Files in this folder can be written, because their paths are shortened, but the folder itself cannot be opened.
  const unopenable = `${folder}/missing/..`;
  const nothing = async () => {};
  await t.throwsAsync(writePrivateFile(unopenable, 'backup', nothing, nothing), {
    instanceOf: CommandRefused,
    message: /^cannot write .+\/backup: ENOENT/,
  });
  t.deepEqual(await readdir(folder), []);
});
