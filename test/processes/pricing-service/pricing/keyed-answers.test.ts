import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { gunzipSync, gzipSync } from 'node:zlib';
import test, { type ExecutionContext } from 'ava';
import type { Locale } from '../../../../contract/locales.ts';
import { ApiProblem } from '../../../../contract/problem.ts';
import { redisKeys } from '../../../../contract/redis-keys.ts';
import { publicFiles } from '../../../../contract/release.ts';
import { createFileNetPriceStore } from '../../../../infra/local/file-net-prices.ts';
import { createLog } from '../../../../pricing-service/log.ts';
import {
  type AnswerRequest,
  createKeyedAnswers,
} from '../../../../pricing-service/pricing/keyed-answers.ts';
import type { NetPriceStore } from '../../../../pricing-service/pricing/net-price-store.ts';
import { createRedisNetPriceStore } from '../../../../pricing-service/pricing/redis-net-prices.ts';
import { createReleasedDocuments } from '../../../../pricing-service/pricing/released-documents.ts';
import type { Representation } from '../../../../pricing-service/pricing/representation.ts';
import {
  createServedReleases,
  type ServedRelease,
} from '../../../../pricing-service/pricing/served-releases.ts';
import { makeFolder } from '../../../helpers/content.ts';
import { loadCurrent } from '../../../helpers/load-current.ts';
import { compileInto, createManualClock } from '../../../helpers/pricing-app.ts';
import { startRedis } from '../../../helpers/redis-server.ts';
import { compileNewer, newSku } from '../newer-release.ts';

/**
 * Creates keyed answers whose documents and net prices come from the files of a release, without Redis. `asked` has the
 * reads of net prices; `state` selects the served release.
 */
async function createWorld(t: ExecutionContext) {
  const out = join(await makeFolder(t), 'dist');
  const { release } = await compileInto(out);
  const asked: string[] = [];
  const documents = createReleasedDocuments(out);
  const files = createFileNetPriceStore(out, documents);
  const netPrices: NetPriceStore = {
    ...files,
    netPrice: (...place) => {
      asked.push(place.join(' '));
      return files.netPrice(...place);
    },
    catalogPricing: (...place) => {
      asked.push(place.join(' '));
      return files.catalogPricing(...place);
    },
  };
  const first: ServedRelease = { release, defaultLocale: 'en-CA' };
  const state = { served: first, isKnown: false, requested: [] as (string | undefined)[] };
  const answers = createKeyedAnswers({
    releases: {
      async read(request) {
        state.requested.push(request);
        return state.served;
      },
      findCached: () => (state.isKnown ? state.served : undefined),
    },
    documents,
    netPrices,
  });
  return { answers, asked, out, release, state };
}

/** Returns the document of an uncompressed answer. */
function documentOf(answer: Representation) {
  return JSON.parse(String(answer.open())) as Record<string, unknown>;
}

const a3 = { release: undefined, tier: 'A3', locale: 'en-CA', coding: 'identity' } as const;

test.serial('an answer is made once for a release, tier, locale and product', async (t) => {
  const { answers, asked, release } = await createWorld(t);
  const [first, second] = await Promise.all([
    answers.detail(a3, 'TEE-1'),
    answers.detail(a3, 'TEE-1'),
  ]);
  t.is(first, second);
  t.is(await answers.detail(a3, 'TEE-1'), first);
  t.deepEqual(asked, [`${release} A3 en-CA TEE-1`]);
});

test.serial('each coding of an answer is made once, at its first request', async (t) => {
  const { answers, asked, release } = await createWorld(t);
  const zipped = { ...a3, coding: 'gzip' } as const;
  const plain = await answers.detail(a3, 'TEE-1');
  const detail = await answers.detail(zipped, 'TEE-1');
  t.is(detail, await answers.detail(zipped, 'TEE-1'));
  t.is(gunzipSync(detail.bytes ?? '').toString(), String(plain.open()));
  const packed = await answers.catalogPricing(zipped);
  const catalog = await answers.catalogPricing(a3);
  t.is(gunzipSync(packed.bytes ?? '').toString(), String(catalog.open()));
  t.deepEqual(asked, [`${release} A3 en-CA TEE-1`, `${release} A3 en-CA`]);
});

test.serial('a cached answer is returned synchronously while the release is cached', async (t) => {
  const { answers, state } = await createWorld(t);
  const makers = {
    detail: answers.detail,
    productPricing: answers.productPricing,
    catalogPricing: (request: AnswerRequest) => answers.catalogPricing(request),
    priceList: (request: AnswerRequest) => answers.priceList(request),
  };
  for (const route of ['detail', 'productPricing', 'catalogPricing', 'priceList'] as const) {
    const sku = route === 'catalogPricing' || route === 'priceList' ? '' : 'TEE-1';
    state.isKnown = true;
    t.is(answers.findCached(route, a3, sku), undefined, 'not cached yet');
    const made = await makers[route](a3, sku);
    t.is(answers.findCached(route, a3, sku), made);
    t.is(answers.findCached(route, { ...a3, locale: undefined }, sku), made);
    t.is(answers.findCached(route, { ...a3, coding: 'br' }, sku), undefined);
    t.is(answers.findCached(route, { ...a3, tier: 'A1' }, sku), undefined);
    state.isKnown = false;
    t.is(answers.findCached(route, a3, sku), undefined, 'the release is not cached');
  }
});

test.serial('tiers, locales, products and routes never share an answer', async (t) => {
  const { answers } = await createWorld(t);
  const made = await Promise.all([
    answers.detail(a3, 'TEE-1'),
    answers.detail({ ...a3, tier: 'A1' }, 'TEE-1'),
    answers.detail({ ...a3, locale: 'fr-CA' }, 'TEE-1'),
    answers.detail(a3, 'HOOD-2'),
    answers.productPricing(a3, 'TEE-1'),
    answers.catalogPricing(a3),
    answers.priceList(a3),
  ]);
  t.is(new Set(made.map(({ etag }) => etag)).size, made.length);
});

test.serial('without a locale the answer is in the default locale of the release', async (t) => {
  const { answers } = await createWorld(t);
  const unsaid = await answers.detail({ ...a3, locale: undefined }, 'TEE-1');
  t.is(unsaid, await answers.detail(a3, 'TEE-1'));
  t.is(documentOf(unsaid)['locale'], 'en-CA');
});

test.serial('the catalogue lists each product of the locale once, sorted by SKU', async (t) => {
  const { answers } = await createWorld(t);
  const skus = async (locale: Locale) => {
    const { products } = documentOf(await answers.catalogPricing({ ...a3, locale }));
    return (products as { sku: string }[]).map(({ sku }) => sku);
  };
  t.deepEqual(await skus('en-CA'), ['BAG-5', 'HOOD-2', 'JER-3', 'TEE-1']);
  t.deepEqual(await skus('en-US'), ['HOOD-2', 'JER-3', 'TEE-1', 'USA-4']);
});

test.serial('a product that the locale lacks gets product_not_found on both routes', async (t) => {
  const { answers } = await createWorld(t);
  for (const read of [answers.detail, answers.productPricing]) {
    const problem = await t.throwsAsync(read(a3, 'USA-4'), { instanceOf: ApiProblem });
    t.is(problem?.code, 'product_not_found');
  }
});

test.serial(
  'the release that a request names, if any, is requested from the served releases',
  async (t) => {
    const { answers, state } = await createWorld(t);
    await answers.detail({ ...a3, release: '5def5def5def5def' }, 'TEE-1');
    await answers.catalogPricing(a3);
    t.deepEqual(state.requested, ['5def5def5def5def', undefined]);
  },
);

test.serial(
  'while the previous release answers, a listed product that it lacks gets upstream_unavailable',
  async (t) => {
    const { answers, out, release, state } = await createWorld(t);
    const newer = await compileNewer(t, out);
    state.served = { release, defaultLocale: 'en-CA', insteadOf: newer.release };
    for (const read of [answers.detail, answers.productPricing]) {
      const listed = await t.throwsAsync(read(a3, newSku), { instanceOf: ApiProblem });
      t.is(listed?.code, 'upstream_unavailable');
      t.regex(String(listed?.cause), new RegExp(`${newSku} is new in ${newer.release}`));
      const unlisted = await t.throwsAsync(read(a3, 'NONE'), { instanceOf: ApiProblem });
      t.is(unlisted?.code, 'product_not_found');
      t.is(documentOf(await read(a3, 'TEE-1'))['sku'], 'TEE-1');
    }
  },
);

test.serial(
  'concurrent requests for a missing product each get the problem code that applies to the release that their own edge serves',
  async (t) => {
    const { answers, out, release, state } = await createWorld(t);
    const newer = await compileNewer(t, out);
    const first = { release, defaultLocale: 'en-CA' } as const;
    const cases = [
      [first, 'product_not_found'],
      [{ ...first, insteadOf: newer.release }, 'upstream_unavailable'],
    ] as const;
    for (const order of [cases, cases.toReversed()]) {
      const problems = order.map(([served]) => {
        state.served = served;
        return t.throwsAsync(answers.detail(a3, newSku), { instanceOf: ApiProblem });
      });
      const codes = (await Promise.all(problems)).map((problem) => problem?.code);
      t.deepEqual(
        codes,
        order.map(([, code]) => code),
      );
    }
  },
);

test.serial(
  'a tier that the release lacks causes internal_error with the tier in its cause',
  async (t) => {
    const { answers } = await createWorld(t);
    const request = { ...a3, tier: 'A9' };
    for (const read of [
      () => answers.detail(request, 'TEE-1'),
      () => answers.productPricing(request, 'TEE-1'),
      () => answers.catalogPricing(request),
      () => answers.priceList(request),
    ]) {
      const problem = await t.throwsAsync(read, { instanceOf: ApiProblem });
      t.is(problem?.code, 'internal_error');
      t.regex(String(problem?.cause), /no net prices of .+ for tier A9 in en-CA of [0-9a-f]{16}$/);
    }
  },
);

test.serial('corrupt stored data causes internal_error, not upstream_unavailable', async (t) => {
  const out = join(await makeFolder(t), 'dist');
  const [{ client }, { release }] = await Promise.all([startRedis(t), compileInto(out)]);
  await loadCurrent(out, client);
  const netPrices = createRedisNetPriceStore(client);
  const answers = createKeyedAnswers({
    releases: createServedReleases(netPrices, {
      distDir: out,
      clock: createManualClock(),
      log: createLog({ write: () => true }),
    }),
    documents: createReleasedDocuments(out),
    netPrices,
  });
  const prices = redisKeys.netPrices(release, 'A3', 'en-CA');
  await client.hset(prices, 'TEE-1', '{"net":"free"}', 'HOOD-2', 'free');
  const catalog = redisKeys.catalog(release);
  const [whole, foreign] = (['en-CA', 'en-US'] as const).map((locale) =>
    redisKeys.catalogField('A3', locale),
  ) as [string, string];
  const packed = await client.hgetBuffer(catalog, whole);
  await client.hset(catalog, whole, packed?.subarray(0, 100) ?? '', foreign, 'no gzip');
  const french = redisKeys.catalogField('A3', 'fr-CA');
  const unpriced = gzipSync('{"currency":"CAD","priceTier":"A3","products":[{"sku":"TEE-1"}]}');
  await client.hset(catalog, french, unpriced);
  const fileOf = (sku: string) =>
    join(out, 'releases', release, 'public', publicFiles.detail(sku, 'en-CA'));
  await writeFile(fileOf('BAG-5'), '{"sku":');
  await writeFile(fileOf('JER-3'), '{}');
  const cases: readonly (readonly [() => Promise<unknown>, RegExp])[] = [
    [() => answers.detail(a3, 'TEE-1'), /ZodError/],
    [() => answers.productPricing(a3, 'HOOD-2'), /SyntaxError/],
    [() => answers.detail(a3, 'BAG-5'), /SyntaxError/],
    [() => answers.productPricing(a3, 'JER-3'), /ZodError/],
    [() => answers.catalogPricing(a3), /unexpected end of file/],
    [() => answers.catalogPricing({ ...a3, coding: 'gzip' }), /unexpected end of file/],
    [() => answers.catalogPricing({ ...a3, locale: 'en-US' }), /incorrect header check/],
    [() => answers.priceList({ ...a3, locale: 'en-US' }), /incorrect header check/],
    [() => answers.priceList({ ...a3, locale: 'fr-CA' }), /ZodError/],
  ];
  for (const [read, cause] of cases) {
    const problem = await t.throwsAsync(read, { instanceOf: ApiProblem });
    t.is(problem?.code, 'internal_error', String(cause));
    t.regex(inspect(problem?.cause), cause);
  }
});

test.serial(
  'a failure is not cached: the answer is made as soon as its net prices are loaded',
  async (t) => {
    const { answers, out } = await createWorld(t);
    const prices = join(out, 'current/private/net/A3');
    await rename(prices, `${prices}-away`);
    const problem = await t.throwsAsync(answers.catalogPricing(a3), { instanceOf: ApiProblem });
    t.is(problem?.code, 'upstream_unavailable');
    await rename(`${prices}-away`, prices);
    await t.notThrowsAsync(answers.catalogPricing(a3));
  },
);
