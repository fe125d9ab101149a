/**
 * Converts a product CSV of Shopify, in the current or the previous template, to the neutral table. A product consists
 * of the rows with its handle: the first row has its texts, each row may have a variant, a picture, or both; names of
 * options are only on the first row. https://help.shopify.com/en/manual/products/import-export/using-csv
 */
import { groupBy } from '../../../build/content/group-by.ts';
import type { Currency } from '../../../contract/locales.ts';
import { withoutApostrophe } from '../../tables/read-records.ts';
import type { NeutralPrice, NeutralStyle, NeutralTable, NeutralVariant } from '../neutral.ts';
import type { Report } from '../report.ts';
import type {
  CellReader,
  SourceRow,
  SourceTable,
  TableReader,
  YesOrNoColumn,
} from '../source-table.ts';
import { isPlaceholder } from '../text.ts';

/** Field of a Shopify export → its column names, that of the current template first. */
const columns = {
  handle: ['URL handle', 'Handle'],
  title: ['Title'],
  description: ['Description', 'Body (HTML)'],
  vendor: ['Vendor'],
  category: ['Product category'],
  type: ['Type', 'Custom Product Type'],
  tags: ['Tags'],
  status: ['Status'],
  published: ['Published on online store', 'Published'],
  giftCard: ['Gift Card'],
  gender: ['Google Shopping / Gender'],
  ageGroup: ['Google Shopping / Age Group'],
  sku: ['SKU', 'Variant SKU'],
  barcode: ['Barcode', 'Variant Barcode'],
  price: ['Price', 'Variant Price'],
  compareAt: ['Compare-at price', 'Variant Compare At Price'],
  tracker: ['Inventory tracker', 'Variant Inventory Tracker'],
  quantity: ['Inventory quantity', 'Variant Inventory Qty'],
  picture: ['Product image URL', 'Image Src'],
  position: ['Image position'],
  alt: ['Image alt text'],
  variantPicture: ['Variant image URL', 'Variant Image'],
} as const;

const published: YesOrNoColumn = { names: columns.published, empty: true, unknown: false };
const giftCard: YesOrNoColumn = { names: columns.giftCard, empty: false, unknown: true };

/** Pairs of a currency and a pattern for the names of its markets, such as `canada` in `Price / Canada`. */
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
    advice: `write the names of Shopify’s template in English: ${Object.values(columns)
      .map((names) => names.at(-1))
      .join(', ')}, Option1 Name, Option1 Value …`,
  },
  read: readShopify,
};

interface Context {
  readonly cells: CellReader;
  readonly cell: (row: SourceRow, name: keyof typeof columns) => string;
  readonly marketPrices: readonly ShopMarket[];
  readonly included: readonly ShopMarket[];
  readonly report: Report;
}

/** A market of the shop: its name in lower case, as in `price / canada`, and its currency. */
interface ShopMarket {
  readonly currency: Currency;
  readonly market: string;
}

function readShopify(
  { columns: names, rows }: SourceTable,
  cells: CellReader,
  report: Report,
): NeutralTable {
  const cell: Context['cell'] = (row, name) => cells.read(row, ...columns[name]);
  const [prices, included] = [marketsIn(names, 'price'), marketsIn(names, 'included')];
  const markets = { marketPrices: withCurrency(prices), included: withCurrency(included) };
  let handle = '';
  const groups = groupBy(rows, (row) => {
    // A row without a handle belongs to the previous product, unless it begins a new one.
    handle = cell(row, 'handle') || (cell(row, 'title') === '' ? handle : '');
    return handle;
  });
  const styles = [...groups].flatMap(([code, group]) =>
    toStyle(code, group, { cells, cell, report, ...markets }),
  );
  // The prices of the home market are in the columns without a market.
  const [home, ...others] = withCurrency(included.filter((market) => !prices.includes(market)));
  const hints = home === undefined || others.length > 0 ? {} : { currency: home.currency };
  return { styles, hints };
}

function marketsIn(names: readonly string[], kind: 'price' | 'included'): string[] {
  const begin = `${kind} / `;
  return names
    .map((name) => name.toLowerCase())
    .flatMap((name) => (name.startsWith(begin) ? name.slice(begin.length) : []));
}

/** Returns the currency and the name of the first market of each currency, such as CAD and `canada`. */
function withCurrency(markets: readonly string[]): ShopMarket[] {
  return currencyByMarket.flatMap(([currency, pattern]) => {
    const market = markets.find((one) => pattern.test(one));
    return market === undefined ? [] : [{ currency, market }];
  });
}

function toStyle(code: string, all: readonly SourceRow[], context: Context): NeutralStyle[] {
  const { cell, cells, report } = context;
  const row = all.find((one) => cell(one, 'title') !== '') ?? all[0];
  if (row === undefined) return [];
  const rows = [row, ...all.filter((one) => one !== row)];
  const reason = reasonToLeaveOut(code, row, context);
  if (reason !== undefined) {
    report.leaveOut(reason, { name: code || cell(row, 'title'), rows });
    return [];
  }
  const tags = cell(row, 'tags')
    .split(',')
    .map((tag) => tag.trim().replaceAll('"', ''))
    .filter((tag) => tag !== '');
  const category = [cell(row, 'type'), cell(row, 'category').split('>').at(-1)?.trim() ?? ''];
  const excluded = context.included.filter(
    ({ market }) =>
      !cells.isYes(row, { names: [`included / ${market}`], empty: true, unknown: false }),
  );
  return [
    {
      ...{ rows, code, isSku: false },
      name: { source: cell(row, 'title') },
      short: {},
      long: { source: cell(row, 'description') },
      brand: cell(row, 'vendor'),
      category: { source: category.find((name) => name !== '' && !isPlaceholder(name)) ?? '' },
      keywords: tags.length === 0 ? {} : { source: tags },
      audience: audienceWords(row, tags, context),
      hidden: hiddenBy(row, context),
      notSoldIn: excluded.map(({ currency }) => currency),
      pictures: picturesOf(all, context),
      variants: toVariants(all, context),
    },
  ];
}

function reasonToLeaveOut(
  code: string,
  row: SourceRow,
  { cell, cells }: Context,
): string | undefined {
  if (code === '') return 'products without a handle';
  if (cell(row, 'title') === '') return 'products without a title';
  // Without that column, the type says it.
  const isGiftCard = /^gift cards?$/i.test(cell(row, 'type'));
  return isGiftCard || cells.isYes(row, giftCard) ? 'gift cards' : undefined;
}

function hiddenBy(row: SourceRow, { cell, cells }: Context): string | undefined {
  const status = cell(row, 'status');
  if (!['', 'active'].includes(status.toLowerCase())) return `Status ${status}`;
  return cells.isYes(row, published) ? undefined : `Published ${cell(row, 'published')}`;
}

/** Returns the words from which the audience is derived: the age group of children, the gender, or the tags. */
function audienceWords(row: SourceRow, tags: readonly string[], { cell }: Context): string[] {
  const [age, gender] = [cell(row, 'ageGroup').toLowerCase(), cell(row, 'gender')];
  if (['kids', 'toddler', 'infant', 'newborn'].includes(age)) return ['kids'];
  return gender === '' ? [...tags] : [gender];
}

function picturesOf(rows: readonly SourceRow[], { cell }: Context): NeutralStyle['pictures'] {
  const position = (row: SourceRow) => Number(cell(row, 'position')) || Number.MAX_SAFE_INTEGER;
  return rows
    .filter((row) => cell(row, 'picture') !== '')
    .sort((a, b) => position(a) - position(b))
    .map((row) => ({ url: cell(row, 'picture'), alt: cell(row, 'alt') }));
}

const optionNumbers = [1, 2, 3] as const;

function toVariants(rows: readonly SourceRow[], context: Context): NeutralVariant[] {
  const { cell, cells, report } = context;
  const read = (row: SourceRow, number: number, part: 'Name' | 'Value') =>
    cells.read(row, `Option${number} ${part}`);
  // Only the first row of a product has the names.
  const names = optionNumbers.map((number) =>
    rows.map((row) => read(row, number, 'Name')).find((name) => name !== ''),
  );
  // Without the column, the export does not say what the shop tracks.
  const hasTracker = cells.columnOf(...columns.tracker) !== undefined;
  const isVariant = (row: SourceRow) =>
    [cell(row, 'price'), cell(row, 'sku'), read(row, 1, 'Value')].some((text) => text !== '');
  return rows.filter(isVariant).map((row) => {
    const options = optionNumbers.flatMap((number, at) => {
      const [name = '', value] = [names[at], read(row, number, 'Value')];
      return name === '' || value === '' ? [] : [{ name, value: { source: value } }];
    });
    const [code, quantity] = [withoutApostrophe(cell(row, 'sku')), cell(row, 'quantity')];
    const isTracked = cell(row, 'tracker') !== '' || !hasTracker;
    if (quantity !== '' && quantity !== '0' && !isTracked) {
      const advice = `the shop does not track it: "${quantity}" pieces`;
      const omission = { name: code, rows: [row], advice };
      report.leaveOut('quantities that the shop does not track', omission);
    }
    const picture = cell(row, 'variantPicture');
    return {
      ...{ row, options, code },
      gtin: cell(row, 'barcode'),
      prices: pricesOf(row, context),
      stock: isTracked && quantity !== '' ? [{ location: undefined, quantity }] : [],
      pictures: picture === '' ? [] : [picture],
    };
  });
}

function pricesOf(
  row: SourceRow,
  { cell, cells, marketPrices }: Context,
): NeutralVariant['prices'] {
  const own: NeutralPrice = { price: cell(row, 'price'), compareAt: cell(row, 'compareAt') };
  const others = marketPrices.flatMap(({ currency, market }): [Currency, NeutralPrice][] => {
    const price = cells.read(row, `price / ${market}`);
    const names = [`compare-at price / ${market}`, `compare at price / ${market}`];
    return price === '' ? [] : [[currency, { price, compareAt: cells.read(row, ...names) }]];
  });
  return { ...(own.price !== '' && { source: own }), ...Object.fromEntries(others) };
}
