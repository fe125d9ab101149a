/** Assembles and finishes a release from its products: joined documents, prices, index, pages, id and manifest. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Manifest, objectFiles, publicFiles, releaseFormat } from '../../contract/release.ts';
import type { Health } from '../../contract/schemas/health.ts';
import type { ProductRows } from '../content/content.ts';
import type { Day } from '../content/dates.ts';
import { publicIdsOf } from '../content/public-ids.ts';
import { sha256, shortHash } from '../content/sha256.ts';
import type { CatalogueContext } from '../render/context.ts';
import { wrapRenderErrors } from '../render/render-error.ts';
import { allOf } from './all-of.ts';
import type { Encoding } from './encode.ts';
import { type RenderedFile, toJson } from './file-forms.ts';
import { installRelease } from './install-release.ts';
import { inListOrder, writeExports, writeLists } from './joined-documents.ts';
import { type PricesOfProduct, writeNetPrices, writePriceLists } from './net-prices.ts';
import { objectPath } from './objects.ts';
import type { ReleaseFiles } from './release-files.ts';
import {
  findingsFile,
  indexFile,
  type ReleasedProduct,
  renderIndex,
  type StoredFindings,
} from './release-records.ts';
import { type CreatePages, type PageFacts, renderSharedFiles } from './shared-files.ts';
import { fileEntryOf } from './stamps.ts';

/** What a release is made from besides its products. */
export interface WriteOptions {
  /** Output folder with the objects. */
  readonly out: string;
  readonly files: ReleaseFiles;
  readonly encoding: Encoding;
  /** Version of the running compiler. */
  readonly compiler: string;
  /** The rendering contexts of all locales. */
  readonly contexts: readonly CatalogueContext[];
  readonly pages: CreatePages;
  /** Returns the rows of a product with its net prices and surcharges. */
  netRowsOf(product: ReleasedProduct): ProductRows;
  /** The day of the build, on which prices with dates depend. */
  readonly day: Day;
  /** The findings about single products. */
  readonly findings: StoredFindings;
  /** Why products are absent from the release, and when a date in the content is reached. */
  readonly datedFacts: Pick<Manifest, 'absences' | 'dueAt'>;
  readonly memory: ReleaseMemory;
}

/** What a process has rendered, so that its next build need not render it again: pages, and net prices by product key. */
export interface ReleaseMemory {
  pages?: { readonly key: string; readonly files: readonly RenderedFile[] };
  netPrices?: ReadonlyMap<string, PricesOfProduct>;
}

/**
 * Writes a release, whose products are sorted by SKU and have objects already, to `releases/<id>`; does not make it
 * current. Returns its manifest. Throws file-system errors, `RenderError`, and `ReleaseError`.
 */
export async function writeRelease(
  products: readonly ReleasedProduct[],
  options: WriteOptions,
): Promise<Manifest> {
  const { out, files, contexts } = options;
  const [context] = contexts as [CatalogueContext];
  const { asOf } = context.content.stock;

  // assemble
  const listed = inListOrder(products, context);
  files.write(await renderPages(products, options));
  files.write(renderSharedFiles(contexts));
  await writeLists(listed, options);
  const netPrices = writeNetPrices(listed, options);
  const entries = listed.map(({ sku, indexed }) => [sku, indexed] as const);
  const header = { compiler: options.compiler, asOf, ids: publicIdsOf(context.content) };
  files.writeRecord(indexFile, renderIndex(header, entries));
  files.writeRecord(findingsFile, toJson(options.findings));

  // finish
  const release = releaseIdOf(products, files, context);
  const health: Health = { status: 'ok', release };
  files.write([{ paths: [`public/${publicFiles.health}`], bytes: toJson(health) }]);
  // `npm run dev` makes exports and price lists when they are asked for.
  if (options.encoding === 'full') {
    await allOf([
      writeExports(products, options, { release, asOf }),
      writePriceLists(release, products, netPrices, options),
    ]);
  }
  await files.finished();
  const totalBytes = (form: 0 | 1 | 2) =>
    products.reduce((sum, { indexed }) => sum + indexed.bytes[form], 0);
  const manifest: Manifest = {
    ...{ format: releaseFormat, release, ...settingsOf(context), ...options.datedFacts },
    productBytes: [totalBytes(0), totalBytes(1), totalBytes(2)],
    products: Object.fromEntries(products.map(({ sku, indexed }) => [sku, indexed.object])),
    files: Object.fromEntries(
      Object.entries(files.stamps)
        .sort()
        .map(([path, stamp]) => [path, fileEntryOf(stamp)]),
    ),
  };
  const linked = products.map(({ sku, indexed: { object, pictures } }) => {
    return { sku, object, hasPictures: Object.keys(pictures).length > 0 };
  });
  await installRelease(files.folder, out, manifest, { files: files.stamps, products: linked });
  return manifest;
}

async function renderPages(
  products: readonly ReleasedProduct[],
  { out, contexts, pages, memory }: WriteOptions,
): Promise<readonly RenderedFile[]> {
  const bySku = new Map(products.map(({ sku, indexed }) => [sku, indexed]));
  const facts: PageFacts = {
    contexts,
    products: products.map(({ listed }) => listed),
    readDetail(sku, locale) {
      const { object = '', locales = {} } = bySku.get(sku) ?? {};
      if (locales[locale] === undefined) return undefined;
      const file = join(out, objectPath(object), objectFiles.detail(locale));
      return JSON.parse(readFileSync(file, 'utf8'));
    },
  };
  const { key, loadRenderer } = wrapRenderErrors('the pages', () => pages(facts));
  if (memory.pages?.key !== key) {
    const render = await loadRenderer();
    memory.pages = { key, files: wrapRenderErrors('the pages', render) };
  }
  return memory.pages.files;
}

/** Returns the members of the manifest that are settings of the catalogue, which are the same in all contexts. */
function settingsOf({ content, site }: CatalogueContext) {
  const { defaultLocale, tiers } = content.catalogue;
  return {
    ...{ baseUrl: site.baseUrl, defaultLocale, tiers: tiers.all, baseTier: tiers.base },
    companies: Object.keys(content.companies),
  };
}

/**
 * Returns the id of a release, 16 hexadecimal digits: a hash of the plain files of its products and of the release, of
 * the settings of the catalogue and of the time of the stock count. It is the same on every machine.
 */
function releaseIdOf(
  products: readonly ReleasedProduct[],
  files: ReleaseFiles,
  context: CatalogueContext,
): string {
  const { asOf } = context.content.stock;
  const lines = [
    ...products.map(({ sku, indexed }) => `${sku} ${indexed.content}\n`),
    ...[...files.plain].map(([path, hash]) => `${path} ${hash}\n`),
    `facts ${sha256(JSON.stringify(settingsOf(context)))}\n`,
    ...(asOf === undefined ? [] : [`stock as of ${asOf}\n`]),
  ];
  return shortHash(lines.sort().join(''));
}
