/** The sample catalogue shows every kind of product and member, in two languages that are really two. */
import { resolve } from 'node:path';
import test from 'ava';
import { type Content, findingsIn, loadContent } from '../../helpers/content.ts';

const folder = resolve(import.meta.dirname, '../../../content');

let loading: Promise<Content> | undefined;

/** Loads the sample catalogue, once for all tests because it is large. */
function sample(): Promise<Content> {
  loading ??= loadContent(folder);
  return loading;
}

test('the sample catalogue has no findings', async (t) => {
  t.deepEqual(await findingsIn(folder), []);
});

test('the sample catalogue has every kind of product, and products without each optional member', async (t) => {
  const products = (await sample()).products.map(({ product }) => product);
  const kinds = products.map(({ customization, madeToOrder = false, markets }) => {
    const blocks = customization.colorBlocks ? 'color-block' : 'standard';
    return [`${blocks}${madeToOrder ? ' made to order' : ''}`, `sold in ${markets.join(' and ')}`];
  });
  t.deepEqual([...new Set(kinds.flat())].sort(), [
    ...['color-block', 'color-block made to order', 'sold in CA', 'sold in CA and US'],
    ...['sold in US', 'standard', 'standard made to order'],
  ]);
  for (const member of ['note', 'tag', 'designCredits', 'sizeRecommendations'] as const) {
    const have = products.filter((product) => product[member] !== undefined);
    t.true(have.length > 0 && have.length < products.length, member);
  }
});

test('the sample catalogue has markdowns and surcharges in every price list, and gaps in stock', async (t) => {
  const { products, catalogue } = await sample();
  const rows = products.map((product) => product.rows);
  for (const list of ['msrp', ...catalogue.tiers.all]) {
    const prices = rows.flatMap(({ msrp, net }) => (list === 'msrp' ? msrp : net.get(list)) ?? []);
    const hasMarkdown = prices.some(({ regularPrice }) => regularPrice !== undefined);
    const surcharged = rows.flatMap(({ surcharges }) => surcharges.map((row) => row.list));
    t.true(hasMarkdown && surcharged.includes(list), list);
  }
  t.true(rows.some(({ inventory }) => inventory.some(({ quantity }) => quantity === 0)));
  const hasGap = products.some(({ product: { colors, sizes }, rows: { inventory } }) => {
    return inventory.length > 0 && inventory.length < colors.length * sizes.length;
  });
  t.true(hasGap);
});

/** Words that are the same in English and French. */
const sameInFrench = new Set([
  ...['festival', 'jersey', 'lime', 'nylon', 'olive', 'orange', 'piqué', 'polos', 'polyester'],
  ...['raglan', 'ski', 'soccer', 'souvenir', 'sublimation', 't-shirts', 'triathlon', 'tuque'],
  ...['viscose', 'yoga'],
]);

type Texts = Readonly<Record<string, string | readonly string[]>>;

/** Returns every localized text and list of texts in a JSON value. */
function textsIn(json: unknown): Texts[] {
  if (typeof json !== 'object' || json === null) return [];
  const keys = Object.keys(json);
  const isText = keys.includes('en') && keys.every((key) => /^(en|fr)(-CA|-US)?$/.test(key));
  if (!isText) return Object.values(json).flatMap(textsIn);
  // A singular and a plural are two texts.
  const plain = Object.entries(json).map(([key, value]) => {
    const isPlain = typeof value === 'string' || Array.isArray(value);
    return [key, isPlain ? value : Object.values(value)];
  });
  return [Object.fromEntries(plain)];
}

test('French texts of the sample are French, and texts for the United States American', async (t) => {
  const { catalogue, brands, categories, tags, families, colors, ...rest } = await sample();
  const { facets, decorations, sizeCharts, products } = rest;
  const shared = [{ brands, categories, tags, families, colors }, catalogue.texts];
  const texts = textsIn([shared, facets, decorations, sizeCharts, products]);
  t.true(texts.length > 500);
  for (const { en = '', fr = '', ...regional } of texts) {
    const english = [en].flat();
    for (const word of [regional['fr-CA'] ?? fr].flat()) {
      t.false(english.includes(word) && !sameInFrench.has(word.toLowerCase()), word);
    }
    for (const shown of [regional['en-US'] ?? en].flat()) {
      t.notRegex(shown, /colour|\bgrey\b|centre|fibre|tuque/i);
    }
  }
});
