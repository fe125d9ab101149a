import test from 'ava';
import { openApiSiteOf } from '../../../../build/render/addresses.ts';
import type { ProductDetail } from '../../../../contract/schemas/product.ts';
import { createGuideExamples } from '../../../../pages/docs/guide-examples.ts';
import { listOperations, readOpenApiDocument } from '../../../../pages/docs/reference/openapi.ts';
import type { Context } from '../../../helpers/content.ts';
import { pageFacts } from '../../../helpers/page-facts.ts';

const input = { locale: 'en-CA', sku: 'TEE-1' } as const;
const spread: ProductDetail['inventory'][number] = {
  ...{ colorId: 'navy', size: 'M', quantity: 70 },
  locations: [
    { id: 'laval', name: 'Laval', quantity: 30 },
    { id: 'reno', name: 'Reno', quantity: 40, incoming: 5, incomingDate: '2027-01-31' },
  ],
};

async function prepare() {
  const facts = await pageFacts();
  const [context] = facts.contexts as readonly [Context];
  return { facts, operations: listOperations(readOpenApiDocument(openApiSiteOf(context))) };
}

test('the guide shows the stock of a variant in several locations, from any locale', async (t) => {
  const { facts, operations } = await prepare();
  const place = { name: { en: 'Laval', fr: 'Laval' }, country: 'CA', markets: ['CA'] } as const;
  const contexts = facts.contexts.map((context) => {
    const content = { ...context.content, locations: { laval: place, reno: place } };
    return { ...context, content } as unknown as Context;
  });
  const shown = createGuideExamples(
    input,
    {
      ...{ ...facts, contexts },
      readDetail(sku, locale) {
        const detail = facts.readDetail(sku, locale);
        if (detail === undefined || locale !== 'en-US') return detail;
        return { ...detail, inventory: [...detail.inventory, spread] };
      },
    },
    operations,
  );
  t.is(shown.stockLocale, 'en-US');
  t.deepEqual(JSON.parse(shown.stock), spread);
  t.is(shown.stockTooMany, 41);
  t.is(shown.stockQuantity, 70);
});

test('without a variant in several locations, the guide shows the stock of the OpenAPI document', async (t) => {
  const { facts, operations } = await prepare();
  const shown = createGuideExamples(input, facts, operations);
  const { locations } = JSON.parse(shown.stock) as typeof spread;
  t.true((locations ?? []).length > 1);
  t.true(shown.stockTooMany <= shown.stockQuantity);
});
