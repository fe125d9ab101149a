/** Load: a content folder in, what could be read of it out, with the faults of every file. */
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import fastGlob from 'fast-glob';
import type { z } from 'zod';
import { compare } from '../compare.ts';
import type { Found } from '../findings/finding.ts';
import { unreadableFile } from '../rules/file/unreadable.ts';
import { foundBy } from '../rules/rule.ts';
import { deprecationsSchema, toDeprecations } from '../schemas/deprecations.ts';
import { productSchema } from '../schemas/product.ts';
import * as shared from '../schemas/shared.ts';
import { idsOf, sharedTables } from '../schemas/shared-tables.ts';
import * as tables from '../schemas/tables.ts';
import type { Draft, Ids, ProductDraft, TableDraft } from './draft.ts';
import { type DocumentReading, readDocument } from './read-document.ts';
import { readTable } from './read-table.ts';

/** Files that are read at once: more would only hold memory. */
const parallel = 32;

/** Reads everything below `folder`. Nothing is thrown for what the content holds: see `found`. */
export async function loadDraft(folder: string): Promise<Draft> {
  const found: Found[] = [];
  const reader = createReader(folder, found);
  const files = (await fastGlob('**/*', { cwd: folder, dot: false })).sort();
  const catalogue = await reader.json('catalogue.json', shared.catalogueSchema);
  const brands = await reader.json('brands.json', shared.brandsSchema);
  const categories = await reader.json('categories.json', shared.categoriesSchema);
  const tags = await reader.json('tags.json', shared.tagsSchema);
  const colors = await reader.json('colors.json', shared.colorsSchema);
  const facets = await reader.json('facets.json', shared.facetsSchema);
  const decorations = await reader.json('decorations.json', shared.decorationsSchema);
  const companies = await reader.json('companies.json', shared.companiesSchema);
  const sizes = await reader.json('sizes.json', shared.sizesSchema);
  const sizeCharts = await reader.json('size-charts.json', shared.sizeChartsSchema);
  const deprecations = files.includes('deprecations.json')
    ? (await reader.json('deprecations.json', deprecationsSchema)).value.routes
    : undefined;
  const tiers = catalogue.value.tiers?.all ?? tiersIn(files);
  const net = new Map<string, TableDraft<tables.PriceRow>>();
  for (const tier of tiers) {
    net.set(tier, await reader.table(`prices/net-${tier}.csv`, tables.priceRowSchema));
  }
  return {
    found,
    catalogue: catalogue.value,
    brands: brands.value.brands ?? {},
    categories: categories.value.categories ?? {},
    tags: tags.value.tags ?? {},
    families: colors.value.families ?? {},
    colors: colors.value.colors ?? {},
    facets: { for: {}, inspiration: {}, fabrics: {}, materials: {}, ...facets.value },
    decorations: decorations.value.decorations ?? {},
    companies: companies.value.companies ?? {},
    sizes: sizes.value.sizes ?? [],
    sizeCharts: sizeCharts.value.charts ?? {},
    deprecations: toDeprecations(deprecations),
    ids: collectIds(reader.documents),
    products: await loadProducts(files, reader),
    msrp: await reader.table('prices/msrp.csv', tables.priceRowSchema),
    net,
    surcharges: await reader.table('prices/surcharges.csv', tables.surchargeRowSchema),
    inventory: await reader.table('inventory.csv', tables.inventoryRowSchema),
    activeProducts: await reader.table('active-products.csv', tables.activeProductRowSchema),
    drawings: new Map(await readFiles(folder, files, 'drawings/', '.svg')),
    assets: new Map(await readFiles(folder, files, 'assets/', '')),
    files,
  };
}

type Reader = ReturnType<typeof createReader>;

/** Reads files below a folder; what is wrong with them is added to `found`. */
function createReader(folder: string, found: Found[]) {
  const documents = new Map<string, DocumentReading<unknown>>();
  const bytesOf = async (file: string): Promise<Buffer | undefined> => {
    try {
      return await readFile(join(folder, file));
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      const message = code === 'ENOENT' ? 'is missing; add it' : `cannot be read (${code})`;
      found.push(foundBy(unreadableFile, { file, message }));
      return undefined;
    }
  };
  return {
    documents,
    async json<Schema extends z.ZodObject>(file: string, schema: Schema) {
      const bytes = await bytesOf(file);
      const reading: DocumentReading<z.infer<Schema>> =
        bytes === undefined
          ? { value: {}, whole: false, json: undefined, found: [] }
          : readDocument(file, bytes, schema);
      found.push(...reading.found);
      documents.set(file, reading);
      return reading;
    },
    async table<Shape extends z.ZodObject>(
      file: string,
      schema: Shape,
    ): Promise<TableDraft<z.infer<Shape>>> {
      const bytes = await bytesOf(file);
      if (bytes === undefined) return { file, rows: [], readable: false, doubtful: new Set() };
      const { found: faults, ...table } = readTable(file, bytes, schema);
      found.push(...faults);
      return table;
    },
  };
}

async function loadProducts(
  files: readonly string[],
  { json, documents }: Reader,
): Promise<readonly ProductDraft[]> {
  const waiting = files.filter((file) => /^products\/[^/]+\.json$/.test(file));
  const products: ProductDraft[] = [];
  const work = async () => {
    for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
      const { value, whole } = await json(file, productSchema);
      // The ids of shared tables are taken from the documents; a product's are its own.
      documents.delete(file);
      products.push({ file, sku: value.sku ?? basename(file, '.json'), product: value, whole });
    }
  };
  await Promise.all(Array.from({ length: parallel }, work));
  return products.sort((a, b) => compare(a.sku, b.sku) || compare(a.file, b.file));
}

function collectIds(documents: ReadonlyMap<string, DocumentReading<unknown>>): Ids {
  const entries = Object.entries(sharedTables).map(([kind, { file, member }]) => [
    kind,
    idsOf(documents.get(file)?.json, member),
  ]);
  return Object.fromEntries(entries) as Ids;
}

function tiersIn(files: readonly string[]): string[] {
  return files.flatMap((file) => /^prices\/net-(.+)\.csv$/.exec(file)?.[1] ?? []);
}

/** The bytes of every file below a folder of the content, by its path there. */
async function readFiles(
  folder: string,
  files: readonly string[],
  below: string,
  ending: string,
): Promise<[string, Buffer][]> {
  const wanted = files.filter((file) => file.startsWith(below) && file.endsWith(ending));
  return Promise.all(
    wanted.map(
      async (file): Promise<[string, Buffer]> => [
        file.slice(below.length),
        await readFile(join(folder, file)),
      ],
    ),
  );
}
