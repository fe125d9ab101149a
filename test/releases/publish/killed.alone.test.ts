import { spawn } from 'node:child_process';
import { once } from 'node:events';
import test, { type ExecutionContext } from 'ava';
import { nodeArguments } from '../../../infra/local/run-build.ts';
import { publish } from '../../../releases/publish/publish.ts';
import { activateRelease } from '../../../releases/release-store.ts';
import { startProxy, startRedis } from '../../helpers/redis-server.ts';
import { buildTwo } from '../build-two.ts';
import { contentsOf } from './redis-contents.ts';

/** The first release published, the second one built, and a way to kill its publishing. */
async function prepare(t: ExecutionContext) {
  const server = await startRedis(t);
  const { out, first, second } = await buildTwo(t);
  await activateRelease(out, first);
  await publish(out, server.client);
  await activateRelease(out, second);
  /** Runs `npm run publish` and kills it when it is about to send a command for the n-th time. */
  const publishUntil = async (command: string, count: number) => {
    const proxy = await startProxy(t, server);
    const halted = proxy.haltAt(command, count);
    const args = [...nodeArguments('releases/publish/main.ts'), '--out', out];
    const env = { ...process.env, REDIS_URL: proxy.url };
    const child = spawn(process.execPath, args, { env, stdio: 'ignore' });
    const exited = once(child, 'exit');
    await halted;
    child.kill('SIGKILL');
    await exited;
  };
  return { redis: server.client, out, first, second, publishUntil };
}

test('publishing killed before the activation leaves the active release unchanged', async (t) => {
  const { redis, first, publishUntil } = await prepare(t);
  const before = await contentsOf(redis);
  for (const [command, count] of [
    ['hset', 1],
    ['hset', 4],
    ['set', 1],
  ] as const) {
    await publishUntil(command, count);
    const contents = await contentsOf(redis);
    t.is(contents['{catalog}:release'], first);
    t.deepEqual({ ...contents, ...before }, contents, `${command} ${count}`);
  }
});

test('the next publication completes one that was killed', async (t) => {
  const { redis, out, second, publishUntil } = await prepare(t);
  await publishUntil('hset', 5);
  t.is((await redis.keys(`{catalog}:net:${second}:*`)).length, 3);
  await publish(out, redis);
  const completed = await contentsOf(redis);
  await redis.flushall();
  await publish(out, redis);
  t.like(completed, await contentsOf(redis));
  t.is(completed['{catalog}:release'], second);
});

test('after a kill that follows the activation, the next publication sets the TTL of the previous prices', async (t) => {
  const { redis, out, first, second, publishUntil } = await prepare(t);
  await publishUntil('expire', 1);
  t.is(await redis.get('{catalog}:release'), second);
  const [key = ''] = await redis.keys(`{catalog}:net:${first}:*`);
  t.is(await redis.ttl(key), -1);
  await publish(out, redis);
  t.true((await redis.ttl(key)) > 0);
});
