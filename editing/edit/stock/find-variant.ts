/** Finds the variant of a row in a foreign table: by SKU, colour and size, or by one of its ids. */
import { suggestSku } from '../../../build/check/rules/suggest-sku.ts';
import { readRows } from '../../../build/content/csv.ts';
import { type OpenContent, readProduct } from '../../../build/content/open-content.ts';
import type { PartialContent } from '../../../build/content/partial-content.ts';
import { explainSpreadsheet } from '../../../build/content/rules/value-formats.ts';
import { toGtin14 } from '../../../build/content/schemas/gtin.ts';
import type { ProductContent } from '../../../build/content/schemas/product.ts';
import { type VariantRow, variantRowSchema } from '../../../build/content/schemas/tables.ts';
import { rowsWithSizes } from '../../../build/content/size-names.ts';
import { findColor, findSize, type Mismatch } from './name-parts.ts';
import type { StockCells } from './stock-form.ts';

/** A colour of a product in a size, with the names of the content. */
export interface Variant {
  readonly sku: string;
  readonly color: string;
  readonly size: string;
}

type Match = { readonly variant: Variant; readonly problem?: never } | Mismatch;

export interface VariantFinder {
  /**
   * Returns the variant that the cells identify, or the reason why they identify none, for example because
   * two cells disagree.
   */
  find(cells: StockCells): Match;
  /** Returns the colours and sizes of a product in display order. */
  orderOf(sku: string): { readonly colors: readonly string[]; readonly sizes: readonly string[] };
}

/** The identifying cells of a row; empty if the row does not have them. */
type Named = { readonly [Part in keyof Variant]: string | Mismatch };

/** Creates the finder for a content folder. It reads each product at its first use. */
export function createVariantFinder(content: OpenContent): VariantFinder {
  const files = new Map(content.products.map((product) => [product.sku, product]));
  const listed: PartialContent = {
    ...content.shared,
    products: content.products.map((each) => ({ ...each, product: {}, whole: true })),
  };
  const read = new Map<string, Partial<ProductContent>>();
  const productOf = (sku: string): Partial<ProductContent> => {
    const file = files.get(sku);
    if (file === undefined) return {};
    const product = read.get(sku) ?? readProduct(content, content.sourceOf(file)).product.product;
    read.set(sku, product);
    return product;
  };
  // All SKUs in the content are upper case.
  const skuOf = (text: string) => [text, text.toUpperCase()].find((sku) => files.has(sku));
  const ids = readIds(content);
  const known = new Map<string, Named>();
  const nameParts = (cells: StockCells): Named => {
    // A large table has many rows for each variant.
    const key = JSON.stringify([cells.sku, cells.color, cells.size]);
    const named = known.get(key) ?? readParts(cells);
    known.set(key, named);
    return named;
  };
  const readParts = (cells: StockCells): Named => {
    const sku = skuOf(cells.sku);
    if (sku === undefined) return { sku: explainSku(cells.sku, listed), color: '', size: '' };
    const product = { ...productOf(sku), sku };
    return {
      sku,
      color: findColor(cells.color, product, content.shared.colors),
      size: findSize(cells.size, product, content.shared.sizeNames),
    };
  };
  const findAny = (cells: StockCells): Match => {
    const damage = explainSpreadsheet(cells.gtin, 'a GTIN');
    if (damage !== undefined) return { problem: `the GTIN "${cells.gtin}" ${damage}` };
    // Warehouses often call their part ids SKUs.
    const skuAsId = skuOf(cells.sku) === undefined ? ids.partId.get(cells.sku) : undefined;
    const named = skuAsId === undefined ? nameParts(cells) : { sku: '', color: '', size: '' };
    const given = givenIds(cells, ids);
    const [row, other] = new Set([skuAsId, ...given.map((id) => id.row)].filter(isRow));
    if (row !== undefined && other !== undefined) {
      return { problem: `its ids are those of ${nameOf(row)} and of ${nameOf(other)}` };
    }
    if (row !== undefined) return agree(row, named, cells);
    const [unknown] = given;
    if (unknown !== undefined && cells.sku === '') {
      return { problem: `no variant has the ${unknown.name}` };
    }
    const match = toVariant(named);
    if (match.problem !== undefined) return match;
    // Not every variant has its ids in the content.
    const own = ids.all.get(nameOf(match.variant));
    const differing = given.find(({ kind }) => own?.[kind] !== undefined);
    if (differing === undefined) return match;
    const problem = `the ${differing.name} is not that of ${nameOf(match.variant)}`;
    return { problem, suggestion: own?.[differing.kind] };
  };
  return {
    find(cells) {
      const match = findAny(cells);
      if (match.problem !== undefined || productOf(match.variant.sku).madeToOrder !== true) {
        return match;
      }
      return { problem: `${match.variant.sku} is made to order and holds no stock` };
    },
    orderOf(sku) {
      const { colors = [], sizes = [] } = productOf(sku);
      return { colors: colors.map(({ color }) => color), sizes };
    },
  };
}

/** Returns the name of a variant for messages. */
export function nameOf({ sku, color, size }: Variant): string {
  return `${sku}, ${color}, ${size}`;
}

/** The rows of `variants.csv`, by each kind of id. */
interface VariantIds {
  readonly partId: ReadonlyMap<string, VariantRow>;
  /** By GTIN with 14 digits. */
  readonly gtin: ReadonlyMap<string, VariantRow>;
  /** By the name of the variant. */
  readonly all: ReadonlyMap<string, VariantRow>;
}

function readIds({ variants, shared }: OpenContent): VariantIds {
  const { file, header } = variants;
  const texts = [...variants.skus()].flatMap((sku) => variants.rowsOf(sku));
  const rows = rowsWithSizes(
    readRows({ file, header, schema: variantRowSchema }, texts).rows,
    shared.sizeNames,
  );
  const by = (keyOf: (row: VariantRow) => string | undefined) =>
    new Map(
      rows.flatMap((row) => {
        const key = keyOf(row);
        return key === undefined ? [] : [[key, row]];
      }),
    );
  return {
    partId: by((row) => row.part_id),
    gtin: by((row) => row.gtin && toGtin14(row.gtin)),
    all: by(nameOf),
  };
}

const isRow = (row: VariantRow | undefined): row is VariantRow => row !== undefined;

/**
 * Returns the ids of a row, each with its variant. Spreadsheets remove the leading zeros of a GTIN.
 */
function givenIds({ gtin: cell, partId }: StockCells, ids: VariantIds) {
  // Labels group the digits; an apostrophe marks them as text.
  const gtin = cell.replace(/[\s'’-]/g, '');
  return [
    { kind: 'gtin' as const, text: gtin, name: `GTIN ${gtin}`, row: ids.gtin.get(toGtin14(gtin)) },
    {
      kind: 'part_id' as const,
      text: partId,
      name: `part id ${partId}`,
      row: ids.partId.get(partId),
    },
  ].filter(({ text }) => text !== '');
}

function explainSku(text: string, listed: PartialContent): Mismatch {
  if (text === '') return { problem: 'names no product' };
  return { problem: `there is no product "${text}"`, suggestion: suggestSku(text, listed) };
}

/**
 * Returns the variant of an id, or a problem if the other cells of the row identify another variant.
 */
function agree(row: VariantRow, named: Named, { sku, color, size }: StockCells): Match {
  const differs = (['sku', 'color', 'size'] as const).some((part) => {
    const name = named[part];
    return typeof name === 'string' && name !== '' && name !== row[part];
  });
  if (!differs) return { variant: { sku: row.sku, color: row.color, size: row.size } };
  const words = [sku, color, size].filter((word) => word !== '').join(', ');
  return { problem: `its id is that of ${nameOf(row)}, and the row says ${words}` };
}

function toVariant({ sku, color, size }: Named): Match {
  if (typeof sku !== 'string') return sku;
  if (typeof color !== 'string') return color;
  if (typeof size !== 'string') return size;
  if (color === '') return { problem: `does not say which colour of ${sku}` };
  if (size === '') return { problem: `does not say which size of ${sku}` };
  return { variant: { sku, color, size } };
}
