/** The metrics of the private port, whose labels clients cannot choose. */
import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import test from 'ava';
import { createApiKey, hashApiKey } from '../../../contract/api-key.ts';
import { testKeys } from '../../../contract/test-keys.ts';
import { createClient, sendRaw } from '../../helpers/http-client.ts';
import { addKey, bearer, detailPath } from '../../helpers/pricing-app.ts';
import {
  connectToWorld,
  createPricingWorld,
  type PricingWorld,
  startPricingProcess,
} from '../../helpers/pricing-process.ts';
import type { RedisProxy } from '../../helpers/redis-server.ts';
import { collectTeardowns } from '../../helpers/teardown.ts';
import { until } from '../../helpers/until.ts';

const file = collectTeardowns();
let world: PricingWorld;
let proxy: RedisProxy;
let ports: { port: number; metricsPort: number };

test.before(async () => {
  world = await createPricingWorld(file);
  const connected = await connectToWorld(file, world);
  proxy = connected.proxy;
  ports = await startPricingProcess(file, connected.settings).listening();
  const client = createClient(ports.metricsPort);
  await until(async () => (await client('/ready')).status === 200);
});
test.after.always(file.run);

async function readMetrics(): Promise<string> {
  const { status, headers, text } = await createClient(ports.metricsPort)('/metrics');
  if (status !== 200) throw new Error(text);
  if (!/^text\/plain; version=0\.0\.4/.test(String(headers['content-type']))) throw new Error();
  return text;
}

/** Returns the current value of a sample, given by name and labels as in the metrics page; 0 if it is missing. */
async function sampleOf(sample: string): Promise<number> {
  const line = (await readMetrics()).split('\n').find((each) => each.startsWith(`${sample} `));
  return Number(line?.slice(sample.length) ?? 0);
}

/**
 * Runs `act` and waits until the sample has grown, because the service counts requests after their answers. Returns by
 * how much it has grown.
 */
async function growthOf(sample: string, act: () => Promise<unknown>): Promise<number> {
  const before = await sampleOf(sample);
  await act();
  let growth = 0;
  await until(async () => {
    growth = (await sampleOf(sample)) - before;
    return growth > 0;
  });
  return growth;
}

const verified = (outcome: string, source: string) =>
  `pricing_verifications_total{outcome="${outcome}",source="${source}"}`;
const requested = (route: string, status: number | string) =>
  `pricing_requests_total{route="${route}",status="${status}"}`;

test.serial('requests are counted by route and status, and timed by route', async (t) => {
  const client = createClient(ports.port);
  const headers = bearer(world.key);
  const rows = [
    [detailPath, requested('detail', 200)],
    [`${detailPath}/pricing`, requested('productPricing', 200)],
    ['/v1/products/pricing', requested('catalogPricing', 200)],
    ['/v1/products/NONE', requested('detail', 404)],
    ['/v1/products/%zz', requested('detail', 400)],
    ['/nothing', requested('none', 404)],
    [detailPath, 'pricing_request_duration_seconds_count{route="detail"}'],
  ] as const;
  for (const [path, sample] of rows) {
    t.is(await growthOf(sample, () => client(path, { headers })), 1, sample);
  }
});

test.serial(
  'a request whose client disconnects before the answer is counted as aborted',
  async (t) => {
    const key = await addKey(world.redis, { id: 'hasty' });
    proxy.hold();
    const growth = await growthOf(requested('detail', 'aborted'), async () => {
      const command = proxy.commandWith(hashApiKey(key));
      const socket = connect(ports.port, '127.0.0.1');
      socket.write(`GET ${detailPath} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n\r\n`);
      await command;
      socket.destroy();
    });
    proxy.release();
    t.is(growth, 1);
  },
);

test.serial('verifications are counted by outcome and source', async (t) => {
  const client = createClient(ports.port);
  const ask = (key: string) => () => client(detailPath, { headers: bearer(key) });
  const key = await addKey(world.redis, { id: 'fresh' });
  const revoked = await addKey(world.redis, { id: 'gone', revoked: true });
  t.is(await growthOf(verified('invalid_key', 'checksum'), ask('ppc_x')), 1);
  t.is(await growthOf(verified('invalid_key', 'redis'), ask(createApiKey(randomBytes))), 1);
  t.is(await growthOf(verified('accepted', 'redis'), ask(key)), 1);
  t.is(await growthOf(verified('accepted', 'cache'), ask(key)), 1);
  t.is(await growthOf(verified('key_revoked', 'redis'), ask(revoked)), 1);
  // Both requests begin before Redis replies to the first.
  const two = await addKey(world.redis, { id: 'two' });
  const head = `GET ${detailPath} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${two}\r\n`;
  const both = () => sendRaw(ports.port, `${head}\r\n${head}Connection: close\r\n\r\n`);
  t.is(await growthOf(verified('accepted', 'coalesced'), both), 1);
});

test.serial(
  'a request with a test key has the status label test, and is not counted as a verification',
  async (t) => {
    const client = createClient(ports.port);
    const before = (await readMetrics()).match(/^pricing_verifications_total.*$/gm);
    for (const { key } of testKeys) {
      const ask = () => client(detailPath, { headers: bearer(key) });
      t.is(await growthOf(requested('detail', 'test'), ask), 1, key);
    }
    t.deepEqual((await readMetrics()).match(/^pricing_verifications_total.*$/gm), before);
  },
);

test.serial(
  'metrics have the duration of Redis commands, the release and the event loop lag',
  async (t) => {
    const { release } = world.manifest;
    const text = await readMetrics();
    t.regex(
      text,
      /^pricing_redis_command_duration_seconds_count\{command="exists",outcome="answered"\} [1-9]/m,
    );
    t.regex(text, new RegExp(`^pricing_release_info\\{release="${release}"\\} 1$`, 'm'));
    t.regex(text, /^pricing_ready 1$/m);
    for (const name of ['nodejs_eventloop_lag_p99_seconds', 'process_resident_memory_bytes']) {
      t.regex(text, new RegExp(`^${name} [\\d.e-]+$`, 'm'));
    }
  },
);

test.serial('no metric contains a key, a hash or client input', async (t) => {
  const client = createClient(ports.port);
  const { key } = world;
  for (const path of [`/${key}`, `/v1/products/${key}`, `/v1/products/${key}/pricing?${key}`]) {
    await client(path, { headers: { ...bearer(key), 'X-Request-Id': key } });
  }
  await sendRaw(ports.port, `PURGE /${key} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
  const text = await readMetrics();
  t.notRegex(text, /ppc_/i);
  t.false(text.includes(hashApiKey(key)));
  // Labels from client input would be unlimited in number.
  const named = new Set([...text.matchAll(/route="([^"]*)"/g)].map(([, route = '']) => route));
  for (const route of ['detail', 'productPricing', 'catalogPricing', 'none']) named.delete(route);
  t.deepEqual([...named], []);
});

test.serial(
  'the private port serves only its routes, and the public port none of them',
  async (t) => {
    t.is((await createClient(ports.metricsPort)(detailPath)).status, 404);
    for (const path of ['/live', '/ready', '/metrics']) {
      t.is((await createClient(ports.port)(path)).status, 404);
    }
  },
);
