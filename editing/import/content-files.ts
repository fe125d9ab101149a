/** Renders imported content as content files, and validates each file with its schema. */
import type { z } from 'zod';
import { requiredColumns } from '../../build/content/rules/csv-table-rules.ts';
import { type ContentOf, type JsonKind, jsonKinds } from '../../build/content/schemas/kinds.ts';
import type { ProductContent } from '../../build/content/schemas/product.ts';
import * as tables from '../../build/content/schemas/tables.ts';
import { collectIds, schemaReference, toSchemaFiles } from '../schemas/schema-files.ts';
import { quote } from '../text/csv-text.ts';
import { ImportError } from './import-files.ts';
import { companies } from './standard-texts.ts';

type Table = readonly Readonly<Record<string, string>>[];

/** The content of an import, before it becomes files. Cells of tables are text. */
export interface ImportedContent {
  readonly catalogue: ContentOf<'catalogue'>;
  readonly brands: ContentOf<'brands'>['brands'];
  readonly categories: ContentOf<'categories'>['categories'];
  readonly colors: ContentOf<'colors'>;
  readonly audiences: ContentOf<'facets'>['for'];
  readonly sizes: readonly string[];
  readonly products: readonly ProductContent[];
  readonly msrp: Table;
  /** Price tier of accounts, such as `A3` → rows of its price table `prices/net-A3.csv`. */
  readonly net: ReadonlyMap<string, Table>;
  /** Rows of `prices/surcharges.csv`, the surcharges of sizes. Without them, the table has only its header. */
  readonly surcharges?: Table;
  readonly inventory: Table;
  /** Rows with part ids and GTINs; `variants.csv` is written only if there are rows. */
  readonly variants?: Table;
  /** Stock locations; `locations.json` is written only if there are locations. */
  readonly locations?: ContentOf<'locations'>['locations'];
  readonly activeProducts: Table;
}

/** Renders imported content as files (path → text). Throws an `ImportError` if one breaks its schema. */
export function toContentFiles(content: ImportedContent): ReadonlyMap<string, string> {
  const { catalogue, brands, categories, colors, audiences, sizes } = content;
  const { variants = [], locations = {}, surcharges = [] } = content;
  const net = [...content.net].map(([tier, rows]) =>
    toTable(`prices/net-${tier}.csv`, tables.priceRowSchema, rows),
  );
  const products = content.products.map((product) =>
    toJson('product', product, `products/${product.sku}.json`),
  );
  const files = new Map([
    toJson('catalogue', catalogue),
    toJson('brands', { brands }),
    toJson('categories', { categories }),
    toJson('tags', { tags: {} }),
    toJson('colors', colors),
    toJson('facets', { for: audiences, inspiration: {}, fabrics: {}, materials: {} }),
    toJson('decorations', { decorations: {} }),
    toJson('companies', { companies }),
    toJson('sizes', { sizes }),
    toJson('size-charts', { charts: {} }),
    ...products,
    toTable('prices/msrp.csv', tables.priceRowSchema, content.msrp),
    ...net,
    toTable('prices/surcharges.csv', tables.surchargeRowSchema, surcharges),
    toTable('inventory.csv', tables.inventoryRowSchema, content.inventory),
    ...(variants.length === 0 ? [] : [toTable('variants.csv', tables.variantRowSchema, variants)]),
    ...(Object.keys(locations).length === 0 ? [] : [toJson('locations', { locations })]),
    toTable('active-products.csv', tables.activeProductRowSchema, content.activeProducts),
  ]);
  // An import has no drawings and no picture files.
  const ids = collectIds({ texts: files, files: { assets: [], drawings: [] } });
  return new Map([...files, ...toSchemaFiles(ids)]);
}

function check(file: string, schema: z.ZodType, value: unknown): void {
  const [issue] = schema.safeParse(value).error?.issues ?? [];
  if (issue === undefined) return;
  const place = issue.path.map(String).join('.');
  throw new ImportError(`${file}: ${place}: ${issue.message}; correct the export`);
}

function toJson(
  kind: JsonKind,
  value: object,
  file: string = jsonKinds[kind].path,
): [string, string] {
  check(file, jsonKinds[kind].schema, value);
  const text = JSON.stringify({ $schema: schemaReference(kind), ...value }, undefined, 2);
  return [file, `${text}\n`];
}

function toTable(file: string, schema: z.ZodObject, rows: Table): [string, string] {
  for (const row of rows) check(`${file}: ${row['sku']}`, schema, row);
  const required = requiredColumns(schema);
  const isUsed = (name: string) => required.includes(name) || rows.some((row) => name in row);
  return [file, toCsv(Object.keys(schema.shape).filter(isUsed), rows)];
}

/** Renders a table as CSV with a header line (RFC 4180), but with LF as line ending, which suits version control. */
export function toCsv<Column extends string>(
  columns: readonly Column[],
  rows: readonly Readonly<Partial<Record<Column, string>>>[],
): string {
  const lines = [columns, ...rows.map((row) => columns.map((column) => row[column] ?? ''))];
  return lines.map((cells) => `${cells.map(quote).join(',')}\n`).join('');
}
