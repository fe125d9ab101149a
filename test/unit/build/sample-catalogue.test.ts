import { resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import test, { type ExecutionContext } from 'ava';
import type { ProductContent } from '../../../build/content/schemas/product.ts';
import { compareInList, renderListFrame } from '../../../build/render/list.ts';
import { renderSummary } from '../../../build/render/summary.ts';
import type { ProductList } from '../../../contract/schemas/list.ts';
import {
  type Content,
  contextOf,
  findingsIn,
  loadContent,
  ofProduct,
  productsOf,
} from '../../helpers/content.ts';

const folder = resolve(import.meta.dirname, '../../../content');

/** Loads the sample catalogue; returns its content, products, table rows, and product list in the default locale. */
async function load() {
  const content: Content = await loadContent(folder);
  const rows = content.products.map((product) => product.rows);
  return {
    content,
    products: content.products.map(({ product }): ProductContent => product),
    msrp: rows.flatMap((each) => each.msrp),
    netOf: (tier: string) => rows.flatMap((each) => each.net.get(tier) ?? []),
    surcharges: rows.flatMap((each) => each.surcharges),
    inventory: rows.flatMap((each) => each.inventory),
    list: await renderList(content),
  };
}

/** Renders the product list in the default locale, as a release has it. */
async function renderList(content: Content): Promise<ProductList> {
  const context = await contextOf('en-CA', content);
  const products = productsOf(context).sort(compareInList(content));
  return {
    ...renderListFrame(context, products),
    products: products.map((product) => renderSummary(product, ofProduct(context, product.sku))),
  };
}

/** The sample catalogue, which `sample` loads once for all tests because it is large. */
let loading: ReturnType<typeof load> | undefined;

function sample(): ReturnType<typeof load> {
  loading ??= load();
  return loading;
}

/**
 * Asserts that at least `least` of the items satisfy the condition `isOne`. `what` names these items in the failure
 * message.
 */
function atLeast<Item>(
  t: ExecutionContext,
  least: number,
  items: readonly Item[],
  what: string,
  isOne: (item: Item) => unknown,
): void {
  const count = items.filter((item) => isOne(item)).length;
  t.true(count >= least, `${count} of ${what}, ${least} are wanted`);
}

test('the sample catalogue has no findings', async (t) => {
  const warnings = await findingsIn(folder);
  t.deepEqual(warnings, []);
});

test('the sample catalogue has the expected numbers of products, brands, categories, tiers and companies', async (t) => {
  const { content, products } = await sample();
  t.true(products.length >= 70 && products.length <= 80, String(products.length));
  t.true(new Set(products.map(({ brand }) => brand)).size >= 4);
  t.true(new Set(products.map(({ category }) => category)).size >= 8);
  t.deepEqual(content.catalogue.tiers, { base: 'A3', all: ['A1', 'A2', 'A3', 'A4', 'A5'] });
  t.is(Object.keys(content.companies).length, 3);
});

test('the list of the sample catalogue has the expected size, plain and compressed', async (t) => {
  const { list } = await sample();
  const bytes = Buffer.from(JSON.stringify(list));
  t.true(bytes.length >= 250_000 && bytes.length <= 300_000, String(bytes.length));
  t.true(gzipSync(bytes).length < bytes.length / 6);
  t.true(list.products.length >= 65);
  t.true(list.categories.length >= 8);
});

test('the sample catalogue has every kind of product', async (t) => {
  const { products } = await sample();
  const isBlock = ({ customization }: ProductContent) => customization.colorBlocks;
  const isMade = ({ madeToOrder }: ProductContent) => madeToOrder === true;
  atLeast(t, 40, products, 'standard', (each) => !isBlock(each) && !isMade(each));
  atLeast(t, 2, products, 'color-block from stock', (each) => isBlock(each) && !isMade(each));
  atLeast(t, 2, products, 'made to order', isMade);
  atLeast(t, 1, products, 'made to order in color blocks', (each) => isBlock(each) && isMade(each));
  atLeast(t, 1, products, 'with a wheel tagline', (each) => each.customization.colorBlocksTagline);
  atLeast(t, 1, products, 'Canada only', ({ markets }) => markets.join() === 'CA');
  atLeast(t, 1, products, 'United States only', ({ markets }) => markets.join() === 'US');
});

test('the sample catalogue has products with and without each optional member', async (t) => {
  const { products } = await sample();
  const members = ['note', 'tag', 'designCredits', 'sizeRecommendations'] as const;
  for (const member of members) {
    atLeast(t, 3, products, member, (product) => product[member] !== undefined);
    atLeast(t, 1, products, `no ${member}`, (product) => product[member] === undefined);
  }
  atLeast(t, 40, products, 'size charts', ({ sizeChart }) => sizeChart);
  atLeast(t, 3, products, 'materials', ({ materials = [] }) => materials.length > 0);
  atLeast(t, 3, products, 'decorations', ({ customization }) => customization.decorations.length);
  atLeast(t, 1, products, 'studio', ({ studio }) => studio);
  atLeast(t, 1, products, 'no studio', ({ studio }) => !studio);
});

test('the sample catalogue has products with tags of every rank', async (t) => {
  const { content, products } = await sample();
  const ranks = products.flatMap(({ tag }) => (tag ? [content.tags[tag]?.rank] : []));
  for (const rank of ['best-seller', 'new', 'other']) t.true(ranks.includes(rank as 'new'), rank);
});

test('the sample catalogue has markdowns and surcharges in MSRP and net', async (t) => {
  const { content, msrp, netOf, surcharges } = await sample();
  const isMarkdown = ({ regularPrice }: { regularPrice?: number | undefined }) =>
    regularPrice !== undefined;
  atLeast(t, 1, msrp, 'MSRP markdowns', isMarkdown);
  atLeast(t, 1, surcharges, 'MSRP surcharges', ({ list }) => list === 'msrp');
  for (const tier of content.catalogue.tiers.all) {
    atLeast(t, 1, netOf(tier), `${tier} markdowns`, isMarkdown);
    atLeast(t, 1, surcharges, `${tier} surcharges`, ({ list }) => list === tier);
  }
});

test('a net price is below the MSRP of its bracket, in every tier', async (t) => {
  const { content, msrp: publicRows, netOf } = await sample();
  const keyOf = ({ sku, currency, minQuantity }: (typeof publicRows)[number]) =>
    `${sku} ${currency} ${minQuantity}`;
  const msrp = new Map(publicRows.map((row) => [keyOf(row), row.price]));
  for (const tier of content.catalogue.tiers.all) {
    const rows = netOf(tier);
    t.is(rows.length, msrp.size);
    for (const row of rows) t.true(row.price < (msrp.get(keyOf(row)) ?? 0), keyOf(row));
  }
});

test('the stock of the sample catalogue has zeros and gaps, and no made-to-order products', async (t) => {
  const { inventory, products } = await sample();
  atLeast(t, 1, inventory, 'zeros', ({ quantity }) => quantity === 0);
  const stocked = products.filter(({ madeToOrder }) => !madeToOrder);
  const rowsOf = (product: ProductContent) =>
    inventory.filter(({ sku }) => sku === product.sku).length;
  atLeast(t, 1, stocked, 'stock with holes', (product) => {
    const rows = rowsOf(product);
    return rows > 0 && rows < product.colors.length * product.sizes.length;
  });
  for (const product of products) if (product.madeToOrder) t.is(rowsOf(product), 0, product.sku);
});

test('the sample catalogue has colours without swatches and colours without pictures', async (t) => {
  const { content, products, list } = await sample();
  const used = new Set(products.flatMap(({ colors }) => colors.map(({ color }) => color)));
  atLeast(t, 1, [...used], 'empty swatches', (id) => content.colors[id]?.swatches.length === 0);
  const colors = list.products.flatMap((product) => product.colors);
  atLeast(t, 1, colors, 'empty images', ({ images }) => images.length === 0);
  atLeast(t, 100, colors, 'pictures', ({ images }) => images.length > 0);
});
