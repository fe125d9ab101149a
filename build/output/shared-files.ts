/** Renders the files of a release that belong to no product: pages, assets, the OpenAPI document. */
import { renderDeprecations } from '../../contract/deprecation.ts';
import { createApiCatalog } from '../../contract/discovery.ts';
import type { Locale } from '../../contract/locales.ts';
import { createOpenApiDocument } from '../../contract/openapi/document.ts';
import { publicFiles } from '../../contract/release.ts';
import type { ProductDetail } from '../../contract/schemas/product.ts';
import type { ListedProduct } from '../content/outline.ts';
import { isAssetPath } from '../content/schemas/values.ts';
import { openApiSiteOf } from '../render/addresses.ts';
import type { CatalogueContext } from '../render/context.ts';
import { type RenderedFile, rendering, toJson } from './rendered-file.ts';

/** The data from which the pages of `/docs` are rendered. */
export interface PageFacts {
  /** The rendering contexts of all locales, in the order of `locales` of the contract. */
  readonly contexts: readonly CatalogueContext[];
  /** Every product, sorted by SKU. */
  readonly products: readonly ListedProduct[];
  /** Returns the detail of a product as it is released, or undefined if it is not sold in the locale. */
  readonly readDetail: (sku: string, locale: Locale) => ProductDetail | undefined;
}

/** Renders the pages of `/docs`. Must return the same bytes for the same facts on any machine. */
export type RenderPages = (facts: PageFacts) => readonly RenderedFile[];

/**
 * Renders the files that belong to no product: the OpenAPI document, the API catalogue, deprecations, pages
 * and assets. Health and the manifest are written later, because they contain the release's id. Throws
 * `RenderError` if a page cannot be rendered.
 */
export function renderSharedFiles(facts: PageFacts, renderPages: RenderPages): RenderedFile[] {
  const [context] = facts.contexts as readonly [CatalogueContext];
  const { content, site } = context;
  const openApi = createOpenApiDocument(openApiSiteOf(context));
  const deprecationsFile = Buffer.from(renderDeprecations(content.deprecations));
  return [
    { paths: [`public/${publicFiles.openapi}`], bytes: toJson(openApi) },
    { paths: [`public/${publicFiles.apiCatalog}`], bytes: toJson(createApiCatalog(site.baseUrl)) },
    ...[deprecationsFile]
      .filter(({ length }) => length > 0)
      .map((bytes): RenderedFile => ({ paths: [`public/${publicFiles.deprecations}`], bytes })),
    ...rendering('the pages', () => renderPages(facts)),
    // Other files are never referenced, and the compressed forms of a picture are made again
    // instead of taken.
    ...[...content.assets]
      .filter(([path]) => isAssetPath(path))
      .map(([path, bytes]): RenderedFile => ({ paths: [`public/assets/${path}`], bytes })),
  ];
}
