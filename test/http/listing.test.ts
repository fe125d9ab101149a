/** The sync listing during an outage of its source: both servers serve a listing only while it is valid. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import test from 'ava';
import { renderValidity, type Validity } from '../../contract/listing-validity.ts';
import { healthSchema } from '../../contract/schemas/health.ts';
import { serveFolder } from '../helpers/both-servers.ts';
import { copyContent } from '../helpers/content.ts';
import { type Client, createClient, type Reply } from '../helpers/http-client.ts';
import { copyBuiltFixture, list } from '../helpers/released-files.ts';
import { startNginxCache } from '../helpers/shared-caches.ts';

const route = '/v1/sync/activeProduct';
const nowSeconds = () => Math.floor(Date.now() / 1000);
const maxAgeOf = ({ headers }: Reply) =>
  Number(/max-age=(\d+)/.exec(String(headers['cache-control']))?.[1]);

/** Writes the validity file of a listing. */
async function writeValidity(out: string, validity: Validity): Promise<void> {
  await mkdir(join(out, 'sync'), { recursive: true });
  await writeFile(join(out, 'sync/validity'), renderValidity(validity));
}

/** Returns the parts of a reply that must be equal on both servers, without values that change within a second. */
function comparablePartsOf({ status, headers, text }: Reply) {
  const names = ['content-type', 'content-encoding', 'etag', 'vary', 'retry-after', 'allow'];
  const kept = [...names, 'access-control-allow-origin'].map((name) => [name, headers[name]]);
  const cacheControl = String(headers['cache-control']).replace(/max-age=\d+/, 'max-age=N');
  return { status, text, cacheControl, headers: Object.fromEntries(kept) };
}

/** A query, and its status with a valid listing, with an expired one, and without one. */
const statuses = [
  ['?locale=fr-CA', 200, 502, 502],
  ['?company=north-shop&locale=en-US', 200, 502, 502],
  ['?other=1&other=2', 200, 502, 502],
  ['?company=North-Shop', 400, 400, 502],
  ['?company=all', 400, 400, 502],
  ['?company=', 400, 400, 502],
  ['?company=north-shop&company=north-shop', 400, 400, 400],
  ['?locale=xx', 400, 400, 400],
  ['?locale=%zz', 400, 400, 400],
] as const;

test.serial('both servers answer every request alike, in every state of the listing', async (t) => {
  const { out } = await copyBuiltFixture(t);
  const servers = await serveFolder(t, out);
  /** Sends a request to both servers and asserts equal replies. */
  const askBoth = async (query: string, options: Parameters<Client>[1] = {}): Promise<Reply> => {
    const asked = servers.clients().map(([, client]) => client(route + query, options));
    const [first, second] = (await Promise.all(asked)) as [Reply, Reply];
    t.deepEqual(comparablePartsOf(second), comparablePartsOf(first));
    return maxAgeOf(first) < maxAgeOf(second) ? second : first;
  };
  const soon = 20;
  const states = [
    ['none', 3, async () => {}],
    ['never expires', 1, () => list(out)],
    ['soon', 1, () => writeValidity(out, { askedAt: 0, expiresAt: nowSeconds() + soon })],
    ['expired', 2, () => writeValidity(out, { askedAt: 0, expiresAt: nowSeconds() })],
    ['cut off', 2, () => writeFile(join(out, 'sync/validity'), '17')],
  ] as const;
  for (const [name, column, prepare] of states) {
    await prepare();
    for (const row of statuses) {
      const reply = await askBoth(row[0]);
      const where = `${name}: ${row[0]}`;
      t.is(reply.status, row[column], where);
      if (reply.status === 200) {
        const control = String(reply.headers['cache-control']);
        t.regex(control, /^public, max-age=\d+, must-revalidate, stale-while-revalidate=0, /);
        const most = name === 'soon' ? soon : 30;
        t.true(maxAgeOf(reply) >= 1 && maxAgeOf(reply) <= most, where);
      } else {
        t.is(reply.headers['cache-control'], 'no-store', where);
        t.is(reply.headers['retry-after'], reply.status === 502 ? '30' : undefined, where);
        t.deepEqual(Object.keys(reply.json() as object), ['error'], where);
      }
    }
    for (const method of ['HEAD', 'OPTIONS', 'POST']) await askBoth('', { method });
    for (const coding of ['gzip', 'br']) {
      const headers = { 'Accept-Encoding': coding };
      const full = await askBoth('', { headers });
      const held = { ...headers, 'If-None-Match': String(full.headers['etag'] ?? '*') };
      // An expired listing must not get 304 either.
      const { status } = await askBoth('', { headers: held });
      t.is(status, full.status === 200 ? 304 : 502, name);
    }
  }
});

test.serial('health reports the age of the listing and whether it has expired', async (t) => {
  const { out } = await copyBuiltFixture(t);
  const servers = await serveFolder(t, out);
  for (const validity of [
    undefined,
    { askedAt: nowSeconds() - 100, expiresAt: undefined },
    { askedAt: nowSeconds() - 100, expiresAt: nowSeconds() - 1 },
    { askedAt: nowSeconds() + 1000, expiresAt: nowSeconds() + 2000 },
  ]) {
    if (validity !== undefined) await writeValidity(out, validity);
    for (const [name, client] of servers.clients()) {
      const { listing } = healthSchema.parse((await client('/v1/health')).json());
      const oldest = Math.max(0, nowSeconds() - (validity?.askedAt ?? 0)) + 1;
      t.is(listing?.expired, validity && (validity.expiresAt ?? Infinity) < nowSeconds(), name);
      if (listing !== undefined) t.true(listing.age <= oldest && listing.age >= oldest - 4, name);
    }
  }
});

test.serial(
  'while listings are replaced under load, every answer is one complete listing',
  async (t) => {
    const { out } = await copyBuiltFixture(t);
    const servers = await serveFolder(t, out);
    const content = await copyContent(t);
    const codings = ['identity', 'gzip', 'br'];
    const tables = ['sku,company\nTEE-1,north-shop\n', 'sku,company\nTEE-1,x\nBAG-5,west-shop\n'];
    const replace = async (table = '') => {
      await content.write('active-products.csv', table.replace(',x', ',south-shop'));
      await list(out, content.path);
    };
    const ask = async (client: Client, coding: string) =>
      JSON.stringify(
        comparablePartsOf(await client(route, { headers: { 'Accept-Encoding': coding } })),
      );
    const whole = new Set<string>();
    for (const table of tables) {
      await replace(table);
      for (const [, client] of servers.clients()) {
        for (const coding of codings) whole.add(await ask(client, coding));
      }
    }
    t.is(whole.size, tables.length * codings.length, 'the servers agree');
    const seen = new Set<string>();
    let swapping = true;
    const load =
      ([name, port]: [string, number], coding: string) =>
      async () => {
        for (let client = createClient(port), asked = 1; swapping; asked += 1) {
          // Uses a new address before a rate limit is reached.
          if (asked % 100 === 0) client = createClient(port);
          const answer = await ask(client, coding);
          if (!whole.has(answer)) t.fail(`${name} ${coding}: ${answer.slice(0, 300)}`);
          seen.add(answer);
        }
      };
    const running = Object.entries(servers.ports).flatMap((server) =>
      codings.map((coding) => load(server, coding)()),
    );
    for (let swap = 0; swap < 12; swap += 1) await replace(tables[swap % 2]);
    swapping = false;
    await Promise.all(running);
    t.is(seen.size, whole.size, 'each listing was met');
  },
);

test.serial('a shared cache never serves an expired listing', async (t) => {
  const { out } = await copyBuiltFixture(t);
  await list(out);
  const { ports } = await serveFolder(t, out);
  const ask = createClient(await startNginxCache(t, ports.nginx));
  const expiresAt = nowSeconds() + 4;
  await writeValidity(out, { askedAt: 0, expiresAt });
  // No request for this URL is sent in between, so that a cache may still have the answer.
  const seldom = `${route}?locale=fr-CA`;
  t.is((await ask(seldom)).status, 200);
  let hits = 0;
  for (;;) {
    const begun = Date.now() / 1000;
    const reply = await ask(route);
    if (reply.status === 502) break;
    t.true(begun < expiresAt, `served ${begun - expiresAt} s after its end`);
    if (reply.headers['x-cache'] === 'HIT') hits += 1;
    await wait(50);
  }
  t.true(Date.now() / 1000 >= expiresAt);
  t.true(hits > 0, 'the cache was one');
  t.is((await ask(seldom)).status, 502);
});
