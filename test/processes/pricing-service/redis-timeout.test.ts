/** A Redis with a long round trip: `REDIS_TIMEOUT_MS` limits how long a request waits for each reply. */
import test, { type ExecutionContext } from 'ava';
import { Redis } from 'ioredis';
import {
  answerMs,
  defaultTimeoutMs,
  readsOfAnswer,
  reuseMs,
  timeoutBoundsMs,
} from '../../../pricing-service/accounts/bounds.ts';
import { createWithTimeout } from '../../../pricing-service/redis-timeout.ts';
import { createClient } from '../../helpers/http-client.ts';
import { bearer, keyedPaths } from '../../helpers/pricing-app.ts';
import {
  createPricingWorld,
  type PricingWorld,
  startPricingProcess,
} from '../../helpers/pricing-process.ts';
import { startProxy, startRedis } from '../../helpers/redis-server.ts';
import { collectTeardowns } from '../../helpers/teardown.ts';
import { until } from '../../helpers/until.ts';

const file = collectTeardowns();
let world: PricingWorld;

test.before(async () => {
  world = await createPricingWorld(file);
});
test.after.always(file.run);

/** Starts a service whose Redis replies after `delayMs`; returns a client of each port once it is ready. */
async function startWithDelay(
  t: ExecutionContext,
  delayMs: number,
  settings: Readonly<Record<string, string>> = {},
) {
  const { url } = await startProxy(t, world.redis, { delayMs });
  const service = startPricingProcess(t, { REDIS_URL: url, DIST_DIR: world.out, ...settings });
  const { port, metricsPort } = await service.listening();
  const operator = createClient(metricsPort);
  // Connecting to Redis takes several replies.
  await until(async () => !(await operator('/ready')).text.includes('not been reached'));
  return { client: createClient(port), operator, service };
}

test.serial(
  'a Redis that is slower than the timeout causes 503, and the log names the setting',
  async (t) => {
    const { client, service } = await startWithDelay(t, 500);
    const reply = await client('/v1/products/pricing', { headers: bearer(world.key) });
    t.is(reply.status, 503);
    const line = await service.logged('upstream_unavailable');
    t.regex(JSON.stringify(line), /Redis did not answer within 350 ms \(REDIS_TIMEOUT_MS\)/);
  },
);

test.serial(
  'with a longer timeout, a slower Redis is sufficient for keyed answers of every route',
  async (t) => {
    const { client, operator } = await startWithDelay(t, 500, { REDIS_TIMEOUT_MS: '3000' });
    for (const path of keyedPaths) {
      t.is((await client(path, { headers: bearer(world.key) })).status, 200, path);
    }
    t.regex((await operator('/metrics')).text, /^pricing_redis_timeout_seconds 3$/m);
  },
);

test.serial(
  'with any permitted timeout, an answer from cached replies is written within 60 seconds',
  (t) => {
    const [shortest, longest] = timeoutBoundsMs;
    t.true(reuseMs + readsOfAnswer * longest <= answerMs);
    t.true(shortest < defaultTimeoutMs && defaultTimeoutMs < longest);
  },
);

// Serial: it blocks the event loop, which would delay the replies of the other tests' proxies.
test.serial(
  'a reply that arrives while the event loop is blocked does not count as late',
  async (t) => {
    const server = await startRedis(t);
    const redis = new Redis(server.url);
    t.teardown(() => redis.disconnect());
    await redis.ping();
    const answer = createWithTimeout()(redis.ping());
    // The command is sent, then the event loop is blocked for longer than the timeout.
    await new Promise((resolve) => setImmediate(resolve));
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 900);
    t.is(await answer, 'PONG');
  },
);

test.serial('a command rejects if no reply arrives within the timeout', async (t) => {
  const error = await t.throwsAsync(createWithTimeout(50)(new Promise(() => {})));
  t.is(error?.message, 'Redis did not answer within 50 ms (REDIS_TIMEOUT_MS)');
});
