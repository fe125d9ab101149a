import test from 'ava';
import { ZodError } from 'zod';
import {
  addRelease,
  catalogPricingText,
  mergeDetail,
  parseStored,
  toCatalogEntry,
  toProductPricing,
} from '../../../contract/net-pricing.ts';
import type { NetPrice } from '../../../contract/release.ts';
import { catalogPricingSchema, storedPricingSchema } from '../../../contract/schemas/pricing.ts';
import type { ProductDetail } from '../../../contract/schemas/product.ts';
import { examples } from '../../helpers/examples.ts';

const designCredits = { included: 2, description: 'Two credits' };
const detail: ProductDetail = {
  ...examples.detail,
  pricing: {
    ...examples.detail.pricing,
    sizes: [{ name: 'M' }, { name: '2XL', surcharge: { msrp: 2.5 } }, { name: '3XL' }],
    designCredits,
  },
};
const netPrice: NetPrice = {
  net: [{ minQuantity: 1, maxQuantity: null, price: 9.5, regularPrice: 10 }],
  surcharges: { '2XL': 1.5, '3XL': 0.75, '9XL': 99 },
};

test('a merged detail has net prices, tier, surcharges and all public members', (t) => {
  const merged = mergeDetail(detail, 'A1', netPrice);
  t.deepEqual(merged, {
    ...detail,
    pricing: {
      currency: detail.pricing.currency,
      msrp: detail.pricing.msrp,
      net: netPrice.net,
      priceTier: 'A1',
      sizes: [
        { name: 'M' },
        { name: '2XL', surcharge: { msrp: 2.5, net: 1.5 } },
        { name: '3XL', surcharge: { net: 0.75 } },
      ],
      designCredits,
    },
  });
});

test('merging does not change the public detail', (t) => {
  const before = structuredClone(detail);
  mergeDetail(detail, 'A1', netPrice);
  toProductPricing(detail, 'A1', netPrice);
  t.deepEqual(detail, before);
});

test('the JSON text of a catalogue parses to its document, for every number of products', (t) => {
  for (const count of [0, 1, 2, 1000]) {
    const entries = Array.from({ length: count }, (_, index) =>
      toCatalogEntry({ ...detail, sku: `TEE-${index}` }, netPrice),
    );
    const frame = { currency: 'CAD', priceTier: 'A1' } as const;
    const pieces = [...catalogPricingText(frame, entries)];
    const document = JSON.parse(pieces.join(''));
    t.is(JSON.stringify(document), JSON.stringify({ ...frame, products: entries }));
    t.notThrows(() => storedPricingSchema.strict().parse(document));
    if (count === 1000) t.true(pieces.length > 1);
    for (const piece of pieces) t.true(piece.length < 1 << 17);
  }
});

/**
 * Yields an empty chunk, then a text in chunks of `length` characters; the last one can be
 * shorter.
 */
async function* cut(text: string, length: number): AsyncGenerator<string> {
  yield '';
  for (let at = 0; at < text.length; at += length) yield text.slice(at, at + length);
}

/** Returns the JSON text that Redis stores for the prices of `count` products. */
function storedText(count: number): string {
  const entries = Array.from({ length: count }, (_, index) =>
    toCatalogEntry({ ...detail, sku: `TEE-${index}` }, netPrice),
  );
  return [...catalogPricingText({ currency: 'CAD', priceTier: 'A1' }, entries)].join('');
}

test('the release becomes the first member, however the text is split into chunks', async (t) => {
  const text = storedText(3);
  for (const length of [1, 7, text.length]) {
    const pieces: string[] = [];
    for await (const piece of addRelease(cut(text, length), '5f2c09d1a7b3e846')) pieces.push(piece);
    const answer = pieces.join('');
    t.true(answer.startsWith('{"release":"5f2c09d1a7b3e846","currency":"CAD","priceTier":"A1",'));
    const { release: _, ...document } = catalogPricingSchema.strict().parse(JSON.parse(answer));
    t.deepEqual(document, JSON.parse(text));
  }
});

test('stored text is parsed to its products, however it is split into chunks', async (t) => {
  for (const count of [0, 1, 2, 3]) {
    const text = storedText(count);
    for (let length = 1; length <= text.length; length += 1) {
      const products = [];
      for await (const part of parseStored(cut(text, length))) {
        t.like(part, { currency: 'CAD', priceTier: 'A1' });
        products.push(...part.products);
      }
      t.deepEqual(products, JSON.parse(text).products);
    }
  }
});

test('a SKU or size with the text between two entries does not split an entry', async (t) => {
  const name = 'x,{"sku":';
  const entry = { ...toCatalogEntry({ ...detail, sku: name }, netPrice), sizes: [{ name }] };
  const text = [...catalogPricingText({ currency: 'CAD', priceTier: 'A1' }, [entry, entry])].join(
    '',
  );
  const products = [];
  for await (const part of parseStored(cut(text, 10))) products.push(...part.products);
  t.deepEqual(products, [entry, entry]);
});

test('corrupt stored text is refused', async (t) => {
  const text = storedText(2);
  const read = async (corrupt: string) => {
    for await (const _ of parseStored(cut(corrupt, 100)));
  };
  await t.throwsAsync(read(text.slice(0, -1)), { instanceOf: SyntaxError });
  await t.throwsAsync(read(''), { instanceOf: SyntaxError });
  await t.throwsAsync(read(text.replace('"price":9.5', '"price":"9.5"')), { instanceOf: ZodError });
});
