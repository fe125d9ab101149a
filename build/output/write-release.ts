/** Assembles and finishes a release from its products: joined documents, index, pages, links, manifest and id. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Manifest, manifestFile, objectFiles, publicFiles } from '../../contract/release.ts';
import type { Health } from '../../contract/schemas/health.ts';
import type { ProductDetail } from '../../contract/schemas/product.ts';
import { publicIdsOf } from '../content/public-ids.ts';
import { type CatalogueContext, isSoldIn } from '../render/context.ts';
import { wrapRenderErrors } from '../render/render-error.ts';
import { allOf } from './all-of.ts';
import type { Encoding } from './encode.ts';
import { installFolder } from './install.ts';
import { inListOrder, writeExports, writeLists } from './joined-documents.ts';
import { factsOf, manifestOf, releaseIdOf } from './manifest.ts';
import {
  type NetPriceFile,
  type NetPriceMemory,
  type NetPriceOptions,
  writeNetPrices,
  writePriceLists,
} from './net-prices.ts';
import { objectPath } from './object-records.ts';
import { findingsFile, type StoredFindings } from './previous-release.ts';
import { linkAll, linksOf } from './product-links.ts';
import { ReleaseError } from './release-error.ts';
import type { ReleaseFiles } from './release-files.ts';
import { indexFile, renderIndex } from './release-index.ts';
import type { ReleasedProduct } from './released-product.ts';
import { type RenderedFile, toJson } from './rendered-file.ts';
import { type CreatePages, type PageFacts, type Pages, renderSharedFiles } from './shared-files.ts';
import { markDamaged } from './stamps.ts';

/** What a release is assembled from besides its products. */
export interface AssemblyOptions extends NetPriceOptions {
  /** The output folder. */
  readonly out: string;
  readonly files: ReleaseFiles;
  readonly encoding: Encoding;
  /** The folder of the previous release, if there is one. */
  readonly previous: string | undefined;
  /** Version of the running compiler. */
  readonly compiler: string;
  /** The rendering contexts of all locales. */
  readonly contexts: readonly CatalogueContext[];
  readonly pages: CreatePages;
  /** The findings about single products. */
  readonly findings: StoredFindings;
  /** The pages and net prices of the last build of this process. */
  readonly memory: AssemblyMemory;
  /** Why products are absent from the release, and when a date in the content is reached. */
  readonly datedFacts: Pick<Manifest, 'absences' | 'dueAt'>;
}

/** Pages, with their key, and net prices that a process has rendered, so that its next build need not render them again. */
export interface AssemblyMemory extends NetPriceMemory {
  pages?: { readonly key: string; readonly files: readonly RenderedFile[] };
}

async function renderPages(
  { key, loadRenderer }: Pages,
  memory: AssemblyMemory,
): Promise<readonly RenderedFile[]> {
  if (memory.pages?.key !== key) {
    const render = await loadRenderer();
    memory.pages = { key, files: wrapRenderErrors('the pages', render) };
  }
  return memory.pages.files;
}

/**
 * Writes the files of a release that do not name its id: lists, net prices, index, pages, OpenAPI and assets. `products`
 * are sorted by SKU. Returns the net prices. Rejects with file-system errors, `RenderError`, and `ReleaseError` if a page
 * shows a damaged detail or the file system does not keep modification times.
 */
export async function assembleRelease(
  products: readonly ReleasedProduct[],
  options: AssemblyOptions,
): Promise<readonly NetPriceFile[]> {
  const { out, files, compiler, contexts, pages, findings, memory } = options;
  const listed = inListOrder(products, contexts[0] as CatalogueContext);
  const facts = {
    contexts,
    products: products.map((product) => product.listed),
    readDetail: detailReader(products, out),
  };
  files.write(
    await renderPages(
      wrapRenderErrors('the pages', () => pages(facts)),
      memory,
    ),
  );
  files.write(renderSharedFiles(contexts));
  await writeLists(listed, { out, contexts, files });
  const netPrices = writeNetPrices(listed, options);
  const entries = listed.map(({ sku, indexed }) => [sku, indexed] as const);
  const { content } = contexts[0] as CatalogueContext;
  const { asOf } = content.stock;
  files.writeRecord(indexFile, renderIndex({ compiler, asOf, ids: publicIdsOf(content) }, entries));
  files.writeRecord(findingsFile, toJson(findings));
  return netPrices;
}

/**
 * Completes the folder of a release: adds exports, price lists, health, links and the manifest, and renames it to `releases/<id>`. Does
 * not make the release current. Rejects with file-system errors.
 */
export async function finishRelease(
  products: readonly ReleasedProduct[],
  netPrices: readonly NetPriceFile[],
  { out, files, previous, encoding, contexts, datedFacts }: AssemblyOptions,
): Promise<Manifest> {
  const { folder } = files;
  const facts = factsOf(contexts);
  const { asOf } = (contexts[0] as CatalogueContext).content.stock;
  const release = releaseIdOf(products, files, { facts, asOf });
  const health: Health = { status: 'ok', release };
  files.write([{ paths: [`public/${publicFiles.health}`], bytes: toJson(health) }]);
  const linked = products.map(({ sku, object, indexed }) => {
    return { sku, object, hasPictures: Object.keys(indexed.pictures).length > 0 };
  });
  const links = linkAll(linksOf(linked), { out, folder, previous });
  // `npm run dev` makes exports and price lists when they are asked for.
  if (encoding === 'full') {
    await allOf([
      writeExports(products, { out, contexts, files }, { release, asOf }),
      writePriceLists(release, products, { contexts, netPrices, files }),
    ]);
  }
  await files.finished();
  const manifest = manifestOf(release, products, { files, facts, datedFacts });
  const text = JSON.stringify(manifest);
  writeFileSync(join(folder, manifestFile), text, { flag: 'wx' });
  await installFolder(folder, join(out, 'releases', release), {
    ...{ files: files.stamps, links },
    texts: new Map([[manifestFile, text]]),
  });
  return manifest;
}

/** Returns `readDetail` of `PageFacts`, which throws `ReleaseError` if a detail is damaged, and file-system errors. */
function detailReader(products: readonly ReleasedProduct[], out: string): PageFacts['readDetail'] {
  const bySku = new Map(products.map((product) => [product.sku, product]));
  return (sku, locale) => {
    const product = bySku.get(sku);
    if (product === undefined || !isSoldIn(product.listed, locale)) return undefined;
    const file = join(out, objectPath(product.object), objectFiles.detail(locale));
    const text = readFileSync(file, 'utf8');
    try {
      return JSON.parse(text) as ProductDetail;
    } catch (cause) {
      markDamaged(file);
      throw new ReleaseError(`${file} is damaged; build again: that writes it again`, { cause });
    }
  };
}
