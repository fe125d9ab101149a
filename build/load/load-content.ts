/**
 * Load: a content folder in, the whole content in memory out. Every file is read and its shape
 * checked; all faults of all files are thrown together as `ContentError`.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastGlob from 'fast-glob';
import type { z } from 'zod';
import { assertNoFindings, type Finding } from '../findings.ts';
import { type ProductContent, productSchema } from '../schemas/product.ts';
import * as shared from '../schemas/shared.ts';
import * as tables from '../schemas/tables.ts';
import type { Content, Placed, ProductFile } from './content.ts';
import { type Reading, readJson } from './read-json.ts';
import { readTable } from './read-table.ts';

/** Reads and checks everything below `folder`; throws `ContentError` with every fault found. */
export async function loadContent(folder: string): Promise<Content> {
  const findings: Finding[] = [];
  const keep = <Value>(reading: Reading<Value>): Value => {
    findings.push(...reading.findings);
    return reading.value as Value; // Never looked at once there is a finding: see the assertion.
  };
  const json = async <Schema extends z.ZodType>(file: string, schema: Schema) =>
    keep(await readJson(folder, file, schema));
  const table = async <Shape extends z.ZodObject>(file: string, schema: Shape) =>
    keep(await readTable(folder, file, schema));

  const catalogue = await json('catalogue.json', shared.catalogueSchema);
  const net = new Map<string, readonly Placed<tables.PriceRow>[]>();
  for (const tier of catalogue?.tiers.all ?? []) {
    net.set(tier, await table(`prices/net-${tier}.csv`, tables.priceRowSchema));
  }
  const colors = await json('colors.json', shared.colorsSchema);
  const content: Content = {
    catalogue,
    brands: (await json('brands.json', shared.brandsSchema))?.brands,
    categories: (await json('categories.json', shared.categoriesSchema))?.categories,
    tags: (await json('tags.json', shared.tagsSchema))?.tags,
    families: colors?.families,
    colors: colors?.colors,
    facets: await json('facets.json', shared.facetsSchema),
    decorations: (await json('decorations.json', shared.decorationsSchema))?.decorations,
    companies: (await json('companies.json', shared.companiesSchema))?.companies,
    sizes: (await json('sizes.json', shared.sizesSchema))?.sizes,
    sizeCharts: (await json('size-charts.json', shared.sizeChartsSchema))?.charts,
    products: await loadProducts(folder, json),
    msrp: await table('prices/msrp.csv', tables.priceRowSchema),
    net,
    surcharges: await table('prices/surcharges.csv', tables.surchargeRowSchema),
    inventory: await table('inventory.csv', tables.inventoryRowSchema),
    activeProducts: await table('active-products.csv', tables.activeProductRowSchema),
    drawings: new Map(await readFiles(join(folder, 'drawings'), '*.svg')),
    assets: new Map(await readFiles(join(folder, 'assets'), '**/*')),
  };
  assertNoFindings(findings);
  return content;
}

async function loadProducts(
  folder: string,
  json: (file: string, schema: typeof productSchema) => Promise<ProductContent>,
): Promise<readonly ProductFile[]> {
  const files = await fastGlob('products/*.json', { cwd: folder });
  const products = await Promise.all(
    files.sort().map(async (file) => ({ file, product: await json(file, productSchema) })),
  );
  return products.filter(({ product }) => product !== undefined).sort(bySku);
}

function bySku(a: ProductFile, b: ProductFile): number {
  return a.product.sku < b.product.sku ? -1 : 1;
}

async function readFiles(folder: string, pattern: string): Promise<[string, Buffer][]> {
  const files = await fastGlob(pattern, { cwd: folder });
  return Promise.all(
    files
      .sort()
      .map(async (file): Promise<[string, Buffer]> => [file, await readFile(join(folder, file))]),
  );
}
