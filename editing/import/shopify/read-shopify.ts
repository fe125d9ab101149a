/**
 * Converts a product CSV of Shopify, in the current or the previous template, to the neutral table. A product consists
 * of the rows with its handle: the first row has its texts, each row may have a variant, a picture, or both; names of
 * options are only on the first row. https://help.shopify.com/en/manual/products/import-export/using-csv
 */
import { groupBy } from '../../../build/content/group-by.ts';
import type { Currency } from '../../../contract/locales.ts';
import { withoutApostrophe } from '../../tables/read-records.ts';
import type { NeutralPrice, NeutralStyle, NeutralTable, NeutralVariant } from '../neutral.ts';
import type { Omissions } from '../omissions.ts';
import {
  type CellReader,
  createCellReader,
  type SourceRow,
  type SourceTable,
  type TableReader,
} from '../source-table.ts';
import { createYesOrNoReader, type ReadYesOrNo, type YesOrNoColumn } from '../yes-or-no.ts';

/** Name and value, in lower case, of the option that Shopify writes for products without options. */
const noOption = { name: 'title', value: 'default title' };

/** Field of a Shopify export → its column names, that of the current template first. */
const columns = {
  handle: ['url handle', 'handle'],
  title: ['title'],
  description: ['description', 'body (html)'],
  vendor: ['vendor'],
  category: ['product category'],
  type: ['type', 'custom product type'],
  tags: ['tags'],
  status: ['status'],
  gender: ['google shopping / gender'],
  ageGroup: ['google shopping / age group'],
  sku: ['sku', 'variant sku'],
  barcode: ['barcode', 'variant barcode'],
  price: ['price', 'variant price'],
  compareAt: ['compare-at price', 'variant compare at price'],
  tracker: ['inventory tracker', 'variant inventory tracker'],
  quantity: ['inventory quantity', 'variant inventory qty'],
  picture: ['product image url', 'image src'],
  position: ['image position'],
  alt: ['image alt text'],
  variantPicture: ['variant image url', 'variant image'],
} as const;

const published: YesOrNoColumn = {
  ...{ names: ['published on online store', 'published'], empty: true, unknown: false },
};
const giftCard: YesOrNoColumn = { names: ['gift card'], empty: false, unknown: true };

/** Pairs of a currency and a pattern for the names of its markets, such as `canada` in the column `Price / Canada`. */
const currencyByMarket: readonly (readonly [Currency, RegExp])[] = [
  ['CAD', /^canada$/],
  ['USD', /^(united states|usa?|états-unis)/],
];

/** The reader of the product exports of Shopify (CSV). */
export const shopify: TableReader = {
  form: {
    names: { handle: columns.handle, title: columns.title },
    needed: [['handle', 'title']],
    keys: ['handle', 'title'],
  },
  read: readShopify,
};

function readShopify({ columns: names, rows }: SourceTable, omissions: Omissions): NeutralTable {
  const reader = createCellReader(names);
  const { read } = reader;
  const cell = (row: SourceRow, name: keyof typeof columns) => read(row, ...columns[name]);
  const [prices, included] = [marketsIn(names, 'price'), marketsIn(names, 'included')];
  const isYes = createYesOrNoReader(reader, omissions);
  const context = {
    ...{ cell, read, isYes, omissions },
    ...{ marketPrices: withCurrency(prices), included: withCurrency(included) },
  };
  let handle = '';
  const groups = groupBy(rows, (row) => {
    // A row without a handle belongs to the previous product, unless it begins a new one.
    handle = cell(row, 'handle') || (cell(row, 'title') === '' ? handle : '');
    return handle;
  });
  const styles = [...groups].flatMap(([code, group]) => toStyle(code, group, context));
  // The prices of the home market are in the columns without a market.
  const homes = withCurrency(included.filter((market) => !prices.includes(market)));
  const [home, ...others] = homes;
  return {
    styles,
    hints: home === undefined || others.length > 0 ? {} : { currency: home.currency },
  };
}

interface Context {
  readonly cell: (row: SourceRow, name: keyof typeof columns) => string;
  readonly read: CellReader['read'];
  readonly isYes: ReadYesOrNo;
  /** The markets with their own price columns. */
  readonly marketPrices: readonly ShopMarket[];
  /** The markets with a column that says which products are sold there. */
  readonly included: readonly ShopMarket[];
  readonly omissions: Omissions;
}

/** A market of the shop: its name in lower case, as in `price / canada`, and its currency. */
interface ShopMarket {
  readonly currency: Currency;
  readonly market: string;
}

/**
 * Returns the names, in lower case, of the markets that have a column such as `Price / Canada` or, if `kind` is
 * `included`, `Included / Canada`.
 */
function marketsIn(names: readonly string[], kind: 'price' | 'included'): string[] {
  const begin = `${kind} / `;
  return names
    .map((name) => name.toLowerCase())
    .flatMap((name) => (name.startsWith(begin) ? name.slice(begin.length) : []));
}

/**
 * Returns the currency and the name of the first market of each currency, such as CAD and `canada`. Omits further
 * markets of the currency, and markets with another currency or an unknown name.
 */
function withCurrency(markets: readonly string[]): ShopMarket[] {
  return currencyByMarket.flatMap(([currency, pattern]) => {
    const market = markets.find((one) => pattern.test(one));
    return market === undefined ? [] : [{ currency, market }];
  });
}

function toStyle(code: string, rows: readonly SourceRow[], context: Context): NeutralStyle[] {
  const { cell, isYes, omissions } = context;
  const row = rows.find((one) => cell(one, 'title') !== '') ?? rows[0];
  if (row === undefined) return [];
  const name = code || cell(row, 'title');
  const reason = reasonToLeaveOut(code, row, context);
  if (reason !== undefined) {
    omissions.add(reason, { name, row });
    return [];
  }
  const status = cell(row, 'status').toLowerCase();
  const tags = cell(row, 'tags')
    .split(',')
    .map((tag) => tag.trim().replaceAll('"', ''))
    .filter((tag) => tag !== '');
  const category = cell(row, 'type') || (cell(row, 'category').split('>').at(-1)?.trim() ?? '');
  return [
    {
      ...{ row, code, isSku: false },
      name: { source: cell(row, 'title') },
      short: {},
      long: { source: cell(row, 'description') },
      brand: cell(row, 'vendor'),
      category: category === '' ? {} : { source: category },
      keywords: tags.length === 0 ? {} : { source: tags },
      audience: audienceWords(row, tags, context),
      isDraft: !['', 'active'].includes(status) || !isYes(row, published),
      notSoldIn: notSoldIn(row, context),
      pictures: picturesOf(rows, context),
      variants: toVariants(rows, context),
    },
  ];
}

function reasonToLeaveOut(
  code: string,
  row: SourceRow,
  { cell, isYes }: Context,
): string | undefined {
  if (code === '') return 'products without a handle';
  if (cell(row, 'title') === '') return 'products without a title';
  if (cell(row, 'status').toLowerCase() === 'archived') return 'products that are archived';
  return isYes(row, giftCard) ? 'gift cards' : undefined;
}

/** Returns the currencies of the markets that exclude a product. `row` is the first row of the product. */
function notSoldIn(row: SourceRow, { isYes, included }: Context): Currency[] {
  const excluded = included.filter(
    ({ market }) => !isYes(row, { names: [`included / ${market}`], empty: true, unknown: false }),
  );
  return excluded.map(({ currency }) => currency);
}

/**
 * Returns the words from which the audience of a product is derived: `kids` for an age group of children,
 * otherwise the gender. Without a gender, returns the tags of the product.
 */
function audienceWords(row: SourceRow, tags: readonly string[], { cell }: Context): string[] {
  const age = cell(row, 'ageGroup').toLowerCase();
  if (['kids', 'toddler', 'infant', 'newborn'].includes(age)) return ['kids'];
  const gender = cell(row, 'gender');
  return gender === '' ? [...tags] : [gender];
}

function picturesOf(rows: readonly SourceRow[], { cell }: Context): NeutralStyle['pictures'] {
  const position = (row: SourceRow) => Number(cell(row, 'position')) || Number.POSITIVE_INFINITY;
  return rows
    .filter((row) => cell(row, 'picture') !== '')
    .sort((a, b) => (position(a) < position(b) ? -1 : position(a) > position(b) ? 1 : 0))
    .map((row) => ({ url: cell(row, 'picture'), alt: cell(row, 'alt') }));
}

const optionNumbers = [1, 2, 3] as const;

function toVariants(rows: readonly SourceRow[], context: Context): NeutralVariant[] {
  const { cell, read } = context;
  // Only the first row of a product has the names.
  const names = optionNumbers.map((number) =>
    rows.map((row) => read(row, `option${number} name`)).find((name) => name !== ''),
  );
  const isVariant = (row: SourceRow) =>
    [cell(row, 'price'), cell(row, 'sku'), read(row, 'option1 value')].some((text) => text !== '');
  return rows.filter(isVariant).map((row) => {
    const options = optionNumbers.flatMap((number, at) => {
      const name = names[at] ?? '';
      const value = read(row, `option${number} value`);
      const isNone = name.toLowerCase() === noOption.name && value.toLowerCase() === noOption.value;
      return name === '' || value === '' || isNone ? [] : [{ name, value: { source: value } }];
    });
    const isTracked = cell(row, 'tracker') !== '' && cell(row, 'quantity') !== '';
    const picture = cell(row, 'variantPicture');
    return {
      ...{ row, options },
      code: withoutApostrophe(cell(row, 'sku')),
      gtin: cell(row, 'barcode'),
      prices: pricesOf(row, context),
      stock: isTracked ? [{ location: undefined, quantity: cell(row, 'quantity') }] : [],
      pictures: picture === '' ? [] : [picture],
    };
  });
}

function pricesOf(row: SourceRow, { cell, read, marketPrices }: Context): NeutralVariant['prices'] {
  const own: NeutralPrice = { price: cell(row, 'price'), compareAt: cell(row, 'compareAt') };
  const others = marketPrices.flatMap(({ currency, market }): [Currency, NeutralPrice][] => {
    const price = read(row, `price / ${market}`);
    const compareAt = read(row, `compare-at price / ${market}`, `compare at price / ${market}`);
    return price === '' ? [] : [[currency, { price, compareAt }]];
  });
  return { ...(own.price !== '' && { source: own }), ...Object.fromEntries(others) };
}
