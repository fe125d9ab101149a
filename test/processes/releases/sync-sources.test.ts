/** The sources of active products: the content, and the specification service, which may fail in many ways. */
import { cp, readFile, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { makeSelfSignedCertificate } from '../../../infra/local/self-signed-certificate.ts';
import { createContentSource } from '../../../sync/content-source.ts';
import { createServiceSource, type ServiceLimits } from '../../../sync/service-source.ts';
import { findLoss, LossError, SourceError, SyncError } from '../../../sync/source.ts';
import { copyContent, fixtureContent, makeFolder } from '../../helpers/content.ts';
import type { Behaviour } from '../../specification-service/behaviours.ts';
import { type ServiceSettings, startService } from '../../specification-service/server.ts';

const { signal: never } = new AbortController();

test.serial(
  'the table of active products is read in a content folder that is a link, and is no link itself',
  async (t) => {
    const folder = join(await makeFolder(t), 'content');
    const source = createContentSource(folder);
    const missing = new RegExp(`${folder} is not a folder`);
    await t.throwsAsync(source.ask(undefined, never), { instanceOf: SyncError, message: missing });
    await symlink(fixtureContent, folder);
    const { products: found } = await source.ask(undefined, never);
    const skus = found.map(({ sku }) => sku);
    t.deepEqual(skus, ['TEE-1', 'HOOD-2', 'USA-4', 'BAG-5']);
    const { path } = await copyContent(t);
    const table = join(path, 'active-products.csv');
    await cp(table, join(path, 'table'));
    await rm(table);
    await symlink('table', table);
    const message = new RegExp(
      `^${table} is a symbolic link, .*; npm run build shows every error$`,
    );
    const asking = createContentSource(path).ask(undefined, never);
    await t.throwsAsync(asking, { instanceOf: SyncError, message });
  },
);

test.serial(
  'half of the active products may be lost at once, more may not, and new ones do not compensate',
  (t) => {
    const productsOf = (...skus: string[]) =>
      skus.map((sku) => ({ sku, companies: ['north-shop'] }));
    const before = productsOf('A', 'B', 'C', 'D');
    t.is(findLoss(before, productsOf('A', 'B')), undefined);
    const error = findLoss(before, productsOf('A', 'E', 'F', 'G'));
    t.true(error instanceof LossError);
    t.regex(
      error?.message ?? '',
      /^3 of 4 active products are gone, B among them; .+--accept-loss/,
    );
    t.is(findLoss([], before), undefined);
  },
);

const products = [
  { sku: 'TEE-1', companies: ['north-shop', 'south-shop'] },
  { sku: 'BAG-5', companies: ['west-shop'] },
];
/** Timeouts that are long, because a busy machine is slow. */
const patient = { connectMs: 30_000, headersMs: 30_000, bodyMs: 30_000, tryMs: 30_000 };

interface Start extends Partial<ServiceSettings> {
  /** The token that the client sends. */
  readonly clientToken?: string;
  readonly limits?: Partial<ServiceLimits>;
}

async function start(t: ExecutionContext, { clientToken, limits, ...settings }: Start = {}) {
  const service = await startService({ products, ...settings });
  const source = createServiceSource({
    ...{ url: new URL(service.url), token: clientToken, maxAgeSeconds: 900, random: () => 0 },
    limits: { ...patient, ...limits },
  });
  t.teardown(async () => {
    await source.close();
    await service.leave();
  });
  return { service, source, ask: () => source.ask(undefined, never) };
}

test.serial(
  'the service returns the listed products, and after a 304 those of its last answer are used',
  async (t) => {
    const { service, source, ask } = await start(t);
    const answer = await ask();
    t.deepEqual(answer.products, products);
    const last = { source: source.name, ...answer };
    const tagOf = () => service.asked.at(-1)?.headers['if-none-match'];
    t.is(await source.ask(last, never), last);
    t.is(tagOf(), answer.etag);
    service.list(products.slice(1));
    t.deepEqual((await source.ask(last, never)).products, products.slice(1));
    await source.ask({ ...last, source: 'another' }, never);
    t.is(tagOf(), undefined, 'an entity tag of another source');
  },
);

test.serial('the token is sent only to the host of the URL and appears in no error', async (t) => {
  const token = 'very-secret.token';
  const { ask, service } = await start(t, { token, clientToken: token });
  t.deepEqual((await ask()).products, products);
  t.is(service.asked[0]?.headers.authorization, `Bearer ${token}`);
  const { ask: askWrongly } = await start(t, { token: 'other', clientToken: token });
  const error = await t.throwsAsync(askWrongly(), { instanceOf: SourceError });
  t.regex(error?.message ?? '', /answers 401$/);
  t.false(JSON.stringify({ ...error, stack: error?.stack }).includes(token));
  // A path that begins with two slashes names no other host.
  const source = createServiceSource({ url: new URL('https://a.test//api/'), maxAgeSeconds: 900 });
  t.is(source.name, 'the specification service at https://a.test//api/active-products');
  await source.close();
});

/** Behaviour of the service, number of tries until the source fails, end of the message, and a shortened timeout. */
const failures: readonly (readonly [Behaviour, number, RegExp, Partial<ServiceLimits>?])[] = [
  ['slow headers', 3, / sends no response in time, 3 times$/, { headersMs: 500 }],
  ['slow body', 3, / stopped in the middle of a response, 3 times$/, { bodyMs: 500 }],
  ['body by drops', 3, / took longer than 500 ms, 3 times$/, { tryMs: 500 }],
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
    / answers 302, a redirect to http:.+; redirects are not followed$/,
  ],
  ['redirect without a location', 1, / answers 302, a redirect without a location; .+ followed$/],
  ['304 unasked', 1, / answers 304$/],
  ['50 MB', 1, / sends a body that is too large$/],
  ['no HTTP', 3, / cannot be reached \(Response does not match the HTTP.*\), 3 times$/],
];

for (const [behaviour, tries, message, limits = {}] of failures) {
  test(`${behaviour}: the failure is one line, after ${tries} of 3 tries`, async (t) => {
    const { ask, service } = await start(t, { limits });
    service.behave(behaviour);
    const error = await t.throwsAsync(ask(), { instanceOf: SourceError });
    t.regex(error?.message ?? '', message);
    const place = /^the specification service at http:\/\/localhost:\d+\/active-products [^\n]+$/;
    t.regex(error?.message ?? '', place);
    t.is(service.asked.length, tries);
    service.behave('well');
    t.deepEqual((await ask()).products, products, 'and the next round is answered');
  });
}

test.serial(
  'a round succeeds if one of its three tries does, and waits for a short Retry-After, but not for a long one',
  async (t) => {
    const { ask, service } = await start(t);
    service.behave('error 500', 'half a body', 'well');
    t.deepEqual((await ask()).products, products);
    service.behave('too many, a second', 'well');
    await ask();
    const [refused, second] = service.asked.slice(-2);
    t.true((second?.at ?? 0) - (refused?.at ?? 0) >= 1000);
    service.behave('too many, thirty years');
    const error = await t.throwsAsync(ask(), { instanceOf: SourceError });
    t.is((error as SourceError).retryAfterMs, 3_600_000, 'at most an hour');
  },
);

test.serial(
  'an unreachable service and an untrusted certificate are reported, and an abort ends a round at once',
  async (t) => {
    const { ask, service, source } = await start(t);
    await service.leave();
    await t.throwsAsync(ask(), { message: / refuses connections, 3 times$/ });
    await service.comeBack();
    t.deepEqual((await ask()).products, products);
    service.behave('slow headers');
    const stopping = new AbortController();
    const asking = source.ask(undefined, stopping.signal);
    stopping.abort();
    await t.throwsAsync(asking, { any: true, is: stopping.signal.reason });
    const { certificateFile, keyFile } = await makeSelfSignedCertificate(await makeFolder(t));
    const [cert, key] = await Promise.all([readFile(certificateFile), readFile(keyFile)]);
    const other = await start(t, { tls: { cert, key } });
    await t.throwsAsync(other.ask(), {
      message: / cannot be reached \(DEPTH_ZERO_SELF_SIGNED_CERT/,
    });
    t.is(other.service.asked.length, 0, 'nothing was sent');
  },
);
