/** Backups from a real Redis to files, and restores from them. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmod, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { createApiKey, hashApiKey } from '../../../../contract/api-key.ts';
import { redisKeys } from '../../../../contract/redis-keys.ts';
import { readBackup } from '../../../../pricing-service/backup/backup-file.ts';
import { checkBackup } from '../../../../pricing-service/backup/check-backup.ts';
import { makeBackup } from '../../../../pricing-service/backup/make-backup.ts';
import { toFields } from '../../../../pricing-service/backup/stored-keys.ts';
import { reuseMs } from '../../../../pricing-service/key-check.ts';
import { runKeysCommand } from '../../../../pricing-service/keys-command/run.ts';
import { createKey, revokeKey } from '../../../../pricing-service/registry/keys.ts';
import { openConnection } from '../../../../redis/connect.ts';
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

test.serial('a restore writes types, values, scores and expiries as they were', async (t) => {
  const { client, url, key, folder } = await startFilledRedis(t);
  const expiry = Date.now() + 1_000_000;
  await client.pexpireat(redisKeys.key(hashApiKey(key)), expiry);
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
  t.is(await client.call('PEXPIRETIME', redisKeys.key(hashApiKey(key))), expiry);
  const audit = await runKeysCommand(['audit'], { REDIS_URL: url });
  t.regex(audit.stdout.split('\n').at(-2) ?? '', /ana@\S+ +backup restore +- +createdAt 20/);
});

test.serial('a backup made while accounts change has the state of one moment', async (t) => {
  const redis = await startRedis(t);
  const { client } = redis;
  const author = { redis: client, by: 'test' };
  const proxy = await startProxy(t, redis);
  const slow = await openConnection(proxy.url);
  t.teardown(() => slow.disconnect());
  const ids = Array.from({ length: 150 }, (_, at) => `account-${at}`);
  await Promise.all(ids.map((id) => addKey({ client }, { id })));
  // The first page of accounts is read, and the next one waits.
  const halted = proxy.haltAt('EVAL_RO', 2);
  const made = makeBackup(slow, join(await makeFolder(t), 'backups'), 'accounts');
  await halted;
  for (const account of ids.filter((_, at) => at % 10 === 0)) {
    const { id } = await createKey(author, { account, label: 'new' });
    await createKey(author, { account, label: 'kept' });
    await revokeKey(author, account, id);
    await addKey({ client }, { id: `late-${account}` });
  }
  proxy.proceed();
  const { path } = await made;
  // Every account and key is in the state that the audit of the same file describes.
  const { accounts, keys } = await checkBackup(path);
  const audited = { accounts: new Set<string>(), keys: new Map<string, boolean>() };
  for await (const each of readBackup(path)) {
    if (!('stored' in each) || each.stored.type !== 'stream') continue;
    for (const [, pairs] of each.stored.value) {
      const { action, account = '', key = '' } = toFields(pairs);
      if (action === 'account add') audited.accounts.add(account);
      if (action === 'key create') audited.keys.set(`${account} ${key}`, false);
      if (action === 'key revoke') audited.keys.set(`${account} ${key}`, true);
    }
  }
  t.deepEqual([...accounts.keys()].sort(), [...audited.accounts].sort());
  const states = [...keys.values()].map(({ account, id, revokedAt }) => [
    `${account} ${id}`,
    revokedAt !== undefined,
  ]);
  t.deepEqual(states.sort(), [...audited.keys].sort());
});

test.serial('no backup is written if the accounts in Redis are inconsistent', async (t) => {
  const { client, url, folder } = await startFilledRedis(t);
  await client.sadd(redisKeys.accounts, 'ghost');
  const { exitCode, stderr } = await backup(url, `create ${folder}`);
  t.is(exitCode, 1);
  t.is(
    stderr,
    'what Redis holds does not fit together: account ghost has no record; restore the last backup: npm run backup -- restore FILE --replace\n',
  );
  t.deepEqual(await readdir(folder), []);
});

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
    const [backedUp, { keys }] = [await contentsWithoutRestores(client), await checkBackup(file)];
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
    t.true((await checkBackup(replaced)).accounts.has('gamma'));
    const back = await backup(url, `restore ${replaced} --replace --yes`);
    t.is(back.exitCode, 0);
    t.deepEqual((await contentsOf(client))[redisKeys.accounts], present[redisKeys.accounts]);
  },
);

test.serial(
  '--replace repairs a Redis whose accounts are inconsistent, and keeps a copy of them',
  async (t) => {
    const { client, url, folder, key } = await startFilledRedis(t);
    const file = await create(t, url, folder);
    const backedUp = await contentsWithoutRestores(client);
    await client.del(redisKeys.key(hashApiKey(key)));
    await client.hdel(redisKeys.account('beta'), 'tier');
    await client.del(redisKeys.audit);
    const questions: string[] = [];
    const ask = async (question: string) => questions.push(question) > 0;
    const done = await backup(url, `restore ${file} --replace --json`, { ask });
    t.deepEqual([done.exitCode, done.stderr], [0, '']);
    const findings =
      /\nwhat Redis holds does not fit together: .*: key \w{8} of acme has no record/;
    t.regex(questions[0] ?? '', findings);
    t.regex(questions[0] ?? '', /: the record of account beta lacks a field or has a wrong one/);
    t.deepEqual(await contentsWithoutRestores(client), backedUp);
    const { replaced } = JSON.parse(done.stdout);
    const { stderr } = await backup(url, `verify ${replaced}`);
    t.regex(stderr, /^\S+replaced-\S+ does not fit together: /);
  },
);

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
