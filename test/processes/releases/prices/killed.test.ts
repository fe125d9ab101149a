import { spawn } from 'node:child_process';
import { once } from 'node:events';
import test, { type ExecutionContext } from 'ava';
import { redisKeys } from '../../../../contract/redis-keys.ts';
import { nodeArguments } from '../../../../infra/local/node-arguments.ts';
import { hasNetPrices } from '../../../../releases/prices/load-prices.ts';
import { activateRelease, linkedRelease } from '../../../../releases/release-store.ts';
import { loadCurrent } from '../../../helpers/load-current.ts';
import { startProxy, startRedis } from '../../../helpers/redis-server.ts';
import { buildTwo } from '../build-two.ts';
import { contentsOf } from './redis-contents.ts';

/**
 * Builds two releases, and makes the first one current, with its prices in Redis. Returns their ids, and
 * `activateUntil`, which starts to activate the second one.
 */
async function prepare(t: ExecutionContext) {
  const server = await startRedis(t);
  const { out, first, second } = await buildTwo(t);
  await activateRelease(out, first);
  await loadCurrent(out, server.client);
  /**
   * Runs `npm run release -- activate` for the second release, and kills it when it sends the Redis command `command`
   * for the `count`-th time, before Redis receives that command.
   */
  const activateUntil = async (command: string, count: number) => {
    const proxy = await startProxy(t, server);
    const halted = proxy.haltAt(command, count);
    const args = [...nodeArguments('releases/main.ts'), 'activate', second, '--out', out];
    const env = { ...process.env, REDIS_URL: proxy.url };
    const child = spawn(process.execPath, args, { env, stdio: 'ignore' });
    const exited = once(child, 'exit');
    await halted;
    child.kill('SIGKILL');
    await exited;
  };
  return { redis: server.client, out, first, second, activateUntil };
}

test.serial(
  'an activation killed while prices are loaded changes neither the link nor the prices of others, and the next one completes it',
  async (t) => {
    const { redis, out, first, second, activateUntil } = await prepare(t);
    const before = await contentsOf(redis);
    // Among the price lists, and before the end.
    for (const [command, count] of [
      ['hset', 4],
      ['multi', 1],
    ] as const) {
      await activateUntil(command, count);
      const contents = await contentsOf(redis);
      t.is(await linkedRelease(out, 'current'), first);
      t.false(await hasNetPrices(redis, second));
      t.deepEqual({ ...contents, ...before }, contents, `${command} ${count}`);
    }
    await activateRelease(out, second);
    await loadCurrent(out, redis);
    const completed = await contentsOf(redis);
    await redis.flushall();
    await loadCurrent(out, redis);
    t.like(completed, await contentsOf(redis));
    t.true(await hasNetPrices(redis, second));
  },
);

test.serial(
  'after a kill just after the swap, the prices of the current release are loaded, and the next activation sets TTLs',
  async (t) => {
    const { redis, out, second, activateUntil } = await prepare(t);
    const key = redisKeys.netPrices('0123456789abcdef', 'A3', 'en-CA');
    await redis.hset(key, 'TEE-1', '{}');
    await activateUntil('expire', 1);
    t.is(await linkedRelease(out, 'current'), second);
    t.true(await hasNetPrices(redis, second));
    t.is(await redis.ttl(key), -1);
    await loadCurrent(out, redis);
    t.true((await redis.ttl(key)) > 0);
  },
);
