/**
 * The fast path, which answers from caches without calling the app, gives the same answers as the app: two
 * services with one Redis and one clock, one with and one without the fast path, get the same requests, and
 * their answers are compared byte by byte.
 */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import test from 'ava';
import fc from 'fast-check';
import { createApiKey, hashApiKey } from '../../../contract/api-key.ts';
import { redisKeys } from '../../../contract/redis-keys.ts';
import { releaseHeader } from '../../../contract/release.ts';
import { testKeys } from '../../../contract/test-keys.ts';
import { reuseMs } from '../../../pricing-service/accounts/bounds.ts';
import { createRedisAccountStore } from '../../../pricing-service/accounts/redis-account-store.ts';
import { createVerifier } from '../../../pricing-service/accounts/verifier.ts';
import { type AppParts, createApp, createRequestListener } from '../../../pricing-service/app.ts';
import { createLog } from '../../../pricing-service/log.ts';
import { createMetrics } from '../../../pricing-service/metrics/metrics.ts';
import { observeRequests } from '../../../pricing-service/metrics/observe-requests.ts';
import { createKeyedAnswers } from '../../../pricing-service/pricing/keyed-answers.ts';
import { createRedisNetPriceStore } from '../../../pricing-service/pricing/redis-net-prices.ts';
import { createReleasedDocuments } from '../../../pricing-service/pricing/released-documents.ts';
import { createServedReleases } from '../../../pricing-service/pricing/served-releases.ts';
import { createTestAnswers } from '../../../pricing-service/pricing/test-answers.ts';
import { createWithTimeout } from '../../../pricing-service/redis-timeout.ts';
import type { RedisConnection } from '../../../redis/connect.ts';
import { activateRelease } from '../../../releases/release-store.ts';
import { baseUrl, copyContent, makeFolder } from '../../helpers/content.ts';
import { sendRaw } from '../../helpers/http-client.ts';
import { loadCurrent } from '../../helpers/load-current.ts';
import { addKey, compileInto, createManualClock, withoutTime } from '../../helpers/pricing-app.ts';
import { startRedis } from '../../helpers/redis-server.ts';
import { collectTeardowns } from '../../helpers/teardown.ts';

const seed = 20_261_121;
const withTimeout = createWithTimeout(60_000);
const file = collectTeardowns();
test.after.always(file.run);

const clock = createManualClock();
const accounts = ['acme', 'other'] as const;
let connection: RedisConnection;
let out: string;
let releases: readonly string[];
let keys: readonly string[];

test.before(async () => {
  out = join(await makeFolder(file), 'dist');
  const redis = await startRedis(file);
  const content = await copyContent(file);
  await content.replace('prices/net-A3.csv', '7919.13', '7920.13');
  const first = await compileInto(out);
  await loadCurrent(out, redis.client);
  const second = await compileInto(out, content.path);
  await loadCurrent(out, redis.client);
  releases = [first.release, second.release];
  keys = [
    await addKey(redis, { id: 'acme' }),
    await addKey(redis, { id: 'other', tier: 'A1' }),
    await addKey(redis, { id: 'acme', revoked: true }),
    createApiKey(randomBytes),
  ];
  // A client without time limits, and a long timeout below: a pause of the machine must not change an answer.
  connection = redis.client;
});

type Service = Awaited<ReturnType<typeof startService>>;

/** Starts a service with its own cache, metrics and log; `listenerOf` creates its request listener. */
async function startService(listenerOf: (parts: AppParts) => RequestListener) {
  const logged: string[] = [];
  const log = createLog({ write: (line) => logged.push(line) });
  const used: string[] = [];
  const metrics = createMetrics({
    release: async () => 'one',
    isReady: async () => true,
    redisTimeoutSeconds: 1,
  });
  const verifier = createVerifier({
    store: withoutTime(createRedisAccountStore(connection)),
    clock,
    onUse: (keyHash) => used.push(keyHash),
    withTimeout,
    observe: metrics.verifications.count,
  });
  const netPrices = createRedisNetPriceStore(connection, withTimeout);
  const documents = createReleasedDocuments(out);
  const answers = createKeyedAnswers({
    releases: createServedReleases(netPrices, { distDir: out, clock, log }),
    documents,
    netPrices,
  });
  const testAnswers = createTestAnswers(out, documents);
  let found = 0;
  const findCached: typeof answers.findCached = (...request) => {
    const answer = answers.findCached(...request);
    if (answer !== undefined) found += 1;
    return answer;
  };
  const server = createServer({ requireHostHeader: false });
  observeRequests(server, metrics);
  server.on(
    'request',
    listenerOf({ verifier, answers: { ...answers, findCached }, testAnswers, baseUrl, log }),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  file.teardown(() => {
    server.close();
    server.closeAllConnections();
  });
  const count = async (name: string) => {
    const { values } = (await metrics.registry.getSingleMetric(name)?.get()) ?? { values: [] };
    return values.map(({ labels, value }) => `${Object.values(labels)} ${value}`).sort();
  };
  return {
    verifier,
    ask: (request: string) => sendRaw((server.address() as AddressInfo).port, request),
    /** Returns how often the fast path has found a cached answer. */
    found: () => found,
    /** Returns what must not depend on the fast path: the hashes of used keys, log entries and metrics. */
    traces: async () => ({
      used,
      logged: logged.map((line) => ({ ...JSON.parse(line), time: '', stack: '', cause: '' })),
      requests: await count('pricing_requests_total'),
      verifications: await count('pricing_verifications_total'),
    }),
  };
}

const plainPaths = ['/TEE-1', '/TEE-1/pricing', '/pricing'];
const oddPaths = [
  ...['', '/', '/NONE', '/USA-4', '/tee-1', '/TEE%2D1', '/TEE-1/', '/TEE-1/pricing/', '/-', '/%'],
  ...['/pricing/pricing', '/pricing/', '/Pricing', '/TEE-1//pricing', '/./TEE-1', '/x/../TEE-1'],
];
const queries = [
  ...['?locale=en-US', '?locale=fr-CA&x=1', '?x=1&locale=fr-CA', '?locale=', '?locale=fr'],
  ...['?locale=fr-CA&locale=fr-CA', '?locale=fr%2DCA', '?LOCALE=fr-CA', '?', '??locale=fr-CA'],
  ...['?format=csv', '?locale=fr-CA&format=csv', '?format=csv&locale=fr-CA', '?format=json'],
];
const often = <Value>(plain: fc.Arbitrary<Value>, odd: fc.Arbitrary<Value>) =>
  fc.oneof({ weight: 12, arbitrary: plain }, { weight: 1, arbitrary: odd });
const oneOf = (texts: readonly string[]) => fc.constantFrom(...texts);

const target = fc.oneof(
  {
    weight: 9,
    arbitrary: fc
      .tuple(
        often(fc.constant(''), oneOf(['/', 'http://x'])),
        often(oneOf(plainPaths), oneOf(oddPaths)),
        often(oneOf(['', '?locale=fr-CA', '?locale=en-CA']), oneOf(queries)),
      )
      .map(([before, path, query]) => `${before}/v1/products${path}${query}`),
  },
  // Replaces one character of a simple target.
  {
    weight: 1,
    arbitrary: fc
      .tuple(oneOf(plainPaths), fc.nat(40), oneOf(['%', '/', '.', '#', '?', '&', 'é', 'x', '%00']))
      .map(([path, at, other]) => {
        const plain = `/v1/products${path}?locale=fr-CA`;
        return plain.slice(0, at) + other + plain.slice(at + 1);
      }),
  },
);

/**
 * Generates the `Authorization` lines of a request. In requests, `take` replaces `$0` to `$3` by the keys, `$E` by the
 * last entity tag, and `$R0` to `$R2` by ids of releases; Redis lacks the release of `$R2`.
 */
const credentials = often(
  oneOf(['Authorization: Bearer $0', 'Authorization: Bearer $1']),
  oneOf([
    ...['', 'Authorization:', 'Authorization: Basic $0', 'Authorization: Bearer $0 x'],
    ...['Authorization: Bearer $2', 'Authorization: Bearer $3', 'authorization:  bEARER   $0 '],
    ...['Authorization: Bearer $0x', 'Authorization: Bearer', 'Authorization: Bearer\t$0'],
    ...testKeys.map(({ key }) => `Authorization: Bearer ${key}`),
    ...['Authorization: Bearer $0\r\nAuthorization: Bearer $0', 'Authorization: Bearer $0, $0'],
  ]),
);
const accepts = often(
  oneOf(['', 'Accept-Encoding: gzip', 'Accept-Encoding: gzip, deflate, br']),
  oneOf([
    ...['Accept-Encoding: gzip;q=0, br', 'Accept-Encoding: *', 'Accept-Encoding: ,, GZIP ,'],
    ...['Accept-Encoding: gzip\r\nAccept-Encoding: br', 'Accept-Encoding: br;q=x, gzip; q=0.1'],
  ]),
);
const preconditions = often(
  oneOf(['', 'If-None-Match: $E']),
  oneOf([
    ...['If-None-Match: *', 'If-None-Match: W/$E', 'If-None-Match: "x", $E', 'If-None-Match: "x"'],
    ...[
      'If-None-Match: "x"\r\nIf-None-Match: $E',
      'If-Modified-Since: Fri, 01 Jan 2100 00:00:00 GMT',
    ],
  ]),
);
const others = often(
  fc.constant('Host: x'),
  oneOf([
    'X: y',
    'Host: x\r\nX-Request-Id: id',
    'Host: x\r\nContent-Length: 0',
    'Range: bytes=0-1',
  ]),
);
const named = fc.oneof(
  { weight: 4, arbitrary: oneOf(['']) },
  { weight: 4, arbitrary: oneOf(['$R0', '$R1'].map((id) => `${releaseHeader}: ${id}`)) },
  {
    weight: 1,
    arbitrary: oneOf([
      ...['$R2', '', '$R0 ', '$R0x', 'current', '$R0\r\nX: y'].map(
        (id) => `${releaseHeader}: ${id}`,
      ),
      `${releaseHeader}: $R0\r\n${releaseHeader}: $R1`,
    ]),
  },
);
const request = fc
  .tuple(
    often(oneOf(['GET', 'GET', 'HEAD']), oneOf(['POST', 'OPTIONS', 'DELETE'])),
    target,
    credentials,
    fc.tuple(accepts, preconditions, named, others),
  )
  .map(([method, asked, key, more]) => {
    const fields = [key, ...more, 'Connection: close'].filter((field) => field !== '');
    return `${method} ${asked} HTTP/1.1\r\n${fields.join('\r\n')}\r\n\r\n`;
  });

const changes: readonly (readonly [string, string])[] = [
  ['tier', 'A1'],
  ['tier', 'A3'],
  ['tier', 'A3'],
  ['tier', 'A9'],
  ['distributorPricing', '0'],
  ['distributorPricing', '1'],
];

type Step =
  | { readonly ask: string }
  | { readonly wait: number }
  | { readonly release: number }
  | {
      readonly account: number;
      readonly field: readonly [string, string];
      readonly isPublished: boolean;
    };

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 40, arbitrary: fc.record({ ask: request }) },
  {
    weight: 2,
    arbitrary: fc.record({ wait: fc.constantFrom(1, 998, 1000, reuseMs - 1, reuseMs) }),
  },
  { weight: 2, arbitrary: fc.record({ release: fc.nat(1) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      account: fc.nat(1),
      field: fc.constantFrom(...changes),
      isPublished: fc.boolean(),
    }),
  },
);

/** The first steps of every sequence; after them, answers to both accounts have net prices. */
const usable = [0, 1].flatMap((account): Step[] => [
  { account, field: ['distributorPricing', '1'], isPublished: true },
  { account, field: ['tier', 'A3'], isPublished: true },
]);

/**
 * Takes a step: sends a request to both services and returns their answers, or changes the clock, the current release
 * or an account for both and returns an empty list.
 */
async function take(given: Step, services: readonly Service[], etag: string): Promise<string[]> {
  if ('wait' in given) clock.advance(given.wait);
  else if ('release' in given) {
    await activateRelease(out, releases[given.release] ?? '');
  } else if ('account' in given) {
    const account = accounts[given.account] ?? '';
    await connection.hset(redisKeys.account(account), ...given.field);
    if (given.isPublished) for (const { verifier } of services) verifier.invalidateAccount(account);
  } else {
    const text = given.ask
      .replaceAll('$E', () => etag)
      .replace(/\$R([0-2])/g, (_, which: string) => releases[Number(which)] ?? '0123456789abcdef')
      .replace(/\$([0-3])/g, (_, which: string) => keys[Number(which)] ?? '');
    return Promise.all(services.map(({ ask }) => ask(text)));
  }
  return [];
}

test.serial(
  'with and without the fast path every request has the same answer, log lines and metrics',
  async (t) => {
    const services = [
      await startService(createRequestListener),
      await startService((parts) => createApp(parts).callback()),
    ] as const;
    const statuses: Record<string, number> = {};
    let asked = 0;
    let etag = '"none yet"';
    const property = fc.asyncProperty(
      fc.array(step, { minLength: 30, maxLength: 60 }),
      async (story) => {
        for (const given of [...usable, ...story]) {
          const [quick, usual] = (await take(given, services, etag)).map((reply) =>
            reply.replace(/^Date: .*\r\n/m, ''),
          );
          if (quick === undefined) continue;
          if (quick !== usual) throw new Error(`${quick}\n\nis not\n\n${usual}`);
          asked += 1;
          const status = quick.slice(9, 12);
          statuses[status] = (statuses[status] ?? 0) + 1;
          etag = /^ETag: (.*)\r$/m.exec(quick)?.[1] ?? etag;
        }
      },
    );
    await fc.assert(property, {
      seed,
      numRuns: 40,
      endOnFailure: true,
      includeErrorInReport: true,
    });
    const [quick, usual] = await Promise.all(services.map(({ traces }) => traces()));
    t.deepEqual(quick, usual);
    t.log(asked, 'requests', statuses, services[0].found(), 'by the fast path');
    t.is(services[1].found(), 0);
    t.true(services[0].found() > 300, 'the fast path was taken');
    t.true(services[0].found() < (statuses['200'] ?? 0) + (statuses['304'] ?? 0), 'and was left');
    for (const status of ['200', '304', '400', '401', '404', '405', '500']) {
      t.true((statuses[status] ?? 0) > 2, status);
    }
    const output = JSON.stringify([quick, usual]);
    for (const key of keys) t.false(output.includes(key));
    t.true(quick?.used.includes(hashApiKey(keys[0] ?? '')));
  },
);
