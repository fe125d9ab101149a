import { performance } from 'node:perf_hooks';
import test from 'ava';
import { Redis } from 'ioredis';
import { inTime } from '../../pricing-service/redis.ts';
import { startRedis } from '../helpers/redis-server.ts';

test.serial('an answer that arrived while the event loop was busy is not late', async (t) => {
  const server = await startRedis(t);
  const redis = new Redis(server.url);
  t.teardown(() => redis.disconnect());
  await redis.ping();
  const answer = inTime(redis.ping());
  const begun = performance.now();
  // The command is sent; then nothing is read for longer than anybody waits for Redis.
  await new Promise((resolve) => setImmediate(resolve));
  while (performance.now() - begun < 900);
  t.is(await answer, 'PONG');
});

test.serial('an answer that does not come is a rejection', async (t) => {
  await t.throwsAsync(inTime(new Promise(() => {})), { message: /Redis did not answer within/ });
});
