/** Load: everything of a content folder but products and their rows. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Draft, Ids } from './draft.ts';
import type { ContentListing } from './list-content.ts';
import type { DocumentReading } from './read-document.ts';
import type { Reader } from './reader.ts';
import { deprecationsSchema, toDeprecations } from './schemas/deprecations.ts';
import * as shared from './schemas/shared.ts';
import { idsOf, sharedTables } from './schemas/shared-tables.ts';
import * as tables from './schemas/tables.ts';

/** What a draft has of products. */
export type ProductParts = 'products' | 'msrp' | 'net' | 'surcharges' | 'inventory';

/** A draft as far as it is not about products; what is wrong is in the reader's `found`. */
export type SharedDraft = Omit<Draft, ProductParts | 'found'>;

/** Reads the files that products share, the sync table, drawings and assets. */
export async function loadShared(
  folder: string,
  reader: Reader,
  { files, links }: ContentListing,
): Promise<SharedDraft> {
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
  return {
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
    activeProducts: await reader.table('active-products.csv', tables.activeProductRowSchema),
    drawings: new Map(await readFiles(folder, files, 'drawings/', '.svg')),
    assets: new Map(await readFiles(folder, files, 'assets/', '')),
    files,
    links,
  };
}

/** The files that hold a product each. */
export function productFilesOf({ files }: Pick<Draft, 'files'>): string[] {
  return files.filter((file) => /^products\/[^/]+\.json$/.test(file));
}

/** The tiers that there are net prices of: those of the catalogue, or of the tables where it is lost. */
export function tiersOf({
  catalogue,
  files,
}: Pick<Draft, 'catalogue' | 'files'>): readonly string[] {
  return (
    catalogue.tiers?.all ?? files.flatMap((file) => /^prices\/net-(.+)\.csv$/.exec(file)?.[1] ?? [])
  );
}

function collectIds(documents: ReadonlyMap<string, DocumentReading<unknown>>): Ids {
  const entries = Object.entries(sharedTables).map(([kind, { file, member }]) => [
    kind,
    idsOf(documents.get(file)?.json, member),
  ]);
  return Object.fromEntries(entries) as Ids;
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
