/** The columns of a stock table, and the variant that a row of it names: by SKU, colour and size, part id, or GTIN. */
import { suggestSku } from '../../../build/check/rules/suggest-sku.ts';
import { readRows, type TableIndex } from '../../../build/content/csv.ts';
import { type OpenContent, readProduct } from '../../../build/content/open-content.ts';
import type { PartialContent } from '../../../build/content/partial-content.ts';
import { explainSpreadsheet } from '../../../build/content/rules/value-formats.ts';
import { toGtin14 } from '../../../build/content/schemas/gtin.ts';
import type { ProductContent } from '../../../build/content/schemas/product.ts';
import { type VariantRow, variantRowSchema } from '../../../build/content/schemas/tables.ts';
import { rowWithSize } from '../../../build/content/size-names.ts';
import type { TableForm } from '../../tables/table-form.ts';
import { findColor, findSize, type Mismatch, type UnknownPart } from './name-parts.ts';

/** A variant of a product: the product's SKU, the colour's id and the size. */
export interface Variant {
  readonly sku: string;
  readonly color: string;
  readonly size: string;
}

type Match = { readonly variant: Variant; readonly problem?: never } | Mismatch;

/** Finds the variants of a content folder that the rows of a warehouse's table identify. */
export interface VariantFinder {
  /** Returns the variant that the cells identify, or why they do not identify exactly one that has stock. */
  find(cells: StockCells): Match;
  /** Returns the colour ids and the sizes of a product in display order; none for an unknown SKU. */
  orderOf(sku: string): { readonly colors: readonly string[]; readonly sizes: readonly string[] };
}

/** What the cells of a row name; an empty cell names the only one, or nothing. */
type NamedParts = { readonly [Part in keyof Variant]: string | UnknownPart };

/** Returns a finder for the variants of an opened content folder. Reads each product when it is first needed. */
export function createVariantFinder(content: OpenContent): VariantFinder {
  const files = new Map(content.products.map((product) => [product.sku, product]));
  const products = content.products.map((each) => ({ ...each, product: {}, whole: true }));
  const read = new Map<string, Partial<ProductContent>>();
  const productOf = (sku: string): Partial<ProductContent> => {
    const file = files.get(sku);
    if (file === undefined) return {};
    const product = read.get(sku) ?? readProduct(content, content.sourceOf(file)).product.product;
    read.set(sku, product);
    return product;
  };
  // SKUs in the content are in upper case.
  const skuOf = (text: string) => [text, text.toUpperCase()].find((sku) => files.has(sku));
  const readParts = (cells: StockCells): NamedParts => {
    const sku = skuOf(cells.sku);
    if (sku === undefined) {
      return { sku: explainSku(cells.sku, { ...content.shared, products }), color: '', size: '' };
    }
    const product = { ...productOf(sku), sku };
    const color = findColor(cells.color, product, content.shared.colors);
    return { sku, color, size: findSize(cells.size, product, content.shared) };
  };
  // A large table has many rows for each variant.
  const cache = new Map<string, NamedParts>();
  const nameParts = (cells: StockCells): NamedParts => {
    const key = JSON.stringify([cells.sku, cells.color, cells.size]);
    const named = cache.get(key) ?? readParts(cells);
    cache.set(key, named);
    return named;
  };
  const ids = readIds(content);
  const findAny = (cells: StockCells): Match => {
    const damage = explainSpreadsheet(cells.gtin, 'a GTIN');
    if (damage !== undefined) return { problem: `the GTIN "${cells.gtin}" ${damage}` };
    const known = skuOf(cells.sku);
    const given = givenIds(cells, ids);
    // The SKU column of a warehouse often contains part ids.
    const skuAsId = known === undefined ? ids.partId.get(cells.sku) : undefined;
    const found = [skuAsId, ...given.map((id) => id.row)].filter((row) => row !== undefined);
    const [row, other] = new Set(found);
    if (row !== undefined && other !== undefined) {
      return { problem: `its ids are those of ${nameOf(row)} and of ${nameOf(other)}` };
    }
    if (row !== undefined) {
      return matchById(row, nameParts({ ...cells, sku: known ?? row.sku }), cells);
    }
    const [unknown] = given;
    if (unknown && cells.sku === '') return { problem: `no variant has the ${unknown.name}` };
    const match = toVariant(nameParts(cells));
    if (match.problem !== undefined) return match;
    // The ids of the row must be those of the variant, unless the content has none for it.
    const own = ids.all.get(nameOf(match.variant));
    const differing = given.find(({ kind }) => own?.[kind] !== undefined);
    if (differing === undefined) return match;
    const problem = `the ${differing.name} is not that of ${nameOf(match.variant)}`;
    return { problem, suggestion: own?.[differing.kind] };
  };
  return {
    find(cells) {
      const match = findAny(cells);
      if (match.problem !== undefined) return match;
      const { sku } = match.variant;
      if (productOf(sku).madeToOrder !== true) return match;
      return { problem: `${sku} is made to order and has no stock` };
    },
    orderOf(sku) {
      const { colors = [], sizes = [] } = productOf(sku);
      return { colors: colors.map(({ color }) => color), sizes };
    },
  };
}

/** Returns a variant as text for messages: `TEE-1, navy, M`. */
export function nameOf({ sku, color, size }: Variant): string {
  return `${sku}, ${color}, ${size}`;
}

type VariantIds = Readonly<Record<'partId' | 'gtin' | 'all', ReadonlyMap<string, VariantRow>>>;

function readIds({ tables, shared }: OpenContent): VariantIds {
  const variants = tables.at(-1) as TableIndex;
  const { rows: raw } = readRows({ ...variants, schema: variantRowSchema }, variants.rows);
  const rows = raw.map((row) => rowWithSize(row, shared.sizeNames));
  const by = (keyOf: (row: VariantRow) => string | undefined) =>
    new Map(rows.flatMap((row) => [[keyOf(row), row] as const]).filter(hasKey));
  return {
    partId: by((row) => row.part_id),
    gtin: by((row) => row.gtin && toGtin14(row.gtin)),
    all: by(nameOf),
  };
}

function hasKey<Value>(entry: readonly [string | undefined, Value]): entry is [string, Value] {
  return entry[0] !== undefined;
}

/** Returns the ids in a row with their rows of `variants.csv`. Spreadsheets remove leading zeros of GTINs. */
function givenIds({ gtin: cell, partId }: StockCells, ids: VariantIds) {
  // Labels have spaces and hyphens between digits.
  const gtin = cell.replace(/[\s-]/g, '');
  const [ofGtin, ofPart] = [ids.gtin.get(toGtin14(gtin)), ids.partId.get(partId)];
  return [
    { kind: 'gtin' as const, text: gtin, name: `GTIN ${gtin}`, row: ofGtin },
    { kind: 'part_id' as const, text: partId, name: `part id ${partId}`, row: ofPart },
  ].filter(({ text }) => text !== '');
}

function explainSku(text: string, listed: PartialContent): UnknownPart {
  if (text === '') return { problem: 'names no product', meant: [] };
  const suggestion = suggestSku(text, listed);
  return { problem: `there is no product "${text}"`, suggestion, meant: [] };
}

/** Returns the variant of an id, unless a word of the row names another; unknown words do not count. */
function matchById(row: VariantRow, named: NamedParts, { sku, color, size }: StockCells): Match {
  const differs = (['sku', 'color', 'size'] as const).some((part) => {
    const name = named[part];
    const meant = typeof name === 'string' ? [name] : name.meant;
    return meant.some((each) => each !== '') && !meant.includes(row[part]);
  });
  if (!differs) return { variant: { sku: row.sku, color: row.color, size: row.size } };
  const words = [sku, color, size].filter((word) => word !== '').join(', ');
  return { problem: `its id is that of ${nameOf(row)}, but the row has ${words}` };
}

function toVariant({ sku, color, size }: NamedParts): Match {
  if (typeof sku !== 'string') return sku;
  if (typeof color !== 'string') return color;
  if (typeof size !== 'string') return size;
  if (color === '') return { problem: `names no colour of ${sku}` };
  if (size === '') return { problem: `names no size of ${sku}` };
  return { variant: { sku, color, size } };
}

/** A field that a warehouse's stock table may have. */
export type StockField = 'sku' | 'color' | 'size' | 'partId' | 'gtin' | 'quantity' | 'location';

/** The fields of a warehouse's stock table: their usual column names, and the fields that a table must have. */
export const stockForm: TableForm<StockField> = {
  names: {
    sku: [
      ...['SKU', 'Item', 'Item number', 'Item no', 'Style', 'Product'],
      ...['UGS', 'Article', 'Numéro d’article', 'No d’article', 'Modèle'],
    ],
    color: ['Colour', 'Color', 'Couleur', 'Coloris'],
    size: ['Size', 'Taille', 'Grandeur'],
    partId: ['Part id', 'Part', 'Part number', 'Part no', 'Numéro de pièce', 'No de pièce'],
    gtin: ['GTIN', 'UPC', 'EAN', 'UPC/EAN', 'Barcode', 'CUP', 'Code-barres', 'Code à barres'],
    quantity: [
      ...['Quantity', 'Qty', 'On hand', 'Qty on hand', 'Stock', 'Available', 'On hand (current)'],
      ...['Quantité', 'Qté', 'En main', 'Quantité en main', 'Qté en main', 'Disponible'],
    ],
    location: ['Location', 'Warehouse', 'Emplacement', 'Entrepôt'],
  },
  needed: [
    ['sku', 'quantity'],
    ['gtin', 'quantity'],
    ['partId', 'quantity'],
  ],
  keys: ['sku', 'gtin', 'partId'],
};

/** The cells of a row of a stock table, by field. A cell is empty if the table has no column for its field. */
export type StockCells = Readonly<Record<StockField, string>>;
