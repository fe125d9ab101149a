/** Tests restores that lose their connection or are taken over by another restore, with a real Redis. */
import test from 'ava';
import { redisKeys } from '../../../../contract/redis-keys.ts';
import { runKeysCommand } from '../../../../pricing-service/keys-command/keys-program.ts';
import { makeTiers } from '../../../helpers/pricing-app.ts';
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
  'a restore that ends midway leaves a Redis that refuses changes until it is restored again',
  async (t) => {
    const { client, url, folder } = await startFilledRedis(t);
    const file = await create(t, url, folder);
    const before = await contentsWithoutRestores(client);
    await client.flushall();
    // The steps: begin, then remove and write, finish.
    for (const count of [2, 3]) {
      const proxy = await startProxy(t, { url });
      const halted = proxy.haltAt('eval', count);
      const restoring = backup(proxy.url, `restore ${file}`);
      await halted;
      // For Redis, this is the same as a kill of the command.
      proxy.cut();
      const { exitCode, stderr } = await restoring;
      t.is(exitCode, 5);
      t.regex(stderr, /^the restore did not end \(/);
      const environment = { REDIS_URL: url, DIST_DIR: await makeTiers(t) };
      const list = await runKeysCommand(['account', 'list'], environment);
      t.is(list.exitCode, 1);
      t.regex(
        list.stderr,
        /^Redis holds only a part of a backup: .*npm run backup -- restore again/,
      );
      const add = ['account', 'add', 'new', '--name', 'x', '--tier', 'A3', '--program', 'linked'];
      const added = await runKeysCommand(add, environment);
      t.is(added.exitCode, 1);
      t.regex(added.stderr, /^a restore is running or was interrupted/);
    }
    // Data that another backup has left is removed too.
    await client.set('{keys}:left-over', 'x');
    await client.config('SET', 'maxmemory', '1');
    const full = await backup(url, `restore ${file}`);
    t.is(full.exitCode, 3);
    t.regex(full.stderr, /OOM/);
    await client.config('SET', 'maxmemory', '0');
    const { exitCode, stderr } = await backup(url, `restore ${file}`);
    t.deepEqual([exitCode, stderr], [0, '']);
    t.deepEqual(await contentsWithoutRestores(client), before);
  },
);

test.serial(
  'if two restores run at the same time, the second one continues and the first one fails',
  async (t) => {
    const { client, url, folder } = await startFilledRedis(t);
    const file = await create(t, url, folder);
    await client.flushall();
    const proxy = await startProxy(t, { url });
    const halted = proxy.haltAt('eval', 2);
    const restoring = backup(proxy.url, `restore ${file}`);
    await halted;
    t.is((await backup(url, `restore ${file}`)).exitCode, 0);
    proxy.proceed();
    const { exitCode, stderr } = await restoring;
    t.is(exitCode, 1);
    t.regex(stderr, /^another restore was begun on this Redis/);
    t.is(await client.scard(redisKeys.accounts), 2);
  },
);

test.serial(
  'a restore whose first step gets no reply is reported as possibly begun, and can be repeated',
  async (t) => {
    const { client, url, folder } = await startFilledRedis(t);
    const file = await create(t, url, folder);
    const before = await contentsWithoutRestores(client);
    const proxy = await startProxy(t, { url });
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
      /^the restore did not end \(.*\): if it has begun, keyed requests get 503 until/,
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
    const proxy = await startProxy(t, { url });
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
