/** The fast path, which answers from caches without calling the app, gives the same answers as the app. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import test, { type ExecutionContext } from 'ava';
import fc from 'fast-check';
import { createApiKey } from '../../../contract/api-key.ts';
import { redisKeys } from '../../../contract/redis-keys.ts';
import { releaseHeader } from '../../../contract/release.ts';
import { testKeys } from '../../../contract/test-keys.ts';
import { createApp, createRequestListener } from '../../../pricing-service/app.ts';
import { createKeyCheck, reuseMs } from '../../../pricing-service/key-check.ts';
import { createLog } from '../../../pricing-service/log.ts';
import { createRedisAccounts, createWithTimeout } from '../../../pricing-service/redis-accounts.ts';
import { createStoredAnswers } from '../../../pricing-service/stored-answers.ts';
import { createTestAnswers } from '../../../pricing-service/test-prices.ts';
import { baseUrl } from '../../helpers/content.ts';
import { sendRaw } from '../../helpers/http-client.ts';
import { addKey, detailPath, type PricingApp } from '../../helpers/pricing-app.ts';
import { sharedApp } from './shared-app.ts';

const often = (plain: readonly string[], odd: readonly string[]) =>
  fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...plain) },
    { weight: 1, arbitrary: fc.constantFrom(...odd) },
  );

const methods = often(['GET', 'GET', 'HEAD'], ['POST', 'OPTIONS']);
const origins = often([''], ['/', 'http://x']);
const paths = often(
  ['/TEE-1', '/TEE-1/pricing', '/pricing'],
  ['', '/NONE', '/USA-4', '/TEE%2D1', '/TEE-1/', '/%', '/Pricing', '/TEE-1//pricing', '/./TEE-1'],
);
const queries = often(
  ['', '?locale=fr-CA', '?locale=en-CA'],
  [
    ...['?locale=', '?locale=fr', '?locale=fr-CA&x=1', '?locale=fr-CA&locale=fr-CA', '?', '?#'],
    ...['?locale=fr%2DCA', '?LOCALE=fr-CA', '??locale=fr-CA', '?format=csv', '?format=json'],
  ],
);
/** `$0` to `$3` stand for keys, `$E` for the last entity tag, `$R` for the id of the release. */
const credentials = often(
  ['Authorization: Bearer $0', 'Authorization: Bearer $1'],
  [
    ...['X: y', 'Authorization:', 'Authorization: Basic $0', 'Authorization: Bearer $0 x'],
    ...['Authorization: Bearer $2', 'Authorization: Bearer $3', 'authorization:  bEARER   $0 '],
    ...['Authorization: Bearer', 'Authorization: Bearer\t$0', 'Authorization: Bearer $0, $0'],
    ...['Authorization: Bearer $0\r\nAuthorization: Bearer $0'],
    ...testKeys.map(({ key }) => `Authorization: Bearer ${key}`),
  ],
);
const others = often(
  ['Host: x', 'Accept-Encoding: gzip', 'Accept-Encoding: br', 'If-None-Match: $E'],
  [
    ...['Accept-Encoding: gzip;q=0, br', 'Accept-Encoding: *', 'Accept-Encoding: gzip\r\nHost: x'],
    ...['If-None-Match: *', 'If-None-Match: W/$E', 'If-None-Match: "x", $E', 'Range: bytes=0-1'],
  ],
);

/** nginx always names the release. */
const releases = often([`${releaseHeader}: $R`], ['X: y', `${releaseHeader}: $Rx`]);

const request = fc
  .tuple(
    methods,
    fc.tuple(origins, paths, queries),
    credentials,
    fc.tuple(others, others, releases),
  )
  .map(([method, [origin, path, query], key, more]) =>
    [
      `${method} ${origin}/v1/products${path}${query} HTTP/1.1`,
      ...[key, ...more, 'Connection: close', '', ''],
    ].join('\r\n'),
  );
/** A request, or milliseconds that pass, or the new tier of an account, with or without a message. */
const step = fc.oneof(
  { weight: 40, arbitrary: fc.record({ request }) },
  { weight: 2, arbitrary: fc.record({ wait: fc.constantFrom(1, 1000, reuseMs - 1, reuseMs) }) },
  {
    weight: 1,
    arbitrary: fc.record({ tier: fc.constantFrom('A1', 'A3', 'A9'), isPublished: fc.boolean() }),
  },
);

/** Starts a service with its own caches and log; `listenerOf` creates its request listener. */
async function startService(
  t: ExecutionContext,
  { redis, clock, releases }: PricingApp,
  listenerOf: typeof createRequestListener,
  wall: () => number = clock,
) {
  const state = { found: 0, used: [] as string[], logged: [] as Record<string, unknown>[] };
  const write = (line: string) =>
    state.logged.push({ ...JSON.parse(line), time: '', stack: '', cause: '' });
  const keys = createKeyCheck({
    store: createRedisAccounts(redis.client),
    clocks: { monotonic: clock, wall },
    withTimeout: createWithTimeout(60_000),
    onUse: (keyHash: string) => state.used.push(keyHash),
  });
  const answers = createStoredAnswers(releases, releases);
  const find: typeof answers.find = (asked) => {
    const answer = answers.find(asked);
    if (answer !== undefined) state.found += 1;
    return answer;
  };
  const server = createServer({ requireHostHeader: false });
  server.on(
    'request',
    listenerOf({
      ...{ keys, baseUrl, answers: { ...answers, find } },
      ...{ testAnswers: createTestAnswers(releases), log: createLog({ write }) },
    }),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => server.close());
  return { port: (server.address() as AddressInfo).port, keys, state };
}

test.serial(
  'with and without the fast path every request has the same answer, recorded uses and log lines',
  async (t) => {
    const app = await sharedApp();
    const { redis, clock, manifest } = app;
    const texts = [
      await addKey(redis, { id: 'quick' }),
      await addKey(redis, { id: 'usual', tier: 'A1' }),
      await addKey(redis, { id: 'quick', revoked: true }),
      createApiKey(randomBytes),
    ];
    const services = [
      await startService(t, app, createRequestListener),
      await startService(t, app, (parts): RequestListener => createApp(parts).callback()),
    ] as const;
    const statuses: Record<string, number> = {};
    let etag = '"none yet"';
    const property = fc.asyncProperty(fc.array(step, { minLength: 30 }), async (steps) => {
      for (const given of [{ tier: 'A3', isPublished: true }, ...steps]) {
        if ('wait' in given) clock.advance(given.wait);
        else if ('tier' in given) {
          await redis.client.hset(redisKeys.account('quick'), 'tier', given.tier);
          for (const service of services) {
            if (given.isPublished) service.keys.forget('quick');
          }
        } else {
          const text = given.request
            .replaceAll('$E', () => etag)
            .replace('$R', manifest.release)
            .replace(/\$([0-3])/g, (_, which: string) => texts[Number(which)] ?? '');
          const [quick = '', usual] = (
            await Promise.all(services.map(({ port }) => sendRaw(port, text)))
          ).map((reply) => reply.replace(/^Date: .*\r\n/m, ''));
          if (quick !== usual) throw new Error(`${quick}\n\nis not\n\n${usual}`);
          const status = quick.slice(9, 12);
          statuses[status] = (statuses[status] ?? 0) + 1;
          etag = /^ETag: (.*)\r$/m.exec(quick)?.[1] ?? etag;
        }
      }
    });
    await fc.assert(property, { seed: 20_261_121, numRuns: 20, includeErrorInReport: true });
    const [quick, usual] = services.map(({ state }) => state);
    t.deepEqual({ ...quick, found: 0 }, { ...usual });
    t.true((quick?.found ?? 0) > 100, 'the fast path was taken');
    for (const status of ['200', '304', '400', '401', '404', '405', '503']) {
      t.true((statuses[status] ?? 0) > 0, `${status}: ${JSON.stringify(statuses)}`);
    }
  },
);

test.serial(
  'an exception of one request gives it a 500, and the others of the same batch their answers',
  async (t) => {
    const app = await sharedApp();
    let readsUntilFault = 0;
    const wall = () => {
      readsUntilFault -= 1;
      if (readsUntilFault === 0) throw new Error('provoked');
      return app.clock();
    };
    const { port, state } = await startService(t, app, createRequestListener, wall);
    const key = await addKey(app.redis, { id: 'faulty' });
    const named = `${releaseHeader}: ${app.manifest.release}`;
    const head = `GET ${detailPath} HTTP/1.1\r\n${named}\r\nAuthorization: Bearer ${key}\r\n`;
    const last = `${head}Connection: close\r\n\r\n`;
    t.regex(await sendRaw(port, last), /^HTTP\/1\.1 200 /);
    // Each check from the cache reads the clock twice: this is the second request.
    readsUntilFault = 3;
    const replies = await sendRaw(port, `${head}\r\n${head}\r\n${last}`);
    t.deepEqual(replies.match(/(?<=HTTP\/1\.1 )\d{3}/g), ['200', '500', '200']);
    t.regex(replies, /"code":"internal_error"/);
    t.like(state.logged, { length: 1, 0: { event: 'internal_error', message: 'provoked' } });
    t.is(state.found, 2);
  },
);
