/**
 * Redis with `infra/redis.conf` and `infra/redis-users.acl`: a confirmed change survives crashes and failovers, and each
 * user may do only its task.
 */
import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as soon } from 'node:timers/promises';
import test from 'ava';
import { Redis } from 'ioredis';
import { hashApiKey } from '../../../contract/api-key.ts';
import { redisKeys } from '../../../contract/redis-keys.ts';
import { backupProgram } from '../../../pricing-service/backup/backup-program.ts';
import { exitCodes } from '../../../pricing-service/keys-command/failures.ts';
import { runKeysCommand } from '../../../pricing-service/keys-command/keys-program.ts';
import { runProgram } from '../../../pricing-service/keys-command/program.ts';
import { createRedisAccounts } from '../../../pricing-service/redis-accounts.ts';
import { addAccount, listAccounts } from '../../../pricing-service/registry/accounts.ts';
import { readAudit } from '../../../pricing-service/registry/audit.ts';
import { createKey } from '../../../pricing-service/registry/keys.ts';
import { makeFolder } from '../../helpers/content.ts';
import { type DurableRedis, startDurableRedis } from '../../helpers/durable-redis.ts';
import { compileInto } from '../../helpers/pricing-app.ts';
import { listRefusals } from '../../helpers/service-user.ts';
import { collectTeardowns } from '../../helpers/teardown.ts';

const file = collectTeardowns();
let redis: DurableRedis;
test.before(async () => {
  const hash = createHash('sha256').update('secret').digest('hex');
  const template = await readFile('infra/redis-users.acl', 'utf8');
  redis = await startDurableRedis(file, { users: template.replaceAll(/\{\{\w+\}\}/g, hash) });
});
test.after.always(() => file.run());

/** The URL of `redis` with the name and password of a user. */
const loginOf = (user: string) => redis.url.replace('://', `://${user}:secret@`);

/** Adds an account with a key; returns the key, its id, and a function that revokes it by the operators' command. */
async function addRevocable({ client }: DurableRedis, url: string, account: string) {
  const author = { redis: client, by: 'test' };
  await addAccount(author, { id: account, name: account, tier: 'A3', program: 'linked' });
  const { key, id } = await createKey(author, { account, label: 'ERP' });
  const revoke = () => runKeysCommand(['key', 'revoke', account, id], { REDIS_URL: url });
  return { key, id, revoke };
}

const isRevoked = async ({ client }: DurableRedis, key: string) =>
  (await createRedisAccounts(client).findKey(hashApiKey(key)))?.revoked;

async function actionsOf({ client }: DurableRedis, account: string): Promise<string[]> {
  const actions: string[] = [];
  for await (const entry of readAudit(client, 0)) {
    if (entry.account === account) actions.push(entry.action);
  }
  return actions;
}

/**
 * Writes to Redis until the append-only file is `left` bytes shorter than a multiple of 512, and returns this multiple:
 * the size at which `restart` can limit the file.
 */
async function fillFile({ client, file: path }: DurableRedis, left: number): Promise<number> {
  const write = async (length: number) => {
    await client.set('filler', 'x'.repeat(length));
    return (await stat(path)).size;
  };
  // Lengths of three digits, so that both writes have the same overhead.
  const [first, second] = [await write(100), await write(100)];
  const unpadded = second + (second - first) - 100;
  const limit = Math.ceil((unpadded + 100 + left) / 512) * 512;
  await write(limit - left - unpadded);
  return limit;
}

test.serial(
  'a revocation survives a kill of Redis right after the answer; on a full disk it fails with a clear message and has no effect',
  async (t) => {
    const operator = loginOf('catalogue-operator');
    const one = await addRevocable(redis, operator, 'killed');
    const end = await one.revoke();
    await redis.kill();
    const stdout = `key ${one.id} of killed is revoked\n`;
    t.deepEqual(end, { exitCode: 0, stdout, stderr: '' });
    await redis.restart();
    t.true(await isRevoked(redis, one.key));
    t.deepEqual(await actionsOf(redis, 'killed'), ['account add', 'key create', 'key revoke']);

    const other = await addRevocable(redis, operator, 'full');
    const limit = await fillFile(redis, 100);
    t.is((await stat(redis.file)).size, limit - 100, 'room for a part of the change');
    await redis.kill();
    await redis.restart(limit);
    const refused = await other.revoke();
    t.is(refused.exitCode, exitCodes.unknown, refused.stderr);
    t.regex(
      refused.stderr,
      /^the connection to Redis was lost during the change \(it was closed [^\n]+a full disk stops it\n$/,
    );
    await redis.kill();
    await redis.restart();
    t.false(await isRevoked(redis, other.key));
    t.deepEqual(await actionsOf(redis, 'full'), ['account add', 'key create']);
    t.is((await other.revoke()).exitCode, exitCodes.done);
    t.true(await isRevoked(redis, other.key));
  },
);

test.serial(
  'every write is on the disk before it is answered, and no key is evicted',
  async (t) => {
    const settings = { appendonly: 'yes', appendfsync: 'always', 'maxmemory-policy': 'noeviction' };
    for (const [name, value] of Object.entries(settings)) {
      t.deepEqual(await redis.client.config('GET', name), [name, value]);
    }
  },
);

test.serial(
  'each user has the permissions for its task and no others, and nobody else can log in',
  async (t) => {
    await redis.client.call('ACL', 'LOG', 'RESET');
    const out = join(await makeFolder(t), 'dist');
    await compileInto(out);
    const keys = (line: string) =>
      runKeysCommand(line.split(' '), {
        REDIS_URL: loginOf('catalogue-operator'),
        DIST_DIR: out,
      });
    const added = await keys('account add acme --name Acme --tier A3 --program linked');
    t.deepEqual([added.exitCode, added.stderr], [0, '']);
    const { key, id } = JSON.parse((await keys('key create acme --label ERP --json')).stdout);

    const connect = (user: string) => {
      const client = new Redis(loginOf(user), { disableClientInfo: true });
      t.teardown(() => client.disconnect());
      return client;
    };
    const service = connect('pricing-service');
    const accounts = createRedisAccounts(service);
    t.is((await accounts.findKey(hashApiKey(key)))?.account?.id, 'acme');
    const record = redisKeys.key(hashApiKey(key));
    const hash = hashApiKey(key);
    const index = redisKeys.accountKeys('acme');
    for (const refused of [
      () => service.hset(redisKeys.account('acme'), 'tier', 'A5'),
      () => service.hset(record, 'account', 'other'),
      () => service.hset(redisKeys.key('0'.repeat(64)), 'account', 'acme'),
      () => service.hset(index, id, hash),
      () => service.hdel(record, 'revoked'),
      () => service.del(record),
      () => service.expire(record, 1),
      () => service.sadd(redisKeys.accounts, 'forged'),
      () => service.zadd(redisKeys.activeKeys('acme'), 1, id),
      () => service.xadd(redisKeys.audit, '*', 'action', 'forged'),
      () => service.set(redisKeys.restoring, 'x'),
      () => service.publish(redisKeys.accountChanges, 'acme'),
      () => service.eval('while true do end', 0),
      () => service.call('EVAL_RO', 'while true do end', '0'),
      () => service.call('FCALL', 'f', '0'),
      () => service.flushall(),
    ]) {
      await t.throwsAsync(refused, { message: /^NOPERM / }, String(refused));
    }
    await service.hset(redisKeys.uses, hash, '2026-11-21');
    t.regex((await keys('key list acme')).stdout, /2026-11-21/);
    const foreign = '{catalog}:x';

    const backup = (user: string, line: string) =>
      runProgram(backupProgram, line.split(' '), { environment: { REDIS_URL: loginOf(user) } });
    const folder = join(await makeFolder(t), 'backups');
    const made = await backup('catalogue-backup', `create ${folder} --json`);
    t.deepEqual([made.exitCode, made.stderr], [0, '']);
    const reader = connect('catalogue-backup');
    for (const refused of [
      () => reader.hset(record, 'revokedAt', ''),
      () => reader.hgetall(foreign),
      () => reader.eval_ro(`return redis.call('GET', '{catalog}:x')`, 0),
    ]) {
      await t.throwsAsync(refused, { message: /NOPERM|can't run this command|has no permissions/ });
    }
    const restore = `restore ${JSON.parse(made.stdout).file} --replace --yes`;
    t.is((await backup('catalogue-backup', restore)).exitCode, 3);
    const restored = await backup('catalogue-operator', restore);
    t.deepEqual([restored.exitCode, restored.stderr], [0, '']);
    t.regex((await keys('key list acme')).stdout, new RegExp(id));

    const stranger = new Redis(redis.port, { enableReadyCheck: false });
    // Its HELLO is refused too.
    stranger.on('error', () => {});
    t.teardown(() => stranger.disconnect());
    await t.throwsAsync(stranger.get('x'), { message: /^NOAUTH / });

    // Only the commands above were refused.
    const refusals = await listRefusals([redis.client]);
    const refusedTo = (user: string) =>
      refusals.flatMap(
        (line) => new RegExp(`,object,(.+),username,${user},`).exec(line)?.slice(1) ?? [],
      );

    t.deepEqual(refusedTo('catalogue-backup').sort(), ['eval', 'eval_ro', 'hset', foreign].sort());
    t.deepEqual(refusedTo('catalogue-operator'), []);
  },
);

test.serial(
  'a change that no replica has acknowledged is reported as such, and one that is confirmed survives the loss of the primary, even at maxmemory',
  async (t) => {
    const primary = await startDurableRedis(t, { settings: ['--repl-diskless-sync-delay', '0'] });
    const settings = ['--replicaof', `127.0.0.1 ${primary.port}`];
    const replica = await startDurableRedis(t, { settings });
    // A replica that a test freezes still counts as connected, however slow the machine is.
    const limits = ['min-replicas-to-write', '1', 'min-replicas-max-lag', '3600'] as const;
    await primary.client.config('SET', ...limits);
    const isConnected = /min_slaves_good_slaves:1/;
    while (!isConnected.test(await primary.client.info('replication'))) await soon(20);
    const one = await addRevocable(primary, primary.url, 'one');
    const other = await addRevocable(primary, primary.url, 'other');

    replica.freeze();
    for (const said of [/is revoked/, /was revoked already/]) {
      const { exitCode, stdout, stderr } = await one.revoke();
      t.is(exitCode, exitCodes.unsafe, stderr);
      t.regex(stdout, said);
      t.regex(stderr, /^the change was made, but no replica has acknowledged it: [^\n]+\n$/);
    }
    replica.thaw();
    await primary.client.config('SET', 'maxmemory', '1');
    for (const { revoke } of [one, other]) t.is((await revoke()).exitCode, 0);
    await primary.kill();
    await replica.client.replicaof('NO', 'ONE');
    for (const { key } of [one, other]) t.true(await isRevoked(replica, key));
    t.like(await listAccounts(replica.client), [{ activeKeys: 0 }, { activeKeys: 0 }]);
  },
);
