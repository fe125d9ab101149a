/**
 * The two rate limits of nginx with several workers, after a reload, and with full memory. The embedded
 * server has no such states.
 */
import { readFile } from 'node:fs/promises';
import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import test from 'ava';
import { parseList } from 'structured-headers';
import { type Client, createClient, type Reply } from '../../helpers/http-client.ts';
import type { TestNginx } from '../../helpers/nginx.ts';
import { serveEdge } from './edge.ts';

/** An edge with four workers. Each adds its process id to its answers, as the header `X-Worker`. */
const edge = serveEdge(test, {
  edits: {
    'settings/process.conf': (text) => text.replace(/worker_processes \d+/, 'worker_processes 4'),
    'settings/listen.conf': (text) => `${text.replace(';', ' reuseport;')}
      add_header X-Worker $pid always;`,
    'trusted-proxies.conf': () => 'set_real_ip_from 127.9.9.9; real_ip_header X-Forwarded-For;',
  },
});

/** An edge whose memory for the counts of the rate limits and for metrics is so small that it is soon full. */
const crowded = serveEdge(test, {
  edits: {
    'settings/limits.conf': (text) => text.replaceAll('10m', '32k'),
    'lua.conf': (text) => text.replace('metrics 1m', 'metrics 12k'),
    'trusted-proxies.conf': () => 'set_real_ip_from 127.9.9.9; real_ip_header X-Forwarded-For;',
  },
});

function rateLimitOf({ headers }: Reply): { name: unknown; r: number; t: number } {
  const [item] = parseList(String(headers['ratelimit']));
  const [name, parameters] = item ?? [];
  return { name, r: Number(parameters?.get('r')), t: Number(parameters?.get('t')) };
}

const times = (count: number, ask: (index: number) => Promise<Reply>) =>
  Promise.all(Array.from({ length: count }, (_, index) => ask(index)));

const list = (client: Client) => client('/v1/products');

/** One request of each kind that the rate limits count, including kinds that nginx forwards to the pricing service. */
const kinds: readonly ((client: Client) => Promise<Reply>)[] = [
  list,
  (client) => client('/v1/products/TEE-1', { method: 'HEAD' }),
  (client) => client('/v1/products', { headers: { 'If-None-Match': '*' } }),
  (client) => client('/v1/products/NONE'),
  (client) => client('/v1/products', { method: 'DELETE' }),
  (client) => client('/v1/products?locale=xx'),
  (client) => client('/v1/products/TEE-1', { headers: { Authorization: 'Bearer x' } }),
  (client) => client('/v1/products/pricing'),
];

test.serial(
  'each of 600 concurrent requests of every kind is counted once, over all workers',
  async (t) => {
    const client = edge().client();
    const replies = await times(600, (index) => (kinds[index % kinds.length] ?? list)(client));
    t.true(new Set(replies.map(({ headers }) => headers['x-worker'])).size > 1);
    const left = replies.map((reply) => rateLimitOf(reply).r).sort((a, b) => a - b);
    t.deepEqual(
      left,
      Array.from({ length: 600 }, (_, index) => index),
    );
    const statuses = new Set(replies.map(({ status }) => status));
    for (const status of [200, 304, 400, 404, 405, 429, 503])
      t.true(statuses.has(status), `${status}`);

    const refused = await client('/v1/products');
    const { name, r, t: seconds } = rateLimitOf(refused);
    t.deepEqual([refused.status, name, r], [429, 'default', 0]);
    t.true(Number(refused.headers['retry-after']) >= seconds);
  },
);

test.serial(
  'a 429 of the hard limit has the true remainder and a Retry-After of at least a second',
  async (t) => {
    const client = edge().client();
    const replies = await times(500, () => client('/v1/products/TEE-1'));
    const refused = replies.filter(({ status }) => status === 429);
    t.true(refused.length > 100);
    const left = new Set(replies.map((reply) => rateLimitOf(reply).r));
    t.is(left.size, 500);
    t.is(Math.min(...left), 100);
    for (const reply of refused) t.is(reply.headers['retry-after'], '1');
    // The advisory limit is exceeded now too: retrying after a second cannot succeed.
    const [last] = (await times(100, () => client('/v1/products'))).filter(
      (reply) => rateLimitOf(reply).r === 0,
    );
    if (last?.status === 429) t.true(Number(last.headers['retry-after']) >= rateLimitOf(last).t);
    else t.is(last?.status, 200);
  },
);

test.serial('the counters of both limits survive a reload', async (t) => {
  const client = edge().client();
  const begun = performance.now();
  await times(300, () => client('/v1/products/TEE-1'));
  await reload(edge());
  const later = await times(250, () => client('/v1/products/TEE-1'));
  t.deepEqual(Math.max(...later.map((reply) => rateLimitOf(reply).r)), 299);
  // Only requests for which the bucket has room again pass.
  const passed = later.filter(({ status }) => status === 200).length;
  t.true(passed <= 1 + (performance.now() - begun) / 10, `${passed} passed`);
});

test.serial('the address in X-Forwarded-For is used only from a trusted proxy', async (t) => {
  const untrusted = edge().client();
  const trusted = edge().clientAt('127.9.9.9');
  const ask = async (client: Client, address: string) =>
    rateLimitOf(await client('/v1/products', { headers: { 'X-Forwarded-For': address } })).r;
  t.deepEqual([await ask(untrusted, '192.0.2.1'), await ask(untrusted, '192.0.2.2')], [599, 598]);
  t.deepEqual([await ask(trusted, '192.0.2.1'), await ask(trusted, '192.0.2.2')], [599, 599]);
});

test.serial(
  'a client is an IPv4 address, mapped or not, or the /64 of an IPv6 address',
  async (t) => {
    const client = edge().clientAt('127.9.9.9');
    const ask = async (address: string) =>
      rateLimitOf(await client('/v1/products', { headers: { 'X-Forwarded-For': address } })).r;
    t.is(await ask('192.0.2.77'), 599);
    t.is(await ask('::ffff:192.0.2.77'), 598);
    t.is(await ask('::ffff:192.0.2.78'), 599);
    t.is(await ask('2001:db8:1:2::1'), 599);
    t.is(await ask('2001:db8:1:2:ffff::9'), 598);
    t.is(await ask('2001:db8:1:3::1'), 599);
  },
);

test.serial(
  'if the memory of the limits is full, every request passes, and metrics and log report it',
  async (t) => {
    const client = crowded().clientAt('127.9.9.9');
    // One after another: of two workers that drop counts at once, the second may log first.
    for (let number = 0; number < 1000; number += 1) {
      const from = `10.0.${Math.floor(number / 100)}.${number % 100}`;
      const reply = await client('/v1/products/NONE', { headers: { 'X-Forwarded-For': from } });
      t.deepEqual([reply.status, rateLimitOf(reply).r], [404, 599]);
    }
    await crowded().logged(/limit memory is full/);
    const lines = crowded()
      .log()
      .split('\n')
      .filter((line) => line.includes('limit memory is full'));
    t.is(lines.length, 1, 'logged once a minute');
    t.regex(lines[0] ?? '', /evicted so far: 1\)/);
    t.notRegex(crowded().log(), /NONE/, 'no request line, whose query may hold a key');
    const metrics = await createClient(crowded().metricsPort)('/metrics');
    t.regex(metrics.text, /^catalogue_limit_faults_total\{fault="evicted"\} [1-9]\d*$/m);
  },
);

test.serial('if the memory of metrics is full, the log reports it once a minute', async (t) => {
  const client = crowded().client();
  await times(20, () => client('/v1/products/NONE'));
  await crowded().logged(/the memory of metrics is full/);
  await client('/v1/health');
  t.is(
    crowded()
      .log()
      .match(/the memory of metrics is full/g)?.length,
    1,
  );
});

/** Reloads nginx; resolves once all its workers are new ones. */
async function reload({ master }: TestNginx): Promise<void> {
  const before = new Set(await workersOf(master.pid));
  master.kill('SIGHUP');
  for (;;) {
    const now = await workersOf(master.pid);
    if (now.length === before.size && now.every((pid) => !before.has(pid))) return;
    await wait(20);
  }
}

async function workersOf(pid = 0): Promise<readonly string[]> {
  return (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).split(' ').filter(Boolean);
}
