/** Tests restores that are killed, taken over by another restore or lose their connection, with a real Redis. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import test, { type ExecutionContext } from 'ava';
import { redisKeys } from '../../../../contract/redis-keys.ts';
import { nodeArguments } from '../../../../infra/local/node-arguments.ts';
import { runKeysCommand } from '../../../../pricing-service/keys-command/run.ts';
import { startProxy } from '../../../helpers/redis-server.ts';
import { until } from '../../../helpers/until.ts';
import {
  backup,
  contentsOf,
  contentsWithoutRestores,
  create,
  startFilledRedis,
} from './filled-redis.ts';

test.serial(
  'a restore that is killed leaves a Redis that refuses changes until it is restored again',
  async (t) => {
    const { client, url, folder } = await startFilledRedis(t);
    const file = await create(t, url, folder);
    const before = await contentsWithoutRestores(client);
    await client.flushall();
    const server = { url } as Parameters<typeof startProxy>[1];
    // The steps: begin, remove, write, INFO, finish.
    for (const count of [2, 3, 5]) {
      const proxy = await startProxy(t, server);
      const halted = proxy.haltAt('eval', count);
      const args = [...nodeArguments('pricing-service/backup/main.ts'), 'restore', file];
      const env = { ...process.env, REDIS_URL: proxy.url };
      const child = spawn(process.execPath, args, { env, stdio: 'ignore' });
      t.teardown(() => void child.kill('SIGKILL'));
      await halted;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
      const environment = { REDIS_URL: url };
      const list = await runKeysCommand(['account', 'list'], environment);
      t.is(list.exitCode, 1);
      t.regex(
        list.stderr,
        /^Redis holds only a part of a backup: .*npm run backup -- restore again/,
      );
      await client.sadd(redisKeys.deployedTiers, 'A3');
      const add = ['account', 'add', 'new', '--name', 'x', '--tier', 'A3', '--program', 'linked'];
      const added = await runKeysCommand(add, environment);
      t.is(added.exitCode, 1);
      t.regex(added.stderr, /^a restore is running or was interrupted/);
    }
    // Data that another backup has left is removed too.
    await client.set('{keys}:left-over', 'x');
    const { exitCode, stderr } = await backup(url, `restore ${file}`);
    t.deepEqual([exitCode, stderr], [0, '']);
    t.deepEqual(await contentsWithoutRestores(client), before);
  },
);

/**
 * Backs up a Redis, empties it and starts to restore the backup through a proxy. Resolves when the restore sends its
 * script number `at`, which the proxy holds back until `proxy.proceed` is called.
 */
async function haltRestore(t: ExecutionContext, at: number) {
  const { client, url, folder } = await startFilledRedis(t);
  const file = await create(t, url, folder);
  await client.flushall();
  const proxy = await startProxy(t, { url } as Parameters<typeof startProxy>[1]);
  const halted = proxy.haltAt('eval', at);
  const restoring = backup(proxy.url, `restore ${file}`);
  await halted;
  return { client, url, file, proxy, restoring };
}

test.serial(
  'if two restores run at the same time, the second one continues and the first one fails',
  async (t) => {
    const { client, url, file, proxy, restoring } = await haltRestore(t, 2);
    const second = await backup(url, `restore ${file}`);
    t.is(second.exitCode, 0);
    proxy.proceed();
    const { exitCode, stderr } = await restoring;
    t.is(exitCode, 1);
    t.regex(stderr, /^another restore was begun on this Redis/);
    t.is(await client.scard(redisKeys.accounts), 2);
  },
);

test.serial(
  'an interrupted restore, and one that Redis has too little memory for, report that the data is incomplete',
  async (t) => {
    const { client, url, file, restoring } = await haltRestore(t, 3);
    // The connection is lost during the restore.
    await client.call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
    const { exitCode, stderr } = await restoring;
    t.is(exitCode, 5);
    t.regex(stderr, /^the restore has begun and did not end \(.*\): keyed requests get 503 until/);
    await client.config('SET', 'maxmemory', '1');
    const full = await backup(url, `restore ${file}`);
    t.is(full.exitCode, 3);
    t.regex(full.stderr, /OOM/);
    await client.config('SET', 'maxmemory', '0');
    t.is((await backup(url, `restore ${file}`)).exitCode, 0);
  },
);

test.serial(
  'a restore whose first step gets no reply is reported as possibly begun, and can be repeated',
  async (t) => {
    const { client, url, folder } = await startFilledRedis(t);
    const file = await create(t, url, folder);
    const before = await contentsWithoutRestores(client);
    const proxy = await startProxy(t, { url } as Parameters<typeof startProxy>[1]);
    const halted = proxy.haltAt('eval', 1);
    const restoring = backup(proxy.url, `restore ${file} --replace --yes`);
    await halted;
    proxy.hold();
    proxy.proceed();
    await until(async () => (await client.exists(redisKeys.restoring)) === 1);
    proxy.cut();
    const { exitCode, stderr } = await restoring;
    t.is(exitCode, 5);
    t.regex(
      stderr,
      /^the restore may have begun and did not end \(.*\): .*npm run backup -- restore \S+$/m,
    );
    t.is((await backup(url, `restore ${file}`)).exitCode, 0);
    t.deepEqual(await contentsWithoutRestores(client), before);
  },
);

test.serial(
  'a restore whose connection was lost before its first step has changed nothing',
  async (t) => {
    const { client, url, folder } = await startFilledRedis(t);
    const file = await create(t, url, folder);
    const before = await contentsOf(client);
    const proxy = await startProxy(t, { url } as Parameters<typeof startProxy>[1]);
    // A server may close a connection that is idle while the question is asked.
    const ask = async () => {
      proxy.cut();
      return true;
    };
    const { exitCode, stderr } = await backup(proxy.url, `restore ${file} --replace`, { ask });
    t.is(exitCode, 3, stderr);
    t.deepEqual(await contentsOf(client), before);
  },
);
