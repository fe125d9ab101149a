/** The two rate limits of nginx with several workers, after a reload, behind a proxy, and with full memory. */
import test from 'ava';
import { parseList } from 'structured-headers';
import type { Client, Reply } from '../../helpers/http-client.ts';
import { crowded, edge, proxyAddress, readMetrics, reload } from './edge.ts';

function rateLimitOf({ headers }: Reply): { name: unknown; r: number; t: number } {
  const [item] = parseList(String(headers['ratelimit']));
  const [name, parameters] = item ?? [];
  return { name, r: Number(parameters?.get('r')), t: Number(parameters?.get('t')) };
}

const times = (count: number, ask: (index: number) => Promise<Reply>) =>
  Promise.all(Array.from({ length: count }, (_, index) => ask(index)));

for (const [path, method, status, instance] of [
  ['/v1/products/TEE-1', 'GET', 200, '/v1/products/TEE-1'],
  ['/v1/health', 'TRACE', 405, '/v1/health'],
  ['/v1/health/%zz', 'GET', 400, '/v1/health/%25zz'],
] as const) {
  test.serial(
    `of 210 simultaneous requests ${method} ${path}, 201 pass the hard limit, and the others get its problem`,
    async (t) => {
      const client = edge().client();
      const replies = await times(210, () => client(path, { method }));
      const refused = replies.filter((reply) => reply.status !== status);
      t.is(refused.length, 9);
      for (const reply of refused) {
        t.is(reply.status, 429);
        t.is(reply.headers['retry-after'], '1');
        t.is(reply.headers['content-type'], 'application/problem+json');
        t.like(reply.json(), { code: 'rate_limited', instance });
      }
      if (status !== 200) return;
      t.is(new Set(replies.map((reply) => rateLimitOf(reply).r)).size, 210, 'the true remainder');
    },
  );
}

test.serial('all workers share the counters of both limits, which survive a reload', async (t) => {
  const client = edge().client();
  const first = await times(150, () => client('/v1/products/TEE-1'));
  t.true(new Set(first.map(({ headers }) => headers['x-worker'])).size > 1);
  await reload(edge());
  const later = await times(60, () => client('/v1/products/TEE-1'));
  t.is(Math.max(...later.map((reply) => rateLimitOf(reply).r)), 449);
  const passed = later.filter(({ status }) => status === 200).length;
  // A request for which the bucket has room again may pass.
  t.true(passed >= 51 && passed <= 52, `${passed} passed`);
});

test.serial(
  'a client is an IPv4 address, mapped or not, or the /64 of an IPv6 address, and only a trusted proxy may name it',
  async (t) => {
    const ask = async (client: Client, address: string) =>
      rateLimitOf(await client('/v1/products', { headers: { 'X-Forwarded-For': address } })).r;
    const untrusted = edge().client();
    t.deepEqual([await ask(untrusted, '192.0.2.1'), await ask(untrusted, '192.0.2.2')], [599, 598]);
    const trusted = edge().clientAt(proxyAddress);
    for (const [address, left] of [
      ['192.0.2.77', 599],
      ['::ffff:192.0.2.77', 598],
      ['::ffff:192.0.2.78', 599],
      ['2001:db8:1:2::1', 599],
      ['2001:db8:1:2:ffff::9', 598],
      ['2001:db8:1:3::1', 599],
    ] as const) {
      t.is(await ask(trusted, address), left, address);
    }
  },
);

test.serial(
  'if the memory of limits or metrics is full, every request passes, and metrics and log report it once a minute',
  async (t) => {
    const client = crowded().clientAt(proxyAddress);
    // One after another: of two workers that drop counts at once, the second may log first.
    for (let number = 0; !crowded().log().includes('limit memory is full'); number += 1) {
      const from = `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}`;
      const reply = await client('/v1/products/NONE', { headers: { 'X-Forwarded-For': from } });
      t.deepEqual([reply.status, rateLimitOf(reply).r], [404, 599]);
    }
    for (let more = 0; more < 20; more += 1) await crowded().client()('/v1/products/NONE');
    await crowded().logged(/the memory of metrics is full/);
    const log = crowded().log();
    t.is(log.match(/limit memory is full/g)?.length, 1);
    t.is(log.match(/the memory of metrics is full/g)?.length, 1);
    t.notRegex(log, /NONE/, 'no request line, whose query may hold a key');
    const metrics = await readMetrics(crowded());
    t.true((metrics.get('catalogue_limit_faults_total{fault="evicted"}') ?? 0) > 0);
  },
);
