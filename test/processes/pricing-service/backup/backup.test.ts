/** Backups from a real Redis to files, and restores from them. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmod, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import test, { type ExecutionContext } from 'ava';
import type { Redis } from 'ioredis';
import { createApiKey, hashApiKey } from '../../../../contract/api-key.ts';
import { redisKeys } from '../../../../contract/redis-keys.ts';
import { readBackup } from '../../../../pricing-service/backup/backup-file.ts';
import { reuseMs } from '../../../../pricing-service/key-check.ts';
import { runKeysCommand } from '../../../../pricing-service/keys-command/keys-program.ts';
import { createRedisAccounts } from '../../../../pricing-service/redis-accounts.ts';
import { setAccount } from '../../../../pricing-service/registry/accounts.ts';
import { revokeKey } from '../../../../pricing-service/registry/keys.ts';
import { makeFolder } from '../../../helpers/content.ts';
import { addKey, bearer, detailPath, startPricingApp } from '../../../helpers/pricing-app.ts';
import { startProxy, startRedis } from '../../../helpers/redis-server.ts';
import {
  backup,
  contentsOf,
  contentsWithoutRestores,
  create,
  startFilledRedis,
} from './filled-redis.ts';

test.serial(
  'after a loss of all data and a restore, the running service answers keys as before',
  async (t) => {
    const app = await startPricingApp(t);
    const { client, url } = app.redis;
    const [usable, revoked] = [await addKey(app.redis), await addKey(app.redis, { revoked: true })];
    const statusOf = async (key: string) => {
      app.clock.advance(reuseMs);
      return (await app.client(`${detailPath}/pricing`, { headers: bearer(key) })).status;
    };
    t.is(await statusOf(usable), 200);
    const file = await create(t, url, join(await makeFolder(t), 'backups'));
    await client.flushall();
    const never = createApiKey(randomBytes);
    t.is(await statusOf(never), 503, 'no key is refused as unknown');
    const restored = await backup(url, `restore ${file}`);
    t.deepEqual([restored.exitCode, restored.stderr], [0, '']);
    t.deepEqual(
      [await statusOf(usable), await statusOf(revoked), await statusOf(never)],
      [200, 401, 401],
    );
  },
);

test.serial('a restore writes types, values and scores as they were', async (t) => {
  const { client, url, folder } = await startFilledRedis(t);
  const before = await contentsWithoutRestores(client);
  // A Redis that is full can be backed up.
  await client.config('SET', 'maxmemory', '1');
  const file = await create(t, url, folder);
  await client.config('SET', 'maxmemory', '0');
  await client.flushall();
  const { exitCode, stdout } = await backup(url, `restore ${file}`);
  t.is(exitCode, 0);
  t.regex(stdout, /^restored\n[\s\S]*\naccounts +2\nkeys +5\naudit +\d+ entries\n$/);
  t.deepEqual(await contentsWithoutRestores(client), before);
  const audit = await runKeysCommand(['audit'], { REDIS_URL: url });
  t.regex(audit.stdout.split('\n').at(-2) ?? '', /ana@\S+ +backup restore +- +createdAt 20/);
});

test.serial('a backup made while accounts change has the state of one moment', async (t) => {
  const redis = await startRedis(t);
  const { client } = redis;
  const proxy = await startProxy(t, redis);
  const ids = Array.from({ length: 250 }, (_, at) => `account-${at}`);
  await Promise.all(ids.map((id) => addKey({ client }, { id })));
  const folder = join(await makeFolder(t), 'backups');
  // The first accounts are read, and the next ones wait.
  const halted = proxy.haltAt('zrange', 2);
  const made = backup(proxy.url, `create ${folder} --json`);
  await halted;
  const [changed = '', late] = [ids[0], 'late'];
  await setAccount({ redis: client, by: 'test' }, changed, { tier: 'A1' });
  await addKey({ client }, { id: late });
  proxy.proceed();
  const { accounts } = await readBackup(JSON.parse((await made).stdout).file);
  t.deepEqual([...accounts.keys()].sort(), [...ids, late].sort());
  t.is(accounts.get(changed)?.['tier'], 'A1');
});

test.serial(
  'a backup names damaged accounts and keys, has all others, and removes no older backup then',
  async (t) => {
    const { client, url, folder, key } = await startFilledRedis(t);
    const older = await create(t, url, folder);
    await client.sadd(redisKeys.accounts, 'ghost');
    await client.del(redisKeys.account('beta'));
    await client.set(redisKeys.account('beta'), 'not a hash');
    await client.hdel(redisKeys.key(hashApiKey(key)), 'label');
    const { exitCode, stdout, stderr } = await backup(url, `create ${folder} --keep 1 --json`);
    t.is(exitCode, 1);
    t.regex(
      stderr,
      /account beta is damaged.*\n.*account ghost is damaged.*\n.*key \w{8} of acme is/,
    );
    const { accounts, keys } = await readBackup(JSON.parse(stdout).file);
    t.deepEqual([[...accounts.keys()], keys.size], [['acme'], 1]);
    await t.notThrowsAsync(readBackup(older));
  },
);

test.serial('a file that is cut off, changed or no backup is refused with its fault', async (t) => {
  const { url, folder } = await startFilledRedis(t);
  const file = await create(t, url, folder);
  t.is((await backup(url, `verify ${file}`)).exitCode, 0);
  const bytes = await readFile(file);
  const text = gunzipSync(bytes).toString();
  for (const [content, reason] of [
    [bytes.subarray(0, bytes.length - 20), /it is cut off/],
    [gzipSync(text.replace('"A3"', '"A1"')), /checksum is missing or wrong/],
    [gzipSync(text.split('\n').slice(0, -2).join('\n')), /checksum is missing or wrong/],
    [Buffer.from('x'), /incorrect header check|cut off/],
  ] as const) {
    await writeFile(file, content);
    const { exitCode, stderr } = await backup(url, `verify ${file}`);
    t.is(exitCode, 1);
    t.regex(stderr, reason);
  }
});

test.serial(
  '--keep removes the oldest backups after the new one, and reports later names',
  async (t) => {
    const { url, folder } = await startFilledRedis(t);
    const older = await create(t, url, folder);
    const newer = await create(t, url, folder);
    await writeFile(join(folder, 'notes.txt'), '');
    const { exitCode, stdout } = await backup(url, `create ${folder} --keep 2`);
    t.is(exitCode, 0);
    t.regex(stdout, new RegExp(`\nremoved ${older.split('/').at(-1)}\n$`));
    const names = await readdir(folder);
    t.is(names.length, 3);
    t.true(names.includes(newer.split('/').at(-1) ?? ''));
    await writeFile(join(folder, 'accounts-9999-12-01T000000.000Z.jsonl.gz'), '');
    const ahead = await backup(url, `create ${folder} --keep 1`);
    t.is(ahead.exitCode, 5);
    t.regex(ahead.stderr, /^the backup .* is made, but 1 others have later names \(accounts-9999/);
  },
);

test.serial('only the owner can read the backup folder and its files', async (t) => {
  const { url, folder } = await startFilledRedis(t);
  const file = await create(t, url, folder);
  t.is((await stat(folder)).mode & 0o777, 0o700);
  t.is((await stat(file)).mode & 0o777, 0o600);
  await chmod(folder, 0o750);
  const { exitCode, stderr } = await backup(url, `create ${folder}`);
  t.is(exitCode, 1);
  t.regex(stderr, /^other users may use .* \(mode 750\).*chmod 700/);
  t.is((await readdir(folder)).length, 1);
});

test.serial('restore refuses a Redis with accounts, and one with only an audit', async (t) => {
  const { client, url, folder } = await startFilledRedis(t);
  const file = await create(t, url, folder);
  const before = await contentsOf(client);
  const refused = await backup(url, `restore ${file}`);
  t.is(refused.exitCode, 1);
  t.regex(refused.stderr, /^this Redis holds accounts, .* --replace/);
  t.deepEqual(await contentsOf(client), before);
  await client.del(redisKeys.accounts);
  const halfGone = await backup(url, `restore ${file}`);
  t.is(halfGone.exitCode, 1);
  t.regex(halfGone.stderr, /^this Redis holds an audit and no accounts/);
});

test.serial(
  '--replace lists the data that would be lost, asks for confirmation, and writes a backup of it',
  async (t) => {
    const { client, url, folder, author, key } = await startFilledRedis(t);
    const file = await create(t, url, folder);
    const [backedUp, { keys }] = [await contentsWithoutRestores(client), await readBackup(file)];
    const { id = '' } = keys.get(hashApiKey(key)) ?? {};
    await revokeKey(author, 'acme', id);
    await addKey({ client }, { id: 'gamma' });
    const present = await contentsOf(client);
    const silent = await backup(url, `restore ${file} --replace`);
    t.is(silent.exitCode, 1);
    t.regex(
      silent.stderr,
      /no terminal to ask on; add --yes\. Losses of this restore: accounts that are lost \(1\): gamma; .+[^.;]\. A backup of what Redis holds is \S+\n$/,
    );
    const questions: string[] = [];
    const answer = (yes: boolean) => (question: string) => {
      questions.push(question);
      return Promise.resolve(yes);
    };
    const refused = await backup(url, `restore ${file} --replace`, { ask: answer(false) });
    t.is(refused.exitCode, 1);
    t.regex(
      questions[0] ?? '',
      new RegExp(
        `keys that were revoked since the backup, and work again \\(1\\): acme ${id} "test"`,
      ),
    );
    t.deepEqual(await contentsOf(client), present);

    const listener = client.duplicate();
    t.teardown(() => listener.disconnect());
    const changed = new Set<string>();
    await listener.subscribe(redisKeys.accountChanges);
    listener.on('message', (_channel, account: string) => changed.add(account));
    const done = await backup(url, `restore ${file} --replace --json`, { ask: answer(true) });
    t.deepEqual([done.exitCode, done.stderr], [0, '']);
    t.deepEqual(await contentsWithoutRestores(client), backedUp);
    // Services are notified of restored and of removed accounts.
    while (changed.size < 3) await once(listener, 'message');
    t.deepEqual([...changed].sort(), ['acme', 'beta', 'gamma']);
    const { replaced } = JSON.parse(done.stdout);
    t.true((await readBackup(replaced)).accounts.has('gamma'));
    const back = await backup(url, `restore ${replaced} --replace --yes`);
    t.is(back.exitCode, 0);
    t.deepEqual((await contentsOf(client))[redisKeys.accounts], present[redisKeys.accounts]);
  },
);

test.serial('--replace repairs a Redis with damaged accounts, and names them', async (t) => {
  const { client, url, folder, key } = await startFilledRedis(t);
  const file = await create(t, url, folder);
  const backedUp = await contentsWithoutRestores(client);
  await client.del(redisKeys.key(hashApiKey(key)));
  await client.hdel(redisKeys.account('beta'), 'tier');
  const questions: string[] = [];
  const ask = async (question: string) => questions.push(question) > 0;
  const done = await backup(url, `restore ${file} --replace --json`, { ask });
  t.deepEqual([done.exitCode, done.stderr], [0, '']);
  t.regex(questions[0] ?? '', /account beta is damaged/);
  t.deepEqual(await contentsWithoutRestores(client), backedUp);
});

test.serial(
  '--replace does not lose changes that are made while it waits for the confirmation',
  async (t) => {
    const { client, url, folder } = await startFilledRedis(t);
    const file = await create(t, url, folder);
    const ask = async () => {
      await addKey({ client }, { id: 'late' });
      return true;
    };
    const { exitCode, stderr } = await backup(url, `restore ${file} --replace`, { ask });
    t.is(exitCode, 1);
    t.regex(stderr, /were changed since this command has read them, and nothing was replaced/);
    t.is(await client.sismember(redisKeys.accounts, 'late'), 1);
    const empty = await startRedis(t);
    const restored = await backup(empty.url, `restore ${file} --replace`);
    t.deepEqual([restored.exitCode, restored.stderr], [0, ''], 'an empty Redis asks nothing');
  },
);

const formats = 'test/processes/pricing-service/formats';

/** Asserts that the keys of the fixture have their states of 2026-11-29. */
async function assertKeys(t: ExecutionContext, client: Redis): Promise<void> {
  const keys = JSON.parse(await readFile(join(formats, 'keys.json'), 'utf8'));
  const store = createRedisAccounts(client);
  const find = (name: string) => store.findKey(hashApiKey(keys[name]));
  const acme = { id: 'acme', tier: 'A3', distributorPricing: true };
  for (const name of ['active', 'rotated', 'new']) {
    t.like(await find(name), { revoked: false, account: acme }, name);
  }
  t.like(await find('revoked'), { revoked: true });
  t.like(await find('beta'), { account: { tier: 'A1', distributorPricing: false } });
}

test.serial(
  'data and backups of 2026-11-29 load: accounts, keys, revocations, last uses and audit; its net prices are ignored',
  async (t) => {
    const { client, url } = await startRedis(t);
    const lines = (await readFile(join(formats, 'redis-data.jsonl'), 'utf8')).trim().split('\n');
    for (const line of lines) {
      const [name, ...args] = JSON.parse(line) as [string, ...string[]];
      await client.call(name, ...args);
    }
    const environment = { REDIS_URL: url };
    const cleaned = await runKeysCommand(['clean-old'], environment);
    t.is(cleaned.stdout, 'removed 7 keys of Redis\n');
    await assertKeys(t, client);
    t.regex((await runKeysCommand(['key', 'list', 'acme'], environment)).stdout, /2026-11-28/);
    const audit = await runKeysCommand(['audit'], environment);
    t.is(audit.stdout.trim().split('\n').length, 11);
    t.regex(audit.stdout, /2026-11-29T23:04:51\.916Z +ana@vm +account add +acme/);
    const file = await create(t, url, join(await makeFolder(t), 'backups'));
    for (const path of [file, join(formats, 'accounts-2026-11-29.jsonl.gz')]) {
      await client.flushall();
      const restored = await backup(url, `restore ${path}`);
      t.deepEqual([restored.exitCode, restored.stderr], [0, '']);
      await assertKeys(t, client);
      t.is(await client.xlen(redisKeys.audit), 11);
    }
  },
);
