/**
 * The sync listing during an outage of the specification service: both servers (nginx and the embedded
 * server) serve a listing only while it is valid.
 */
import { once } from 'node:events';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import { renderValidity, type Validity } from '../../contract/listing-validity.ts';
import { allCompanies, syncFiles } from '../../contract/release.ts';
import { healthSchema } from '../../contract/schemas/health.ts';
import { problemSchema } from '../../contract/schemas/problem.ts';
import { type SyncItem, syncListingSchema } from '../../contract/schemas/sync.ts';
import { makeSelfSignedCertificate } from '../../infra/local/self-signed-certificate.ts';
import { runRound } from '../../sync/round.ts';
import { createServiceSource } from '../../sync/service-source.ts';
import type { ActiveProduct } from '../../sync/source.ts';
import { readValidity } from '../../sync/sync-folder.ts';
import { type BothServers, serveBoth } from '../helpers/both-servers.ts';
import { makeFolder } from '../helpers/content.ts';
import { type Client, createClient, type Reply } from '../helpers/http-client.ts';
import { build, list } from '../helpers/released-files.ts';
import { sharedCaches } from '../helpers/shared-caches.ts';
import { startSyncer } from '../helpers/syncer.ts';
import { collectTeardowns, type Teardown } from '../helpers/teardown.ts';
import { behaviours, type Misbehaviour } from '../specification-service/behaviours.ts';
import { startService } from '../specification-service/server.ts';

const route = '/v1/sync/activeProduct';
const products: readonly ActiveProduct[] = [
  { sku: 'TEE-1', companies: ['north-shop', 'south-shop'] },
  { sku: 'HOOD-2', companies: ['north-shop'] },
];
const one = (sku: string): readonly ActiveProduct[] => [{ sku, companies: ['north-shop'] }];

const atEnd = collectTeardowns();
let built = '';
test.before('the fixture is compiled', async () => {
  built = (await build(atEnd)).out;
});
test.after.always('the compiled catalogue is removed', () => atEnd.run());

const nowSeconds = () => Math.floor(Date.now() / 1000);

const skusIn = (reply: Reply | undefined) =>
  (reply?.json() as SyncItem[] | undefined)?.map(({ sku }) => sku);

/** Writes the validity file of a listing. */
async function writeValidity(out: string, validity: Validity): Promise<void> {
  await mkdir(join(out, 'sync'), { recursive: true });
  await writeFile(join(out, 'sync/validity'), renderValidity(validity));
}

/** Returns the parts of a reply that must be equal on both servers, without values that change within a second. */
function comparablePartsOf({ status, headers, text }: Reply) {
  const names = ['content-type', 'content-encoding', 'etag', 'vary', 'retry-after', 'allow'];
  const cors = 'access-control-allow-origin';
  const kept = [...names, cors].map((name) => [name, headers[name]]);
  const cacheControl = String(headers['cache-control']).replace(/max-age=\d+/, 'max-age=N');
  return { status, text, cacheControl, headers: Object.fromEntries(kept) };
}

const maxAgeOf = ({ headers }: Reply) =>
  Number(/max-age=(\d+)/.exec(String(headers['cache-control']))?.[1]);

/** Sends a request to both servers and asserts equal replies. */
async function askBoth(
  t: { deepEqual: (actual: unknown, expected: unknown, message?: string) => unknown },
  servers: BothServers,
  ask: (client: Client) => Promise<Reply>,
): Promise<readonly Reply[]> {
  const replies = await Promise.all(servers.clients().map(([, client]) => ask(client)));
  const [first, second] = replies as [Reply, Reply];
  t.deepEqual(comparablePartsOf(second), comparablePartsOf(first));
  return replies;
}

/** A query, and its status with a valid listing, with an expired one, and without one. */
const statuses = [
  ['', 200, 502, 502],
  ['?locale=fr-CA', 200, 502, 502],
  ['?company=north-shop&locale=en-US', 200, 502, 502],
  ['?other=1&other=2', 200, 502, 502],
  ['?company=nobody', 400, 400, 502],
  ['?company=North-Shop', 400, 400, 502],
  ['?company=all', 400, 400, 502],
  ['?company=', 400, 400, 502],
  ['?company=north-shop&company=north-shop', 400, 400, 400],
  ['?locale=xx', 400, 400, 400],
  ['?locale=fr-CA&locale=fr-CA', 400, 400, 400],
  ['?locale=%zz', 400, 400, 400],
] as const;

test.serial('both servers answer every request alike, in every state of the listing', async (t) => {
  const servers = await serveBoth(t, built);
  const { out } = servers;
  const soon = 20;
  const states = [
    ['none', 3, async () => {}],
    ['never expires', 1, () => list(out)],
    [
      'fresh',
      1,
      () => writeValidity(out, { askedAt: nowSeconds(), expiresAt: nowSeconds() + 900 }),
    ],
    ['expires soon', 1, () => writeValidity(out, { askedAt: 0, expiresAt: nowSeconds() + soon })],
    ['expired', 2, () => writeValidity(out, { askedAt: 0, expiresAt: nowSeconds() })],
    ['cut off', 2, () => writeFile(join(out, 'sync/validity'), '17')],
  ] as const;
  for (const [name, column, prepare] of states) {
    await prepare();
    for (const row of statuses) {
      const [query] = row;
      const replies = await askBoth(t, servers, (client) => client(route + query));
      for (const reply of replies) {
        const where = `${name}: ${query}`;
        t.is(reply.status, row[column], where);
        if (reply.status === 200) {
          t.notThrows(() => syncListingSchema.parse(reply.json()), where);
          t.regex(
            String(reply.headers['cache-control']),
            /^public, max-age=\d+, must-revalidate, stale-while-revalidate=0, /,
          );
          const most = name === 'expires soon' ? soon : 30;
          t.true(maxAgeOf(reply) >= 1 && maxAgeOf(reply) <= most, where);
        } else {
          t.is(reply.headers['cache-control'], 'no-store', where);
          t.is(reply.headers['retry-after'], reply.status === 502 ? '30' : undefined, where);
          t.deepEqual(Object.keys(reply.json() as object), ['error'], where);
        }
      }
    }
    for (const method of ['HEAD', 'OPTIONS', 'POST']) {
      await askBoth(t, servers, (client) => client(route, { method }));
    }
    for (const coding of ['gzip', 'br']) {
      const headers = { 'Accept-Encoding': coding };
      const [full] = await askBoth(t, servers, (client) => client(route, { headers }));
      const held = { ...headers, 'If-None-Match': String(full?.headers['etag'] ?? '*') };
      const again = await askBoth(t, servers, (client) => client(route, { headers: held }));
      // An expired listing must not get 304 either.
      for (const { status } of again) t.is(status, full?.status === 200 ? 304 : 502, name);
    }
  }
});

test.serial('a listing that a server cannot read is internal_error', async (t) => {
  const servers = await serveBoth(t, built);
  await list(servers.out);
  // Opening a socket fails with an error that neither server expects. The path of a socket must be short.
  const path = join(await makeFolder(t), 'socket');
  const socket = createServer().listen(path);
  await once(socket, 'listening');
  t.teardown(() => void socket.close());
  await rename(path, join(servers.out, 'sync/current', syncFiles.listing(allCompanies)));
  for (const [name, client] of servers.clients()) {
    const reply = await client(route);
    t.is(reply.status, 500, name);
    t.is(problemSchema.parse(reply.json()).code, 'internal_error', name);
  }
});

test.serial('health reports the age of the listing and whether it has expired', async (t) => {
  const servers = await serveBoth(t, built);
  const listingOf = async () => {
    const replies = await Promise.all(servers.clients().map(([, ask]) => ask('/v1/health')));
    return replies.map((reply) => healthSchema.parse(reply.json()).listing);
  };
  t.deepEqual(await listingOf(), [undefined, undefined]);
  const states = [
    { askedAt: nowSeconds() - 100, expiresAt: undefined },
    { askedAt: nowSeconds() - 100, expiresAt: nowSeconds() + 60 },
    { askedAt: nowSeconds() - 100, expiresAt: nowSeconds() - 1 },
    { askedAt: nowSeconds() + 1000, expiresAt: nowSeconds() + 2000 },
  ];
  for (const validity of states) {
    await writeValidity(servers.out, validity);
    const ageNow = () => Math.max(0, nowSeconds() - validity.askedAt);
    const youngest = ageNow();
    for (const listing of await listingOf()) {
      const { age = -99 } = listing ?? {};
      t.true(age >= youngest - 1 && age <= ageNow() + 1, `${age}, not ${youngest}`);
      t.is(listing?.expired, (validity.expiresAt ?? Infinity) < nowSeconds());
    }
  }
});

/**
 * Starts a specification service. Returns it (`service`), and a function that runs a sync round, which asks the service
 * and writes the listing into `out` (`round`); its timeouts are short enough for a test.
 */
async function startAsking(
  t: Teardown,
  out: string,
  settings: Partial<Parameters<typeof startService>[0]> = {},
) {
  const service = await startService({ products, ...settings });
  const limits = { connectMs: 5000, headersMs: 1000, bodyMs: 1000, tryMs: 3000 };
  const url = new URL(service.url);
  const source = createServiceSource({ url, maxAgeSeconds: 900, limits, random: () => 0 });
  t.teardown(async () => {
    await source.close();
    await service.leave();
  });
  const { signal: stop } = new AbortController();
  const round = (acceptLoss = false) => runRound({ out, source, now: Date.now, stop, acceptLoss });
  return { service, round };
}

/** Makes a self-signed certificate; returns certificate and private key as PEM bytes. */
async function makeUntrusted(t: ExecutionContext) {
  const { certificateFile, keyFile } = await makeSelfSignedCertificate(await makeFolder(t));
  return { cert: await readFile(certificateFile), key: await readFile(keyFile) };
}

test.serial(
  'after any failure of the specification service the last listing stays unchanged and its age grows',
  async (t) => {
    const servers = await serveBoth(t, built);
    const { out } = servers;
    const { round } = await startAsking(t, out);
    t.is((await round()).failure, undefined);
    const [before] = await askBoth(t, servers, (client) => client(route));
    t.deepEqual(skusIn(before), ['HOOD-2', 'TEE-1']);
    const validity = await readValidity(join(out, 'sync'));
    const failsHarmlessly = async (failing: typeof round, name: string) => {
      const { failure, served } = await failing();
      t.truthy(failure, name);
      t.is(served?.changed, false, name);
    };
    await Promise.all(
      (Object.keys(behaviours) as Misbehaviour[])
        // The service recovers from this failure by itself.
        .filter((name) => name !== 'too many, a second')
        .map(async (behaviour) => {
          const { service, round: failing } = await startAsking(t, out);
          service.behave(behaviour);
          await failsHarmlessly(failing, behaviour);
        }),
    );
    const { round: distrusting } = await startAsking(t, out, { tls: await makeUntrusted(t) });
    await failsHarmlessly(distrusting, 'an unknown certificate');
    const [after] = await askBoth(t, servers, (client) => client(route));
    t.deepEqual(after && comparablePartsOf(after), before && comparablePartsOf(before));
    t.deepEqual(await readValidity(join(out, 'sync')), validity);
  },
);

test.serial('a sudden loss of products is not published until it is accepted', async (t) => {
  const servers = await serveBoth(t, built);
  const { service, round } = await startAsking(t, servers.out);
  await round();
  service.list(one('BAG-5'));
  const { failure, served } = await round();
  t.regex(failure?.message ?? '', /^2 of 2 active products are gone, TEE-1 among them; /);
  t.is(served?.products, 2);
  const skus = async () => {
    const [reply] = await askBoth(t, servers, (client) => client(route));
    return skusIn(reply);
  };
  t.deepEqual(await skus(), ['HOOD-2', 'TEE-1']);
  t.is((await round(true)).failure, undefined);
  t.deepEqual(await skus(), ['BAG-5']);
});

test.serial(
  'while listings are replaced under load, every answer is one complete listing',
  async (t) => {
    const servers = await serveBoth(t, built);
    const { service, round } = await startAsking(t, servers.out, { products: one('TEE-1') });
    const codings = ['identity', 'gzip', 'br'];
    const whole = new Set<string>();
    const lists = [one('TEE-1'), products];
    const ask = async (client: Client, coding: string) => {
      const reply = await client(route, { headers: { 'Accept-Encoding': coding } });
      return JSON.stringify(comparablePartsOf(reply));
    };
    for (const listed of lists) {
      service.list(listed);
      await round(true);
      for (const [, client] of servers.clients()) {
        for (const coding of codings) whole.add(await ask(client, coding));
      }
    }
    t.is(whole.size, lists.length * codings.length, 'the servers agree');
    const seenAnswers = new Set<string>();
    let answers = 0;
    let swapping = true;
    const load = servers.clients().flatMap(([name]) =>
      codings.map(async (coding) => {
        while (swapping) {
          // Uses a new address before a rate limit is reached.
          const [, client] = servers.clients().find(([other]) => other === name) ?? [];
          for (let count = 0; client && count < 100 && swapping; count += 1) {
            const answer = await ask(client, coding);
            if (!whole.has(answer)) t.fail(`${name} ${coding}: ${answer.slice(0, 300)}`);
            seenAnswers.add(answer);
            answers += 1;
          }
        }
      }),
    );
    for (let swap = 0; swap < 40; swap += 1) {
      service.list(lists[swap % 2] ?? products);
      t.true((await round(true)).served?.changed);
    }
    swapping = false;
    await Promise.all(load);
    t.is(seenAnswers.size, whole.size, 'each listing was met');
    t.true(answers > 100, String(answers));
  },
);

for (const [name, startCache] of Object.entries(sharedCaches)) {
  test(`${name}: no cache serves an expired listing`, async (t) => {
    const servers = await serveBoth(t, built);
    await list(servers.out);
    const ask = createClient(await startCache(t, servers.ports.nginx));
    const expiresAt = nowSeconds() + 4;
    await writeValidity(servers.out, { askedAt: 0, expiresAt });
    // No request for this URL is sent in between, so that a cache may still have the answer.
    const seldom = `${route}?locale=fr-CA`;
    t.is((await ask(seldom)).status, 200);
    let hits = 0;
    for (;;) {
      const begun = Date.now() / 1000;
      const reply = await ask(route);
      if (reply.status === 502) break;
      t.is(reply.status, 200);
      t.true(begun < expiresAt, `served ${begun - expiresAt} s after its end`);
      if (reply.headers['x-cache'] === 'HIT') hits += 1;
      await wait(50);
    }
    t.true(Date.now() / 1000 >= expiresAt);
    t.true(hits > 0, 'the cache was one');
    t.is((await ask(seldom)).status, 502);
  });
}

test.serial(
  'during outages of the specification service and of the sync process, the listing is served until it expires',
  async (t) => {
    const servers = await serveBoth(t, built);
    const { out } = servers;
    const service = await startService({ products });
    t.teardown(() => service.leave());
    const environment = { SPECIFICATION_URL: service.url, SYNC_MAX_AGE: '4s' };
    const syncer = startSyncer(t, ['--out', out, '--every', '1s'], environment);
    const clients = servers.clients();

    /**
     * Sends requests until both servers answer 502. Asserts that 200 comes only before the expiry, and 502 only after.
     */
    const untilRefused = async () => {
      for (let refused = 0; refused < clients.length; ) {
        refused = 0;
        for (const [name, client] of clients) {
          const begun = Date.now() / 1000;
          const reply = await client(route);
          const { expiresAt = Infinity } = (await readValidity(join(out, 'sync'))) ?? {};
          if (reply.status === 502) {
            refused += 1;
            t.true(Date.now() / 1000 >= expiresAt, `${name} refuses what holds`);
          } else {
            t.is(reply.status, 200, reply.text);
            t.true(begun < expiresAt, `${name} serves what has expired`);
            const sent = Date.parse(String(reply.headers['date'])) / 1000;
            t.true(sent + maxAgeOf(reply) <= expiresAt, `${name} lets it be kept for too long`);
          }
        }
        await wait(20);
      }
    };

    await syncer.next({ event: 'synced' });
    for (const [name, client] of clients) t.is((await client(route)).status, 200, name);
    await service.leave();
    await syncer.next({ event: 'not_synced' });
    await untilRefused();
    await service.comeBack();
    await syncer.next({ event: 'synced' });
    for (const [name, client] of clients) t.is((await client(route)).status, 200, name);
    t.is(await syncer.end('SIGKILL'), null);
    await untilRefused();
  },
);
