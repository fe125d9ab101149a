/** Tests, without Redis, how damaged and inconsistent backups are reported, and which losses a restore would cause. */
import { createHash } from 'node:crypto';
import { type FileHandle, readFile, writeFile } from 'node:fs/promises';
import { gunzipSync, gzipSync } from 'node:zlib';
import test, { type ExecutionContext } from 'ava';
import { redisKeys } from '../../../../contract/redis-keys.ts';
import { DamagedBackup, writeBackup } from '../../../../pricing-service/backup/backup-file.ts';
import { backupProgram } from '../../../../pricing-service/backup/backup-program.ts';
import { checkBackup } from '../../../../pricing-service/backup/check-backup.ts';
import { findLosses, renderLosses } from '../../../../pricing-service/backup/losses.ts';
import { writePrivateFile } from '../../../../pricing-service/backup/private-folder.ts';
import type { Snapshot } from '../../../../pricing-service/backup/read-snapshot.ts';
import type { RedisKey } from '../../../../pricing-service/backup/stored-keys.ts';
import { CommandRefused } from '../../../../pricing-service/keys-command/failures.ts';
import { runProgram } from '../../../../pricing-service/keys-command/run.ts';
import { makeFolder } from '../../../helpers/content.ts';

const hash = 'ab'.repeat(32);
const createdAt = '2026-11-22T03:15:00.000Z';

function accountKeys(id: string): RedisKey[] {
  const fields = ['name', 'Promotions Étoile', 'tier', 'A3', 'program', 'linked'];
  const key = { id: 'k1', account: id, label: 'ERP', lastFour: 'wxyz', createdAt };
  return [
    { key: redisKeys.account(id), type: 'hash', value: [...fields, 'distributorPricing', '1'] },
    { key: redisKeys.accountKeys(id), type: 'hash', value: ['k1', hash] },
    { key: redisKeys.activeKeys(id), type: 'zset', value: ['k1', 'inf'] },
    {
      key: redisKeys.key(hash),
      type: 'hash',
      value: Object.entries(key).flat(),
      expiresAt: 1_800_000_000_000,
    },
  ];
}

const snapshot: Snapshot = {
  takenAt: Date.parse(createdAt),
  accounts: new Map([['acme', accountKeys('acme')]]),
  audit: [
    ['1795000000000-0', ['action', 'account add', 'account', 'acme']],
    ['1795000000000-1', ['action', 'key create', 'account', 'acme']],
  ],
};

async function writeSnapshot(t: ExecutionContext): Promise<string> {
  const write = (file: FileHandle) => writeBackup(snapshot, file);
  return writePrivateFile(await makeFolder(t), 'backup.jsonl.gz', write, async () => {});
}

/** Returns the lines of a backup without the checksum. */
async function linesOf(path: string): Promise<string[]> {
  return gunzipSync(await readFile(path))
    .toString()
    .split('\n')
    .slice(0, -2);
}

/** Writes lines as a backup with a correct checksum. */
async function writeLines(path: string, lines: readonly string[]): Promise<void> {
  const text = lines.map((line) => `${line}\n`).join('');
  const sha256 = createHash('sha256').update(text).digest('hex');
  await writeFile(path, gzipSync(`${text}${JSON.stringify({ sha256 })}\n`));
}

test('a backup that is truncated anywhere or has one changed bit is reported as damaged', async (t) => {
  const path = await writeSnapshot(t);
  const sound = await checkBackup(path);
  const bytes = await readFile(path);
  for (let length = 0; length < bytes.length; length += 7) {
    await writeFile(path, bytes.subarray(0, length));
    await t.throwsAsync(checkBackup(path), { instanceOf: DamagedBackup, message: /line \d+ is / });
  }
  let found = 0;
  for (let at = 0; at < bytes.length; at += 3) {
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] ?? 0) ^ 1;
    await writeFile(path, changed);
    try {
      // A restore ignores the time and system in the gzip header.
      t.deepEqual(await checkBackup(path), sound, `byte ${at}`);
    } catch (error) {
      t.true(error instanceof DamagedBackup, String(error));
      found += 1;
    }
  }
  t.true(found >= bytes.length / 3 - 10, `${found} of ${bytes.length}`);
});

test('a changed line is reported with its number, even if the checksum was recomputed', async (t) => {
  const path = await writeSnapshot(t);
  const lines = await linesOf(path);
  const footer =
    gunzipSync(await readFile(path))
      .toString()
      .split('\n')
      .at(-2) ?? '';
  const edited = lines.map((line) => line.replace('A3', 'A1'));
  await writeFile(path, gzipSync(`${[...edited, footer].join('\n')}\n`));
  await t.throwsAsync(checkBackup(path), { message: /line 8 has another checksum/ });
  for (const [line, from, to, message] of [
    [0, '"keys":1', '"keys":2', /the header has keys 2, not 1$/],
    [1, '["acme"]', '[]', /account acme is missing among the ids/],
    [2, '"tier","A3"', '"tiers","A3"', /line 3: the record of account acme lacks a field/],
    [3, hash, 'cd'.repeat(32), /line 4: key k1 of acme has no record; key k1 is missing among/],
    [4, '"k1"', '"k2"', /line 5: active key k2 of acme does not exist$/],
    [6, '000-1"', '000-0"', /line 7: entry 1795000000000-0 of the audit is not later/],
    [6, '{', '', /line 7 is no JSON/],
  ] as const) {
    const changed = lines.with(line, (lines[line] ?? '').replace(from, to));
    t.notDeepEqual(changed, lines, from);
    await writeLines(path, changed);
    await t.throwsAsync(checkBackup(path), { instanceOf: CommandRefused, message }, from);
  }
});

test('verify prints the contents of a valid backup, and exits with 1 and the reason for any other file', async (t) => {
  const path = await writeSnapshot(t);
  const whole = await runProgram(backupProgram, ['verify', path]);
  t.is(whole.exitCode, 0);
  t.regex(
    whole.stdout,
    /^whole\nfile .*\ncreated +2026-11-22T03:15:00.000Z\n[\s\S]*\nkeys +1\naudit +2 entries\n$/,
  );
  await writeFile(path, 'not a backup');
  const { exitCode, stdout, stderr } = await runProgram(backupProgram, ['verify', path]);
  t.deepEqual([exitCode, stdout], [1, '']);
  t.regex(stderr, /^\S+ cannot be used: line 1 is damaged \(incorrect header check\)\n$/);
});

test('accounts, changes, keys, revocations and audit entries that a replacement would lose are listed', async (t) => {
  const backup = await checkBackup(await writeSnapshot(t));
  t.is(renderLosses(findLosses(backup, backup)), 'nothing is lost\n');
  const key = { account: 'acme', id: 'k1', label: 'ERP', revokedAt: undefined, revoked: false };
  const present = {
    ...backup,
    accounts: new Map([
      ['acme', { ...backup.accounts.get('acme'), tier: 'A1' }],
      ['beta', {}],
    ]),
    keys: new Map([
      [hash, { ...key, revokedAt: createdAt }],
      ['cd'.repeat(32), { ...key, id: 'k2' }],
    ]),
    audit: new Set([...backup.audit, '1795000000001-0']),
  };
  t.is(
    renderLosses(findLosses(present, backup)),
    `accounts that are lost (1): beta
accounts that are changed back (1): acme (tier A1, in the backup A3)
keys that are lost, and refused from then on (1): acme k2 "ERP"
keys that were revoked since the backup, and work again (1): acme k1 "ERP"
entries of the audit that are lost (1): 1795000000001-0
`,
  );
});
