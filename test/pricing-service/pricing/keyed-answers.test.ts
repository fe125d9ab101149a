import { readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import type { Locale } from '../../../contract/locales.ts';
import { ApiProblem } from '../../../contract/problem.ts';
import { type NetPrices, netPricesSchema, privateFiles } from '../../../contract/release.ts';
import { createKeyedAnswers } from '../../../pricing-service/pricing/keyed-answers.ts';
import type { ReadyAnswer } from '../../../pricing-service/pricing/ready-answer.ts';
import { createReleasedDocuments } from '../../../pricing-service/pricing/released-documents.ts';
import { makeFolder } from '../../helpers/content.ts';
import { compileInto } from '../../helpers/pricing-app.ts';

/** Keyed answers over a release on disk, its net prices read from its own private files. */
async function createWorld(t: ExecutionContext) {
  const out = await makeFolder(t);
  const { release } = await compileInto(out);
  const asked: string[] = [];
  const readPrices = async (tier: string, locale: Locale): Promise<NetPrices> => {
    asked.push(`${tier} ${locale}`);
    if (tier === 'A9') return {};
    const file = join(out, 'current/private', privateFiles.netPrices(tier, locale));
    return netPricesSchema.parse(JSON.parse(await readFile(file, 'utf8')));
  };
  const answers = createKeyedAnswers({
    activeRelease: { read: async () => release },
    documents: createReleasedDocuments(out),
    netPrices: {
      activeRelease: async () => release,
      netPrice: async (_, tier, locale, sku) => (await readPrices(tier, locale))[sku],
      netPrices: (_, tier, locale) => readPrices(tier, locale),
    },
  });
  return { answers, asked, out };
}

/** The document of an answer. */
function documentOf({ identity }: ReadyAnswer) {
  return JSON.parse(identity.bytes.toString('utf8')) as Record<string, unknown>;
}

const a3 = { tier: 'A3', locale: 'en-CA' } as const;

test('an answer is made once for a release, tier, locale and product', async (t) => {
  const { answers, asked } = await createWorld(t);
  const [first, second] = await Promise.all([
    answers.detail(a3, 'TEE-1'),
    answers.detail(a3, 'TEE-1'),
  ]);
  t.is(first, second);
  t.is(await answers.detail(a3, 'TEE-1'), first);
  t.deepEqual(asked, ['A3 en-CA']);
});

test('tiers, locales, products and routes never share an answer', async (t) => {
  const { answers } = await createWorld(t);
  const made = await Promise.all([
    answers.detail(a3, 'TEE-1'),
    answers.detail({ ...a3, tier: 'A1' }, 'TEE-1'),
    answers.detail({ ...a3, locale: 'fr-CA' }, 'TEE-1'),
    answers.detail(a3, 'HOOD-2'),
    answers.productPricing(a3, 'TEE-1'),
    answers.catalogPricing(a3),
  ]);
  t.is(new Set(made.map(({ identity }) => identity.etag)).size, made.length);
});

test('no locale is the default one of the release, and the same answer', async (t) => {
  const { answers } = await createWorld(t);
  const unsaid = await answers.detail({ tier: 'A3', locale: undefined }, 'TEE-1');
  t.is(unsaid, await answers.detail(a3, 'TEE-1'));
  t.is(documentOf(unsaid)['locale'], 'en-CA');
});

test('the catalogue lists each product of the locale once, sorted by SKU', async (t) => {
  const { answers } = await createWorld(t);
  const skus = async (locale: Locale) => {
    const { products } = documentOf(await answers.catalogPricing({ tier: 'A3', locale }));
    return (products as { sku: string }[]).map(({ sku }) => sku);
  };
  t.deepEqual(await skus('en-CA'), ['BAG-5', 'HOOD-2', 'JER-3', 'TEE-1']);
  t.deepEqual(await skus('en-US'), ['HOOD-2', 'JER-3', 'TEE-1', 'USA-4']);
});

test('a product that the locale lacks is not found, on both routes', async (t) => {
  const { answers } = await createWorld(t);
  for (const read of [answers.detail, answers.productPricing]) {
    const problem = await t.throwsAsync(read(a3, 'USA-4'), { instanceOf: ApiProblem });
    t.is(problem?.code, 'product_not_found');
  }
});

test('a tier that the release lacks is a fault of ours, named in the cause', async (t) => {
  const { answers } = await createWorld(t);
  const wanted = { ...a3, tier: 'A9' };
  for (const read of [
    () => answers.detail(wanted, 'TEE-1'),
    () => answers.productPricing(wanted, 'TEE-1'),
    () => answers.catalogPricing(wanted),
  ]) {
    const problem = await t.throwsAsync(read, { instanceOf: ApiProblem });
    t.is(problem?.code, 'upstream_unavailable');
    t.regex(String(problem?.cause), /no net prices of tier A9$/);
  }
});

test('a failure is not kept: the answer is made once its prices are there', async (t) => {
  const { answers, out } = await createWorld(t);
  const prices = join(out, 'current/private/net/A3');
  await rename(prices, `${prices}-away`);
  const problem = await t.throwsAsync(answers.catalogPricing(a3), { instanceOf: ApiProblem });
  t.is(problem?.code, 'upstream_unavailable');
  await rename(`${prices}-away`, prices);
  await t.notThrowsAsync(answers.catalogPricing(a3));
});
