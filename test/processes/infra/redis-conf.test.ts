/** With `infra/redis.conf`, a change that an operator's command has confirmed survives crashes and failovers. */
import { stat } from 'node:fs/promises';
import { setTimeout as soon } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import { hashApiKey } from '../../../contract/api-key.ts';
import { redisKeys } from '../../../contract/redis-keys.ts';
import { createRedisAccountStore } from '../../../pricing-service/accounts/redis-account-store.ts';
import { addAccount, listAccounts } from '../../../pricing-service/accounts/registry/accounts.ts';
import { readAudit } from '../../../pricing-service/accounts/registry/audit.ts';
import { createKey } from '../../../pricing-service/accounts/registry/keys.ts';
import { exitCodes } from '../../../pricing-service/keys-command/exit-codes.ts';
import { runKeysCommand } from '../../../pricing-service/keys-command/run.ts';
import { type DurableRedis, startDurableRedis } from '../../helpers/durable-redis.ts';
import { runScript } from '../../helpers/run-process.ts';

const script = 'pricing-service/keys-command/main.ts';

/**
 * Creates an account with a key. Returns the key and its id, the arguments of the command that revokes it,
 * and a function that runs this command in this process.
 */
async function prepare({ client, url }: DurableRedis) {
  const author = { redis: client, by: 'test' };
  await addAccount(author, { id: 'acme', name: 'Acme', tier: 'A3', program: 'linked' });
  const issued = await createKey(author, { account: 'acme', label: 'ERP' });
  const line = ['key', 'revoke', 'acme', issued.id];
  return { issued, line, revoke: () => runKeysCommand(line, { REDIS_URL: url }) };
}

/** Starts a primary Redis and a synchronized replica. Returns both, and `inStep`, which waits for the replica. */
async function startPair(t: ExecutionContext) {
  const primary = await startDurableRedis(t, '--repl-diskless-sync-delay', '0');
  const replica = await startDurableRedis(t, '--replicaof', `127.0.0.1 ${primary.port}`);
  /** Resolves once the replica is connected and has acknowledged a write. */
  const inStep = async () => {
    while (!/min_slaves_good_slaves:1/.test(await primary.client.info('replication')))
      await soon(20);
  };
  // A replica that a test freezes still counts as connected, however slow the machine is.
  await primary.client.config('SET', 'min-replicas-to-write', '1', 'min-replicas-max-lag', '3600');
  await inStep();
  return { primary, replica, inStep };
}

const isRevoked = async ({ client }: DurableRedis, key: string) =>
  (await createRedisAccountStore(client).findKey(hashApiKey(key))).record?.revoked;

/** Makes a replica the primary, as a failover does, and lets it accept writes without replicas. */
async function promote({ client }: DurableRedis): Promise<void> {
  await client.replicaof('NO', 'ONE');
  await client.config('SET', 'min-replicas-to-write', '0');
}

test.serial('a revocation survives a kill of Redis right after the answer', async (t) => {
  const redis = await startDurableRedis(t);
  const { issued, line } = await prepare(redis);
  t.false(await isRevoked(redis, issued.key));
  const end = await runScript(script, line, { REDIS_URL: redis.url });
  await redis.kill();
  t.deepEqual(end, { exitCode: 0, stdout: `key ${issued.id} of acme is revoked\n`, stderr: '' });
  await redis.restart();
  t.true(await isRevoked(redis, issued.key));
  const actions = [];
  for await (const { action } of readAudit(redis.client, 0)) actions.push(action);
  t.deepEqual(actions, ['account add', 'key create', 'key revoke']);
  t.like(await listAccounts(redis.client), [{ id: 'acme', activeKeys: 0 }]);
});

test.serial(
  'every write is on the disk before it is answered, and no key is evicted',
  async (t) => {
    const { client } = await startDurableRedis(t);
    const settings = { appendonly: 'yes', appendfsync: 'always', 'maxmemory-policy': 'noeviction' };
    for (const [name, value] of Object.entries(settings)) {
      t.deepEqual(await client.config('GET', name), [name, value]);
    }
    await client.config('SET', 'maxmemory', '1');
    await t.throwsAsync(client.sadd(redisKeys.deployedTiers, 'A3'), { message: /^OOM / });
  },
);

/**
 * Writes to Redis until the append-only file is `left` bytes shorter than a multiple of 512, and returns this multiple:
 * the size at which `restart` can limit the file.
 */
async function fillFile({ client, file }: DurableRedis, left: number): Promise<number> {
  const write = async (length: number) => {
    await client.set('filler', 'x'.repeat(length));
    return (await stat(file)).size;
  };
  // Lengths of three digits, so that both writes have the same overhead.
  const [first, second] = [await write(100), await write(100)];
  const unpadded = second + (second - first) - 100;
  const limit = Math.ceil((unpadded + 100 + left) / 512) * 512;
  await write(limit - left - unpadded);
  return limit;
}

test.serial(
  'on a full disk a revocation fails with a clear message and has no effect',
  async (t) => {
    const redis = await startDurableRedis(t);
    const { issued, revoke } = await prepare(redis);
    const left = 100;
    const limit = await fillFile(redis, left);
    t.is((await stat(redis.file)).size, limit - left, 'room for a part of the change');
    await redis.kill();
    await redis.restart(limit);
    const { exitCode, stdout, stderr } = await revoke();
    t.deepEqual({ exitCode, stdout }, { exitCode: exitCodes.unknown, stdout: '' }, stderr);
    t.regex(
      stderr,
      /^the connection to Redis was lost during the change \(it was closed [^\n]+a full disk stops it\n$/,
    );
    await redis.kill();
    await redis.restart();
    t.false(await isRevoked(redis, issued.key));
    const actions = [];
    for await (const { action } of readAudit(redis.client, 0)) actions.push(action);
    t.deepEqual(actions, ['account add', 'key create']);
    t.like(await listAccounts(redis.client), [{ id: 'acme', activeKeys: 1 }]);
    t.is((await revoke()).exitCode, exitCodes.done);
    t.true(await isRevoked(redis, issued.key));
  },
);

test.serial('a revocation at maxmemory is on the replica when the primary is lost', async (t) => {
  const { primary, replica } = await startPair(t);
  const { issued, revoke } = await prepare(primary);
  await primary.client.config('SET', 'maxmemory', '1');
  const end = await revoke();
  await primary.kill();
  t.is(end.exitCode, 0, end.stderr);
  await promote(replica);
  t.true(await isRevoked(replica, issued.key));
});

test.serial('a change that no replica has acknowledged is reported as such', async (t) => {
  const { primary, replica, inStep } = await startPair(t);
  const { issued, revoke } = await prepare(primary);
  replica.freeze();
  const text = /^the change was made, but no replica has acknowledged it: [^\n]+\n$/;
  for (const said of [/is revoked/, /was revoked already/]) {
    const { exitCode, stdout, stderr } = await revoke();
    t.is(exitCode, exitCodes.unsafe, stderr);
    t.regex(stdout, said);
    t.regex(stderr, text);
  }
  t.true(await isRevoked(primary, issued.key));
  await replica.kill();
  await replica.restart();
  await inStep();
  t.is((await revoke()).exitCode, 0);
  await promote(replica);
  t.true(await isRevoked(replica, issued.key));
});
