/**
 * The users of `infra/redis-users.acl` survive a restart, have the permissions that they need, and no other user can
 * log in.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { Redis } from 'ioredis';
import { hashApiKey } from '../../../contract/api-key.ts';
import { redisKeys } from '../../../contract/redis-keys.ts';
import { createRedisAccountStore } from '../../../pricing-service/accounts/redis-account-store.ts';
import { backupProgram } from '../../../pricing-service/backup/backup-program.ts';
import { runKeysCommand, runProgram } from '../../../pricing-service/keys-command/run.ts';
import { createLog } from '../../../pricing-service/log.ts';
import { createRedisNetPriceStore } from '../../../pricing-service/pricing/redis-net-prices.ts';
import { createUseReports } from '../../../pricing-service/pricing/report-use.ts';
import { createWithTimeout } from '../../../pricing-service/redis-timeout.ts';
import { openConnection } from '../../../redis/connect.ts';
import { reportedServices } from '../../../releases/prices/redis-releases.ts';
import { makeFolder } from '../../helpers/content.ts';
import { startDurableRedis } from '../../helpers/durable-redis.ts';
import { loadCurrent } from '../../helpers/load-current.ts';
import { compileInto } from '../../helpers/pricing-app.ts';
import { listRefusals } from '../../helpers/service-user.ts';

/**
 * The operator's guide. Its shell command, run below, prints the Redis commands that create the users; each
 * password in them is a name such as `ADMIN_PASSWORD`.
 */
const guide = readFileSync('docs/operation.md', 'utf8');
const [, script = ''] = /^(sed .* infra\/redis-users\.acl)$/m.exec(guide) ?? [];
const commands = execFileSync('bash', ['-c', script], { encoding: 'utf8' });

/** Name of the users file in the command of docs/operation.md that starts Redis. */
const usersFile =
  /^redis-server .* --aclfile (\S+) /m.exec(readFileSync('docs/operation.md', 'utf8'))?.[1] ?? '';

test.serial(
  'a server that is started with the users file reads its data again after a crash',
  async (t) => {
    const folder = await makeFolder(t);
    const template = readFileSync('infra/redis-users.acl', 'utf8');
    const hash = createHash('sha256').update('secret').digest('hex');
    await writeFile(join(folder, usersFile), template.replace(/\{\{\w+\}\}/g, hash));
    const redis = await startDurableRedis(t, '--dir', folder, '--aclfile', usersFile);
    // The default user may not log in.
    redis.client.disconnect();
    const connectAsOperator = () => {
      const client = new Redis(redis.url.replace('://', '://catalogue-operator:secret@'));
      t.teardown(() => client.disconnect());
      return client;
    };
    // Redis checks the permissions of its default user for transactions of the append-only file.
    const transaction = connectAsOperator().multi().sadd(redisKeys.deployedTiers, 'A3');
    await transaction.sadd(redisKeys.deployedTiers, 'A5').exec();
    await redis.kill();
    await redis.restart();
    t.is(await connectAsOperator().scard(redisKeys.deployedTiers), 2);
  },
);

test.serial(
  'the users survive a restart and have the permissions for their tasks, and no other user can log in',
  async (t) => {
    const folder = await makeFolder(t);
    await writeFile(join(folder, usersFile), '');
    const redis = await startDurableRedis(t, '--dir', folder, '--aclfile', usersFile);
    for (const command of [...commands.trim().split('\n'), 'ACL SAVE']) {
      const [name = '', ...words] = command.split(' ');
      t.is(await redis.client.call(name, ...words), 'OK', command);
    }
    redis.client.disconnect();
    await redis.kill();
    await redis.restart();

    const loginOf = (user: string) => {
      const [, password = ''] = new RegExp(`SETUSER ${user} on >(\\S+)`).exec(commands) ?? [];
      return redis.url.replace('://', `://${user}:${password}@`);
    };
    const operator = loginOf('catalogue-operator');
    const publisher = await openConnection(operator);
    t.teardown(() => publisher.disconnect());
    const out = join(folder, 'dist');
    const { release } = await compileInto(out);
    await loadCurrent(out, publisher);
    const keys = (line: string) => runKeysCommand(line.split(' '), { REDIS_URL: operator });
    const added = await keys('account add acme --name Acme --tier A3 --program linked');
    t.deepEqual([added.exitCode, added.stderr], [0, '']);
    const { key, id } = JSON.parse((await keys('key create acme --label ERP --json')).stdout);

    const service = new Redis(loginOf('pricing-service'), { disableClientInfo: true });
    t.teardown(() => service.disconnect());
    // A busy machine takes long to connect.
    const withTimeout = createWithTimeout(30_000);
    const store = createRedisNetPriceStore(service, withTimeout);
    t.is((await store.releaseFacts(release))?.release, release);
    t.truthy(await store.netPrice(release, 'A3', 'en-CA', 'TEE-1'));
    const reported = new Promise((resolve, reject) => {
      const reports = createUseReports({
        ...{
          redis: service,
          instance: 'edge:3000',
          release: () => release,
          now: Date.now,
          withTimeout,
        },
        log: createLog({ write: (line) => reject(new Error(line)) }),
        store: {
          renewTtl: (used) => store.renewTtl(used).finally(() => resolve(reports.stop())),
        },
      });
      reports.start();
    });
    await reported;
    t.like(await reportedServices(publisher, Date.now()), [{ instance: 'edge:3000', release }]);
    t.is(
      (await createRedisAccountStore(service).findKey(hashApiKey(key))).record?.account?.id,
      'acme',
    );
    const prices = redisKeys.netPrices(release, 'A3', 'en-CA');
    const record = redisKeys.key(hashApiKey(key));
    for (const refused of [
      () => service.del(record),
      () => service.expire(record, 1),
      () => service.hset(prices, 'TEE-1', '{}'),
      () => service.del(prices),
      () => service.sadd(redisKeys.deployedTiers, 'A9'),
    ]) {
      await t.throwsAsync(refused, { message: /^NOPERM / });
    }
    t.is((await keys(`key revoke acme ${id}`)).exitCode, 0);
    t.regex((await keys('audit --account acme')).stdout, /key revoke/);

    const backup = (user: string, line: string) =>
      runProgram(backupProgram, line.split(' '), { environment: { REDIS_URL: loginOf(user) } });
    const made = await backup('catalogue-backup', `create ${join(folder, 'backups')} --json`);
    t.deepEqual([made.exitCode, made.stderr], [0, '']);
    const { file } = JSON.parse(made.stdout);
    const denied = await backup('catalogue-backup', `restore ${file} --replace --yes`);
    t.is(denied.exitCode, 3);
    t.regex(denied.stderr, /NOPERM/);
    const reader = new Redis(loginOf('catalogue-backup'), { disableClientInfo: true });
    t.teardown(() => reader.disconnect());
    for (const refused of [
      () => reader.hset(record, 'revokedAt', ''),
      () => reader.hgetall(prices),
      () => reader.eval_ro(`return redis.call('GET', '{catalog}:x')`, 0),
    ]) {
      await t.throwsAsync(refused, { message: /NOPERM|can't run this command|has no permissions/ });
    }
    const restored = await backup('catalogue-operator', `restore ${file} --replace --yes`);
    t.deepEqual([restored.exitCode, restored.stderr], [0, '']);
    t.regex((await keys('key list acme')).stdout, new RegExp(`${id} .* revoked `));

    const stranger = new Redis(redis.port, { enableReadyCheck: false });
    // Its HELLO is refused too.
    stranger.on('error', () => {});
    t.teardown(() => stranger.disconnect());
    await t.throwsAsync(stranger.get('x'), { message: /^NOAUTH / });

    const admin = new Redis(loginOf('admin'));
    t.teardown(() => admin.disconnect());
    // Only the commands above were refused.
    const refusals = await listRefusals([admin]);
    const refusedTo = (user: string) =>
      refusals.flatMap((line) => {
        const object = new RegExp(`,object,(.+),username,${user},`).exec(line)?.[1];
        return object === undefined ? [] : [object];
      });
    t.deepEqual(refusedTo('pricing-service').sort(), ['del', 'sadd', prices, record]);
    t.deepEqual(refusedTo('catalogue-backup').sort(), ['eval', 'get', 'hset', prices]);
  },
);
