/** The client of the specification service, with a real server that simulates failures. */
import { readFile } from 'node:fs/promises';
import test, { type ExecutionContext } from 'ava';
import { makeSelfSignedCertificate } from '../../../../infra/local/self-signed-certificate.ts';
import { createServiceSource, type ServiceLimits } from '../../../../sync/service-source.ts';
import { SourceError } from '../../../../sync/source.ts';
import { makeFolder } from '../../../helpers/content.ts';
import type { Behaviour } from '../../../specification-service/behaviours.ts';
import { type ServiceSettings, startService } from '../../../specification-service/server.ts';

const products = [
  { sku: 'TEE-1', companies: ['north-shop', 'south-shop'] },
  { sku: 'BAG-5', companies: ['west-shop'] },
];
/** Default timeouts of these tests: long, because a busy machine is slow. */
const patient: ServiceLimits = {
  connectMs: 30_000,
  headersMs: 30_000,
  bodyMs: 30_000,
  tryMs: 30_000,
};
/** Behaviour of the service → the timeout that is shortened for it, so that the behaviour exceeds it soon. */
const shorter: Partial<Record<Behaviour, Partial<ServiceLimits>>> = {
  'slow headers': { headersMs: 500 },
  'slow body': { bodyMs: 500 },
  'body by drops': { tryMs: 500 },
};

interface Start extends Partial<ServiceSettings> {
  /** The token that the client sends. */
  readonly clientToken?: string;
  readonly limits?: Partial<ServiceLimits> | undefined;
}

async function start(t: ExecutionContext, { clientToken, limits, ...settings }: Start = {}) {
  const service = await startService({ products, ...settings });
  const url = new URL(service.url);
  const source = createServiceSource({
    ...{ url, token: clientToken, maxAgeSeconds: 900, random: () => 0 },
    limits: { ...patient, ...limits },
  });
  t.teardown(async () => {
    await source.close();
    await service.leave();
  });
  const { signal } = new AbortController();
  return { service, source, ask: () => source.ask(undefined, signal) };
}

test.serial(
  'the source returns the listed products, and after a 304 those of the last answer',
  async (t) => {
    const { service, source, ask } = await start(t);
    const answer = await ask();
    t.deepEqual(answer.products, products);
    const last = { source: source.name, ...answer };
    const { signal } = new AbortController();
    t.is(await source.ask(last, signal), last);
    t.is(service.asked.at(-1)?.headers['if-none-match'], answer.etag);
    service.list(products.slice(1));
    t.deepEqual((await source.ask(last, signal)).products, products.slice(1));
    await source.ask({ ...last, source: 'another' }, signal);
    t.is(
      service.asked.at(-1)?.headers['if-none-match'],
      undefined,
      'an entity tag of another source',
    );
  },
);

test.serial('the token is sent to the service and appears in no error', async (t) => {
  const token = 'very-secret.token';
  const { ask, service } = await start(t, { token, clientToken: token });
  t.deepEqual((await ask()).products, products);
  t.is(service.asked[0]?.headers.authorization, `Bearer ${token}`);
  const { ask: askWrongly } = await start(t, { token: 'other', clientToken: token });
  const error = await t.throwsAsync(askWrongly(), { instanceOf: SourceError });
  t.regex(error?.message ?? '', /answers 401$/);
  t.false(JSON.stringify({ ...error, stack: error?.stack }).includes(token));
});

/** Behaviour of the service, number of tries until the source fails, and pattern of the end of its message. */
const failures: readonly (readonly [Behaviour, number, RegExp])[] = [
  ['slow headers', 3, / sends no response in time, 3 times$/],
  ['slow body', 3, / stopped in the middle of a response, 3 times$/],
  ['body by drops', 3, / took longer than 500 ms, 3 times$/],
  ['half a body', 3, / closed the connection before the end of its response, 3 times$/],
  ['half a body, said to be all', 1, / sends invalid JSON$/],
  ['no JSON', 1, / sends invalid JSON$/],
  ['another shape', 1, / sends an invalid body: products\.0\.companies: /],
  ['a SKU twice', 1, / sends an invalid body: products: contains a SKU twice$/],
  ['error 500', 3, / answers 500, 3 times$/],
  ['error 404', 1, / answers 404$/],
  ['too many, an hour', 1, / answers 429; it asks to retry in 3600 s$/],
  [
    'redirect to another host',
    1,
    / answers 302, a redirect to http:\/\/127\.0\.0\.2:9; redirects are not followed$/,
  ],
  [
    'redirect without a location',
    1,
    / answers 302, a redirect without a location; redirects are not followed$/,
  ],
  ['304 unasked', 1, / answers 304$/],
  ['50 MB', 1, / sends a body that is too large$/],
  ['no HTTP', 3, / cannot be reached \(Response does not match the HTTP.*\), 3 times$/],
];

for (const [behaviour, tries, message] of failures) {
  test(`${behaviour}: the failure is one line, after ${tries} of 3 tries`, async (t) => {
    const { ask, service } = await start(t, { limits: shorter[behaviour] });
    service.behave(behaviour);
    const error = await t.throwsAsync(ask(), { instanceOf: SourceError });
    t.regex(error?.message ?? '', message);
    t.regex(
      error?.message ?? '',
      /^the specification service at http:\/\/localhost:\d+\/active-products /,
    );
    t.false(error?.message.includes('\n'));
    t.is(service.asked.length, tries);
    service.behave('well');
    t.deepEqual((await ask()).products, products, 'and the next round is answered');
  });
}

test.serial('a round succeeds if one of its three tries succeeds', async (t) => {
  const { ask, service } = await start(t);
  service.behave('error 500', 'half a body', 'well');
  t.deepEqual((await ask()).products, products);
  t.is(service.asked.length, 3);
});

test.serial(
  'a short Retry-After is waited for before the next try, a long one ends the round',
  async (t) => {
    const { ask, service } = await start(t);
    service.behave('too many, a second', 'well');
    await ask();
    const [first, second] = service.asked;
    t.true((second?.at ?? 0) - (first?.at ?? 0) >= 1000);
    service.behave('too many, an hour');
    const error = await t.throwsAsync(ask(), { instanceOf: SourceError });
    t.is((error as SourceError).retryAfterMs, 3_600_000);
  },
);

test.serial('a Retry-After of more than an hour is waited for an hour', async (t) => {
  const { ask, service } = await start(t);
  service.behave('too many, thirty years');
  const error = await t.throwsAsync(ask(), { instanceOf: SourceError });
  t.is((error as SourceError).retryAfterMs, 3_600_000);
});

test.serial('an unreachable service is reported, and used again when it returns', async (t) => {
  const { ask, service } = await start(t);
  await ask();
  await service.leave();
  await t.throwsAsync(ask(), { message: / refuses connections, 3 times$/ });
  await service.comeBack();
  t.deepEqual((await ask()).products, products);
});

test.serial('an untrusted certificate is refused', async (t) => {
  const { certificateFile, keyFile } = await makeSelfSignedCertificate(await makeFolder(t));
  const [cert, key] = await Promise.all([readFile(certificateFile), readFile(keyFile)]);
  const { ask, service } = await start(t, { tls: { cert, key } });
  await t.throwsAsync(ask(), { message: / cannot be reached \(DEPTH_ZERO_SELF_SIGNED_CERT: / });
  t.is(service.asked.length, 0, 'nothing was sent');
});

test.serial('an abort ends a round at once, without an error of the service', async (t) => {
  const { source, service } = await start(t);
  service.behave('slow headers');
  const stopping = new AbortController();
  const asking = source.ask(undefined, stopping.signal);
  stopping.abort();
  await t.throwsAsync(asking, { any: true, is: stopping.signal.reason });
});
