/** Tests, without Redis, how damaged and inconsistent backups are reported, and which losses a restore would cause. */
import { createHash } from 'node:crypto';
import { open, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
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
  const key = [
    'id',
    'k1',
    'account',
    id,
    'label',
    'ERP',
    'lastFour',
    'wxyz',
    'createdAt',
    createdAt,
  ];
  return [
    { key: redisKeys.account(id), type: 'hash', value: [...fields, 'distributorPricing', '1'] },
    { key: redisKeys.accountKeys(id), type: 'hash', value: ['k1', hash] },
    { key: redisKeys.activeKeys(id), type: 'zset', value: ['k1', 'inf'] },
    { key: redisKeys.key(hash), type: 'hash', value: key, expiresAt: 1_800_000_000_000 },
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

async function writeSnapshot(t: ExecutionContext, of = snapshot): Promise<string> {
  const folder = await makeFolder(t);
  return writePrivateFile(
    folder,
    'backup.jsonl.gz',
    (file) => writeBackup(of, file),
    async () => {},
  );
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

test('reading a backup returns the data that was written', async (t) => {
  const { header, accounts, keys, audit } = await checkBackup(await writeSnapshot(t));
  t.like(header, { createdAt, accounts: 1, keys: 1, auditEntries: 2 });
  t.is(accounts.get('acme')?.['name'], 'Promotions Étoile');
  t.like(keys.get(hash), { account: 'acme', id: 'k1', label: 'ERP' });
  t.deepEqual([...audit], ['1795000000000-0', '1795000000000-1']);
});

test('if the disk becomes full in the middle of a large backup, the error says so', async (t) => {
  const audit: Snapshot['audit'] = Array.from({ length: 20_000 }, (_, at) => {
    const text = createHash('sha256').update(String(at)).digest('hex');
    return [`1795000000000-${at}`, ['action', 'account set', 'by', text]];
  });
  const full = await open('/dev/full', 'w');
  t.teardown(() => full.close());
  await t.throwsAsync(writeBackup({ ...snapshot, audit }, full), { code: 'ENOSPC' });
});

test('a backup that is truncated anywhere or has one changed bit is reported as damaged', async (t) => {
  const path = await writeSnapshot(t);
  const sound = await checkBackup(path);
  const bytes = await readFile(path);
  for (let length = 0; length < bytes.length; length += 1) {
    await writeFile(path, bytes.subarray(0, length));
    await t.throwsAsync(checkBackup(path), { instanceOf: DamagedBackup, message: /line \d+ is / });
  }
  let found = 0;
  for (let at = 0; at < bytes.length; at += 1) {
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
  t.true(found >= bytes.length - 10, `${found} of ${bytes.length}`);
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
    [0, '"version":1', '"version":2', /line 1 is no header of a backup: version is one that/],
    [0, '"keys":1', '"keys":2', /the header has keys 2, not 1$/],
    [
      1,
      '["acme"]',
      '["acme","beta"]',
      /line 2: account beta has no record; the header has accounts 1, not 2$/,
    ],
    [1, '["acme"]', '[]', /account acme is missing among the ids/],
    [1, '"set"', '"list"', /line 2 is no key of Redis of a backup: type /],
    [2, '"tier","A3"', '"tier"', /line 3 is no key of Redis of a backup: value has a name without/],
    [2, '"tier","A3"', '"tiers","A3"', /line 3: the record of account acme lacks a field/],
    [2, ':account:acme', ':other:acme', /line 3: no hash of that name is part of a backup/],
    [3, hash, 'cd'.repeat(32), /line 4: key k1 of acme has no record; key k1 is missing among/],
    [4, '"k1"', '"k2"', /line 5: active key k2 of acme does not exist$/],
    [5, '"id","k1"', '"id","k3"', /key k1 of acme has no record/],
    [6, '000-1"', '000-0"', /line 7: entry 1795000000000-0 of the audit is not later/],
    [6, '{', '', /line 7 is no JSON/],
  ] as const) {
    const changed = lines.with(line, (lines[line] ?? '').replace(from, to));
    t.notDeepEqual(changed, lines, from);
    await writeLines(path, changed);
    await t.throwsAsync(checkBackup(path), { instanceOf: CommandRefused, message }, from);
  }
});

test('a file that contains only a correct checksum is reported as damaged', async (t) => {
  const path = join(await makeFolder(t), 'backup.jsonl.gz');
  await writeLines(path, []);
  await t.throwsAsync(checkBackup(path), {
    instanceOf: DamagedBackup,
    message: /line 1 is a checksum, and no header is before it: it is no backup$/,
  });
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
  const missing = await runProgram(backupProgram, ['verify', join(path, 'missing')]);
  t.is(missing.exitCode, 1);
  t.regex(missing.stderr, /^cannot read .*ENOTDIR/);
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

test('an immediate revocation is lost if the backup has a planned one that is still to come, even at an earlier time', async (t) => {
  const sound = await checkBackup(await writeSnapshot(t));
  const withKey = (revokedAt: string, revoked: boolean) => {
    const key = { account: 'acme', id: 'k1', label: 'ERP', revokedAt, revoked };
    return { ...sound, keys: new Map([[hash, key]]) };
  };
  const planned = withKey('2026-11-22T04:00:00.000Z', false);
  const immediate = withKey('2026-11-22T05:00:00.000Z', true);
  const lost = ['keys that were revoked since the backup, and work again'];
  t.deepEqual(
    findLosses(immediate, planned).map(({ what }) => what),
    lost,
  );
  t.deepEqual(findLosses(planned, immediate), []);
  const past = withKey('2026-11-22T03:00:00.000Z', false);
  t.deepEqual(findLosses(immediate, past), [], 'the key is refused in both');
});
