/**
 * Converts a Magento export to the neutral table: the file of products that Magento exports, or a folder in which
 * `attributes.csv` and `categories.csv`, the files of Magento's sample data, may accompany it.
 * https://experienceleague.adobe.com/en/docs/commerce-admin/systems/data-transfer/data-attributes-product
 */
import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { groupBy } from '../../../build/content/group-by.ts';
import type { Language } from '../../../contract/locales.ts';
import { ImportError } from '../import-files.ts';
import { isEmptyAmount } from '../money.ts';
import type {
  NeutralFacets,
  NeutralStyle,
  NeutralTable,
  NeutralText,
  NeutralVariant,
} from '../neutral.ts';
import type { Omissions } from '../omissions.ts';
import type { Report } from '../report.ts';
import {
  omitChangedSku,
  readSourceTable,
  type SourceTable,
  type TableReader,
} from '../source-table.ts';
import { namesById } from '../text.ts';
import {
  type Attributes,
  colorOf,
  gtinOf,
  materialsOf,
  sizeOf,
  tagOf,
  toMaterialCodes,
} from './attributes.ts';
import { classify } from './categories.ts';
import {
  categoriesIn,
  type ExportCategory,
  type ExportProduct,
  keyOf,
  productsIn,
  sizesIn,
} from './export-rows.ts';
import { groupProducts, type Member, type ProductGroup } from './group-products.ts';

const productColumns = [
  ...['sku', 'product_type', 'categories', 'name', 'description', 'price'],
  ...['additional_attributes', 'qty', 'is_in_stock', 'configurable_variations'],
];

/**
 * Returns the path of the product table of a Magento export, and its reader; does not read the table itself. `path` is
 * that table, or a folder that contains it as `products.csv`. If the folder also has `attributes.csv` or
 * `categories.csv`, reads the order of sizes and categories from them, and adds their rows without data, such as
 * totals, to the report. Throws an `ExpectedError` if the folder lacks `products.csv`, and the errors of
 * `readSourceTable` for the other two files.
 */
export async function openMagento(
  path: string,
  report: Report,
): Promise<{ readonly file: string; readonly reader: TableReader }> {
  // If nothing is at `path`, the caller finds out when it reads the file.
  const isFolder = await stat(path).then(
    (entry) => entry.isDirectory(),
    () => false,
  );
  const file = isFolder ? join(path, 'products.csv') : path;
  if (isFolder && !existsSync(file)) {
    throw new ImportError(`${file} does not exist; give the file that Magento exports`);
  }
  const readBeside = async (name: string, columns: readonly string[]): Promise<SourceTable> => {
    const beside = join(path, name);
    return isFolder && existsSync(beside)
      ? await readSourceTable(beside, { form: formOf(columns) }, report)
      : { file: beside, columns, used: {}, rows: [], notes: [], separator: undefined };
  };
  const sizes = sizesIn(await readBeside('attributes.csv', ['attribute_code', 'option']));
  const categories = categoriesIn(await readBeside('categories.csv', ['name', 'path']));
  const reader: TableReader = {
    form: formOf(productColumns),
    read: (table, omissions, { images }) =>
      readMagento(table, { images, sizes, categories, omissions, report }),
  };
  return { file, reader };
}

function formOf(columns: readonly string[]): TableReader['form'] {
  return {
    names: Object.fromEntries(columns.map((column) => [column, [column]])),
    needed: [columns],
    keys: columns.slice(0, 1),
  };
}

interface Reading {
  /** URL of the picture folder. Without it, only pictures with a complete URL are imported. */
  readonly images: string | undefined;
  /** The sizes in the order in which `attributes.csv`, a file of the export, lists them; empty without this file. */
  readonly sizes: readonly string[];
  readonly categories: readonly ExportCategory[];
  readonly omissions: Omissions;
  readonly report: Report;
}

function readMagento(table: SourceTable, reading: Reading): NeutralTable {
  const all = productsIn(table, reading.omissions);
  const isOwn = ({ storeView }: ExportProduct) => ['', 'admin'].includes(storeView.toLowerCase());
  const translations = findTranslations(
    all.filter((product) => !isOwn(product)),
    reading,
  );
  const groups = groupProducts(all.filter(isOwn), reading).filter(
    ({ product: { sku, row } }) => !omitChangedSku(sku, row, reading.omissions),
  );
  return {
    styles: groups.map((group) =>
      toStyle(group, translations.get(keyOf(group.product.sku)) ?? {}, reading),
    ),
    hints: {
      sizes: reading.sizes,
      categories: reading.categories.map(({ name }) => name),
    },
  };
}

type Translations = Readonly<Partial<Record<Language, ExportProduct>>>;

/**
 * Returns SKU in upper case → language → the row with the product's texts in that language. `rows` are the rows of
 * store views, whose code shows the language, such as `fr` or `en_ca`. Adds to `omissions` the rows whose code names no
 * language. Imports only texts from the other rows: if they also have prices, or mark a product as not online, adds
 * these values to `omissions`.
 */
function findTranslations(
  rows: readonly ExportProduct[],
  { omissions }: Reading,
): ReadonlyMap<string, Translations> {
  const known = rows.filter((product) => {
    if (languageOf(product.storeView) !== undefined) return true;
    const advice = `store view ${product.storeView}; its code names no language`;
    omissions.add('rows with the texts of one store view', {
      ...{ name: product.sku, row: product.row, advice },
    });
    return false;
  });
  for (const { row, sku, storeView, isOnline, price, special } of known) {
    const values = [
      ...(isOnline ? [] : ['not online']),
      ...(isEmptyAmount(price) ? [] : [`price ${price}`]),
      ...(isEmptyAmount(special.price) ? [] : [`special price ${special.price}`]),
    ];
    if (values.length === 0) continue;
    const advice = `store view ${storeView}: ${values.join(', ')}; only its texts are imported`;
    omissions.add('values of one store view', { name: sku, row, advice });
  }
  const bySku = groupBy(known, ({ sku }) => keyOf(sku));
  return new Map(
    [...bySku].map(([key, products]) => [
      key,
      Object.fromEntries(products.map((one) => [languageOf(one.storeView), one])),
    ]),
  );
}

function languageOf(storeView: string): Language | undefined {
  if (/(^|[^a-z])(fr|french|francais)([^a-z]|$)/i.test(storeView)) return 'fr';
  return /(^|[^a-z])(en|english|anglais)([^a-z]|$)/i.test(storeView) ? 'en' : undefined;
}

function toStyle(
  { product, members }: ProductGroup,
  translations: Translations,
  reading: Reading,
): NeutralStyle {
  const { attributes, row } = product;
  const { category, audience, collections } = classify(product, reading.categories);
  const text = (member: 'name' | 'shortDescription' | 'description'): NeutralText => {
    const translated = Object.entries(translations)
      .map(([language, one]) => [language, one?.[member] ?? ''] as const)
      .filter(([, words]) => words !== '');
    return { source: product[member], ...Object.fromEntries(translated) };
  };
  const words = [...(attributes.get('climate') ?? []), ...(attributes.get('pattern') ?? [])];
  return {
    ...{ row, code: keyOf(product.sku), isSku: true },
    name: text('name'),
    short: text('shortDescription'),
    long: text('description'),
    brand: attributes.get('brand')?.[0] ?? attributes.get('manufacturer')?.[0] ?? '',
    category: category === '' ? {} : { source: category },
    keywords: words.length === 0 ? {} : { source: words },
    audience: audience === undefined ? [] : [audience],
    isDraft: !product.isOnline,
    pictures: picturesOf(product, reading).map((url) => ({ url, alt: '' })),
    variants: members.map((member) => toVariant(member, product, reading)),
    facets: toFacets(attributes, collections),
  };
}

function toFacets(attributes: Attributes, collections: readonly string[]): NeutralFacets {
  const materials = materialsOf(attributes);
  const patterns = namesById(attributes.get('pattern') ?? []);
  const tag = tagOf(attributes);
  return {
    inspiration: collections,
    fabrics: materials,
    materials: toMaterialCodes(materials),
    hasColorBlocks: patterns.has('color-blocked') || patterns.has('colour-blocked'),
    ...(tag !== undefined && { tag }),
  };
}

function toVariant(
  { product, declared }: Member,
  style: ExportProduct,
  reading: Reading,
): NeutralVariant {
  const { row, sku, attributes, isInStock, quantity } = product;
  const color = colorOf(attributes) ?? colorOf(declared);
  const size = sizeOf(attributes) ?? sizeOf(declared);
  const otherColor = colorOf(declared);
  if (otherColor !== undefined && otherColor.toLowerCase() !== color?.toLowerCase()) {
    const text = 'variants with another colour in their style’s row; they keep their own';
    reading.report.note('defaulted', text, sku);
  }
  const stock = isInStock ? quantity : '0';
  return {
    row,
    options: [
      ...(color === undefined ? [] : [{ name: 'color', value: { source: color } }]),
      ...(size === undefined ? [] : [{ name: 'size', value: { source: size } }]),
    ],
    code: sku,
    gtin: gtinOf(attributes),
    prices: pricesOf(product, style),
    stock: stock === '' ? [] : [{ location: undefined, quantity: stock }],
    pictures: product === style ? [] : picturesOf(product, reading),
  };
}

/**
 * Returns the price and the special price of a variant, as text of the export. If the variant lacks one of them, takes
 * it from the style. Returns an empty object if neither the variant nor the style has a regular price.
 */
function pricesOf(product: ExportProduct, style: ExportProduct): NeutralVariant['prices'] {
  const { price } = [product, style].find((one) => !isEmptyAmount(one.price)) ?? product;
  if (isEmptyAmount(price)) return {};
  const special = [product, style].find((one) => !isEmptyAmount(one.special.price))?.special;
  return { source: { price, ...(special !== undefined && { sale: special }) } };
}

/**
 * Returns the URLs of a product's pictures, without duplicates. A path of a picture is appended to the URL of the
 * picture folder (`images`); without this URL, the picture is left out and added to `omissions`.
 */
function picturesOf(product: ExportProduct, { images, omissions }: Reading) {
  const { row, sku } = product;
  const urls = product.images.flatMap((path) => {
    if (/^[a-z]+:/i.test(path)) return [path];
    if (images === undefined) {
      const advice = `${path}: give --images URL`;
      omissions.add('pictures without an address', { name: sku, row, advice });
      return [];
    }
    const parts = path.split(/[\\/]+/).filter((part) => !['', '.', '..'].includes(part));
    return [[images.replace(/\/+$/, ''), ...parts.map(encodeURIComponent)].join('/')];
  });
  return [...new Set(urls)];
}
