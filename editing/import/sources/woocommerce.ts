/**
 * Converts a product CSV of WooCommerce to the neutral table. Its column names are English or French, because the
 * exporter translates them. A style is a `variable` product with its `variation` rows, or a `simple` one.
 * https://woocommerce.com/document/product-csv-importer-exporter/
 */
import type { NeutralOption, NeutralStyle, NeutralTable, NeutralVariant } from '../neutral.ts';
import { kindNamed } from '../options/propose-options.ts';
import type { Report } from '../report.ts';
import {
  type CellReader,
  dayOf,
  omitChangedSku,
  type SourceRow,
  type SourceTable,
  type TableReader,
  type YesOrNoColumn,
} from '../source-table.ts';
import { isPlaceholder } from '../text.ts';

/** Field of a WooCommerce export → its column names in English and French. `#` is the number of an attribute. */
const columns = {
  id: ['ID'],
  type: ['Type'],
  sku: ['SKU', 'UGS'],
  gtin: ['GTIN, UPC, EAN, or ISBN', 'GTIN, UPC, EAN ou ISBN'],
  name: ['Name', 'Nom'],
  published: ['Published', 'Publié'],
  visibility: ['Visibility in catalog', 'Visibilité dans le catalogue', 'Visibility in catalogue'],
  short: ['Short description', 'Description courte'],
  description: ['Description'],
  saleFrom: ['Date sale price starts', 'Date de début de promo'],
  saleUntil: ['Date sale price ends', 'Date de fin de promo'],
  inStock: ['In stock?', 'En stock ?'],
  stock: ['Stock'],
  sale: ['Sale price', 'Tarif promo'],
  regular: ['Regular price', 'Tarif régulier'],
  categories: ['Categories', 'Catégories'],
  tags: ['Tags', 'Étiquettes'],
  brands: ['Brands', 'Marques'],
  images: ['Images'],
  parent: ['Parent'],
  attribute: ['Attribute # name', "Nom de l'attribut #"],
  values: ['Attribute # value(s)', "Valeur(s) de l'attribut #"],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** Whether a product is published: `1` is yes, `-1` (a draft) and `0` (private) are no. */
const published: YesOrNoColumn = {
  ...{ names: columns.published, empty: false, unknown: false },
  words: new Map([['-1', false]]),
};
const inStock: YesOrNoColumn = {
  ...{ names: columns.inStock, empty: true, unknown: true },
  words: new Map([['backorder', true]]),
};

/** The reader of the product exports of WooCommerce (CSV). */
export const wooCommerce: TableReader = {
  form: {
    names: { type: columns.type, name: columns.name, regularPrice: columns.regular },
    needed: [['type', 'name', 'regularPrice']],
    keys: ['name'],
    advice: `export in English or French, or write the English names: ${Object.values(columns)
      .map(([name]) => name.replace('#', '1'))
      .join('; ')}`,
  },
  read: readWooCommerce,
};

interface Context {
  readonly cells: CellReader;
  readonly cell: (row: SourceRow, name: keyof typeof columns, number?: number) => string;
  readonly published: ReadonlySet<SourceRow>;
  readonly report: Report;
}

function readWooCommerce(table: SourceTable, cells: CellReader, report: Report): NeutralTable {
  const cell: Context['cell'] = (row, name, number = 0) =>
    cells.read(row, ...columns[name].map((column) => column.replace('#', String(number))));
  const rows = new Set(table.rows.filter((row) => cells.isYes(row, published)));
  const context = { cells, cell, published: rows, report };
  const variations = findVariations(table.rows, context);
  const isFrench = cells.columnOf('nom') !== undefined && cells.columnOf('name') === undefined;
  return {
    styles: table.rows.flatMap((row) => toStyle(row, variations.get(row), context)),
    hints: isFrench ? { language: 'fr' } : {},
  };
}

/** Splits a cell at commas into its trimmed items, without empty ones. In the cell, `\,` is a comma within an item. */
function splitList(text: string): string[] {
  return text
    .split(/(?<!\\),/)
    .map((item) => item.replaceAll('\\,', ',').trim())
    .filter((item) => item !== '');
}

function typesOf(row: SourceRow, { cell }: Context): readonly string[] {
  return splitList(cell(row, 'type').toLowerCase());
}

/** Returns the type for which a row is no garment, such as `downloadable`; undefined if it is one. */
function serviceOf(row: SourceRow, context: Context): string | undefined {
  const types = typesOf(row, context);
  const isGoods = ['simple', 'variable', 'variation'].some((type) => types.includes(type));
  const service = types.find((type) => !isGoods || ['virtual', 'downloadable'].includes(type));
  return service ?? (types.length === 0 ? '(empty)' : undefined);
}

/** Returns row of a `variable` product → rows of its variations, which name it by SKU or `id:123`. */
function findVariations(
  rows: readonly SourceRow[],
  context: Context,
): ReadonlyMap<SourceRow, readonly SourceRow[]> {
  const { cell, report } = context;
  const parents = new Map<string, SourceRow>();
  const found = new Map<SourceRow, SourceRow[]>();
  for (const row of rows) {
    if (!typesOf(row, context).includes('variable')) continue;
    found.set(row, []);
    for (const key of [`id:${cell(row, 'id')}`, cell(row, 'sku').toLowerCase()]) {
      if (key !== '' && !parents.has(key)) parents.set(key, row);
    }
  }
  for (const row of rows) {
    if (!typesOf(row, context).includes('variation')) continue;
    const key = cell(row, 'parent').toLowerCase();
    const parent = parents.get(key.replace(/^id: */, 'id:'));
    const name = cell(row, 'sku') || cell(row, 'name') || `id:${cell(row, 'id')}`;
    const service = serviceOf(row, context);
    if (parent === undefined) {
      const advice = `its product is ${cell(row, 'parent') || 'not named'}`;
      const reason = 'variations of a product that the export lacks';
      report.leaveOut(reason, { name, rows: [row], advice });
    } else if (service !== undefined) {
      report.leaveOut(`variations of the type ${service}`, { name, rows: [row] });
    } else if (!context.published.has(row) && context.published.has(parent)) {
      report.leaveOut('variations that are not published', { name, rows: [row] });
    } else found.get(parent)?.push(row);
  }
  return found;
}

function toStyle(
  row: SourceRow,
  variations: readonly SourceRow[] | undefined,
  context: Context,
): NeutralStyle[] {
  const { cell, report } = context;
  if (typesOf(row, context).includes('variation')) return [];
  const rows = [row, ...(variations ?? [])];
  const sku = cell(row, 'sku');
  const service = serviceOf(row, context);
  if (service !== undefined) {
    report.leaveOut(`products of the type ${service}`, { name: sku || cell(row, 'name'), rows });
    return [];
  }
  if (omitChangedSku(sku, rows, report)) return [];
  const paths = splitList(cell(row, 'categories'))
    .map((path) => path.split('>').map((part) => part.trim()))
    .filter((path) => !isPlaceholder(path.at(-1) ?? ''));
  const deepest = paths.reduce<readonly string[]>(
    (best, path) => (path.length > best.length ? path : best),
    [],
  );
  const tags = splitList(cell(row, 'tags'));
  const text = (name: keyof typeof columns) => ({
    source: cell(row, name).replaceAll('\\n', '\n'),
  });
  return [
    {
      rows,
      code: sku === '' ? `id:${cell(row, 'id')}` : sku.toUpperCase(),
      isSku: sku !== '',
      name: text('name'),
      short: text('short'),
      long: text('description'),
      brand: splitList(cell(row, 'brands'))[0] ?? '',
      category: deepest.length === 0 ? {} : { source: deepest.at(-1) ?? '' },
      keywords: tags.length === 0 ? {} : { source: tags },
      audience: [...paths.flat(), ...tags],
      hidden: hiddenBy(row, context),
      pictures: splitList(cell(row, 'images')).map((url) => ({ url, alt: '' })),
      variants: toVariants(row, variations, context),
    },
  ];
}

function hiddenBy(row: SourceRow, { cell, published: rows }: Context): string | undefined {
  if (!rows.has(row)) return `Published ${cell(row, 'published') || '(empty)'}`;
  const visibility = cell(row, 'visibility').toLowerCase();
  return ['', 'visible', 'catalog'].includes(visibility) ? undefined : `Visibility ${visibility}`;
}

const maxAttributes = 20;

type Attributes = readonly (readonly [name: string, values: readonly string[]])[];

function attributesOf(row: SourceRow, { cell }: Context): Attributes {
  return Array.from({ length: maxAttributes }, (_, index) => index + 1).flatMap((number) => {
    const name = cell(row, 'attribute', number);
    return name === '' ? [] : [[name, splitList(cell(row, 'values', number))] as const];
  });
}

/** Returns the variants of a product: one for each variation, or for each of its colours and sizes. */
function toVariants(
  product: SourceRow,
  variations: readonly SourceRow[] | undefined,
  context: Context,
): NeutralVariant[] {
  const attributes = attributesOf(product, context);
  if (variations === undefined) {
    // Several values of a colour or size are variants; several values of another attribute describe the product.
    const own = attributes.map(([name, values]): [string, readonly string[]] => [
      name,
      kindNamed(name) === undefined ? [values.join(', ')] : values,
    ]);
    return expand(product, own, [], context);
  }
  const ofProduct = new Map(attributes);
  return variations.flatMap((row) => {
    const found = attributesOf(row, context).map(
      ([name, values]) => [name, values.length > 0 ? values : (ofProduct.get(name) ?? [])] as const,
    );
    return expand(row, found, splitList(context.cell(row, 'images')), context);
  });
}

/** Returns one variant for each combination of values. Ids and stock of a row cannot be divided among several. */
function expand(
  row: SourceRow,
  attributes: Attributes,
  pictures: readonly string[],
  context: Context,
): NeutralVariant[] {
  const { cell, report } = context;
  const combinations = attributes
    .filter(([, values]) => values.length > 0)
    .reduce<NeutralOption[][]>(
      (before, [name, values]) =>
        before.flatMap((options) =>
          values.map((value) => [...options, { name, value: { source: value } }]),
        ),
      [[]],
    );
  const isOne = combinations.length === 1;
  const [code, gtin, stock] = [cell(row, 'sku'), cell(row, 'gtin'), stockOf(row, context)];
  if (!isOne && (`${code}${gtin}` !== '' || stock.length > 0)) {
    const advice = `it stands for ${combinations.length} variants`;
    const name = code || gtin || cell(row, 'name');
    const reason = 'ids and stock of rows that stand for several variants';
    report.leaveOut(reason, { name, rows: [row], advice });
  }
  return combinations.map((options) => ({
    ...{ row, options, pictures },
    code: isOne ? code : '',
    gtin: isOne ? gtin : '',
    prices: pricesOf(row, context),
    stock: isOne ? stock : [],
  }));
}

function pricesOf(row: SourceRow, { cell }: Context): NeutralVariant['prices'] {
  const [regular, sale] = [cell(row, 'regular'), cell(row, 'sale')];
  const [from, until] = [dayOf(cell(row, 'saleFrom')), dayOf(cell(row, 'saleUntil'))];
  if (regular === '' && sale === '') return {};
  if (sale === '' || regular === '') return { source: { price: regular || sale } };
  return { source: { price: regular, sale: { price: sale, from, until } } };
}

/** Returns the stock of a row: its number, 0 if it is out of stock, none if it shares the stock of its product. */
function stockOf(row: SourceRow, { cell, cells }: Context): NeutralVariant['stock'] {
  const [quantity, isInStock] = [cell(row, 'stock'), cells.isYes(row, inStock)];
  if (quantity !== '' && quantity !== 'parent') return [{ location: undefined, quantity }];
  return isInStock ? [] : [{ location: undefined, quantity: '0' }];
}
