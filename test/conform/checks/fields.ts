/** Section "Resources and their fields": a check for each row of its tables, asked of all products that were read. */

import { z } from 'zod';
import {
  type Check,
  checksOf,
  expectEqual,
  expectNone,
  expectSchema,
  passWithout,
} from '../check.ts';
import type { Deployment, Found } from '../deployment.ts';

/** The fields of a product in the list and in the detail; each line is a row, as `parseField` reads it. */
const sharedRows = `
sku: string
slug: string
productName: string
descriptions: {tagline?: string, short?: string, long?: string}
keywords?: string[]
tag?: string
catalog: {inspiration: string[], category: string, for: string, fabrics?: string[]}
minimumOrder: {quantity: number, description: string}
studio: {available: boolean}
pricing: object
images: {url: uri, alt: string}[]
colors: object[]`;

const summaryRows = `${sharedRows}
brand: string
customization: {colorBlocks: boolean, colorBlocksTagline?: string}`;

const detailRows = `${sharedRows}
locale: string
note?: string
brand: {name: string, description: string, url?: string}
insufficientInventoryMessage?: string
links?: {product?: uri, brand?: uri, category?: uri, studio?: uri}
materials?: {code: string, label: string}[]
customization: {colorBlocks: boolean, colorBlocksTagline?: string, decorations: object[], options: object[]}
assets: {images: {url: uri, alt: string}[], resources: {type: string, label: string, url: uri}[]}
sizeRecommendations?: {size: string, percentage: number}[]
inventory: {colorId: string, size: string, quantity: number}[]`;

const decorationRows = `
name: string
note: string
icon: uri
link: uri`;

const colorRows = `
id: string
pms?: string
name: string
weight?: string
swatches: hex[]
colorFamilies: {name: string, hex: string, sortIndex?: number}[]
images: uri[]`;

const materialRows = 'material?: {composition: string, weight: string, gsm: number}';

const pricingRows = `
currency: string
msrp: object[]
designCredits?: {included: number, description: string}`;

const tierRows = `
minQuantity: number
maxQuantity: number|null
price: number
regularPrice?: number`;

type Find = (deployment: Deployment) => Promise<readonly Found[]>;

/** Returns a check for each row: every object that `find` returns has the field as the row says. */
function checkRows(section: string, rows: string, find: Find): Check[] {
  return rows
    .trim()
    .split('\n')
    .map((row) =>
      checksOf(section)(row, async (deployment) => {
        const { name, schema } = parseField(row);
        const found = (await find(deployment)) as readonly Found<Record<string, unknown>>[];
        for (const { where, value } of found)
          expectSchema(schema, value[name], `${where}: ${name}`);
        if (found.every(({ value }) => value[name] === undefined)) passWithout('no product has it');
      }),
    );
}

/** Returns a check that `find` returns no object of which `isFault` is true. */
function checkNone<Value extends object>(
  section: string,
  title: string,
  find: (deployment: Deployment) => Promise<readonly Found<Value>[]>,
  isFault: (value: Value) => boolean | undefined,
): Check {
  return checksOf(section)(title, async (deployment) => {
    const found = await find(deployment);
    expectNone(found.filter(({ value }) => isFault(value)).map(({ where }) => where));
  });
}

/** Returns the objects in the member `name` of each found object: of an array or a map, its items. */
function within(found: readonly Found[], name: string): readonly Found[] {
  return found.flatMap(({ where, value }) => {
    const member = (value as Record<string, object | undefined>)[name] ?? [];
    const items = Array.isArray(member) || name === 'brands' ? Object.values(member) : [member];
    return items.map((item: object) => ({ where: `${where} ${name}`, value: item }));
  });
}

const lists: Find = async (deployment) =>
  (await deployment.lists()).map((value) => ({ where: `list ${value.locale}`, value }));
const summaries = (deployment: Deployment) => deployment.summaries();
const details = (deployment: Deployment) => deployment.details();
const keyedDetails: Find = async (deployment) => deployment.details(await deployment.key());
const products: Find = async (deployment) => [
  ...(await deployment.summaries()),
  ...(await deployment.details()),
];
const inEach =
  (find: Find, ...names: readonly string[]): Find =>
  async (deployment) =>
    names.reduce(within, await find(deployment));

export const fieldChecks: readonly Check[] = [
  ...checkRows('Product summary', summaryRows, summaries),
  checkNone(
    'Product summary',
    'slug is the lower-case form of the SKU',
    summaries,
    ({ sku, slug }) => slug !== sku.toLowerCase(),
  ),

  ...checkRows('Product detail', detailRows, details),
  ...checkRows('Decoration', decorationRows, inEach(details, 'customization', 'decorations')),
  checksOf('Product detail')('shared fields as in the list', async (deployment) => {
    for (const { where, value } of await deployment.details()) {
      const { products } = await deployment.list(value.locale);
      const listed = products.find(({ sku }) => sku === value.sku);
      for (const name of ['sku', 'slug', 'productName', 'tag', 'minimumOrder', 'studio'] as const) {
        expectEqual(value[name], listed?.[name], `${where}: ${name}`);
      }
    }
  }),
  checkNone(
    'Product detail',
    'each colorId of inventory is the id of a color',
    details,
    ({ colors, inventory }) => {
      const ids = new Set(colors.map(({ id }) => id));
      return inventory.some(({ colorId }) => !ids.has(colorId));
    },
  ),

  ...checkRows('Color object', colorRows, inEach(products, 'colors')),
  ...checkRows('Color object', materialRows, inEach(details, 'colors')),
  checkNone(
    'Color object',
    'material in the detail only',
    inEach(summaries, 'colors'),
    (color) => 'material' in color,
  ),

  ...checkRows('Pricing object', pricingRows, inEach(products, 'pricing')),
  ...checkRows(
    'Pricing object, detail',
    'sizes: {name: string, surcharge?: {msrp?: number, net?: number}}[]',
    inEach(details, 'pricing'),
  ),
  ...checkRows(
    'Pricing object, with a key',
    'net: object[]\npriceTier: string',
    inEach(keyedDetails, 'pricing'),
  ),
  ...checkRows('Price tier of msrp', tierRows, inEach(products, 'pricing', 'msrp')),
  ...checkRows('Price tier of net', tierRows, inEach(keyedDetails, 'pricing', 'net')),
  checkNone(
    'Pricing object',
    'sizes not in the summary',
    inEach(summaries, 'pricing'),
    (pricing) => 'sizes' in pricing,
  ),
  checkNone(
    'Pricing object',
    'a size with no surcharge has no surcharge member',
    inEach(details, 'pricing', 'sizes', 'surcharge'),
    (surcharge) => Object.keys(surcharge).length === 0,
  ),
  checkNone('Pricing object', 'net and priceTier only with a key', products, (product) =>
    /"(?:net|priceTier)":/.test(JSON.stringify(product)),
  ),

  ...checkRows('Category entry', 'name: string\norder: number', inEach(lists, 'categories')),
  ...checkRows(
    'Brand entry',
    'name: string\ndescription: string\nurl?: string',
    inEach(lists, 'brands'),
  ),
  checksOf('Brand entry')('every product has its brand and category entry', async (deployment) => {
    const faults = (await deployment.lists()).flatMap(({ locale, products, ...list }) => {
      const names = list.categories.map(({ name }) => name);
      return products
        .filter((each) => !(each.brand in list.brands && names.includes(each.catalog.category)))
        .map(({ sku }) => `list ${locale} ${sku}`);
    });
    expectNone(faults);
  }),
];

const simpleTypes: Readonly<Record<string, z.ZodType>> = {
  string: z.string(),
  number: z.number(),
  boolean: z.boolean(),
  object: z.object({}),
  uri: z.string().refine((text) => URL.canParse(text), 'is not a URI'),
  hex: z.string().regex(/^#?[0-9a-f]{3,8}$/i),
};

/**
 * Returns the name and the schema of a field such as `images?: {url: uri, alt: string}[]`; further members are allowed.
 * Throws if a type is unknown.
 */
export function parseField(text: string): { readonly name: string; readonly schema: z.ZodType } {
  const [, name = '', mark, type = ''] = /^ *(\w+)(\?)?: (.+)$/.exec(text) ?? [];
  const schema = parseType(type);
  return { name, schema: mark === undefined ? schema : schema.optional() };
}

function parseType(type: string): z.ZodType {
  if (type.endsWith('[]')) return z.array(parseType(type.slice(0, -2)));
  if (type.endsWith('|null')) return parseType(type.slice(0, -'|null'.length)).nullable();
  if (type.startsWith('{')) {
    // Splits at the commas outside of inner braces.
    const members = type.slice(1, -1).match(/(?:[^,{}]|\{[^{}]*\})+/g) ?? [];
    const fields = members.map(parseField).map(({ name, schema }) => [name, schema]);
    return z.object(Object.fromEntries(fields) as Record<string, z.ZodType>);
  }
  const schema = simpleTypes[type];
  if (schema === undefined) throw new Error(`unknown type ${type}`);
  return schema;
}
