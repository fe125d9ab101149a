/** Renders the files of a release that belong to no product, except lists, exports and prices. */
import { readFileSync } from 'node:fs';
import { renderDeprecations } from '../../contract/deprecation.ts';
import { createApiCatalog } from '../../contract/discovery.ts';
import type { Locale } from '../../contract/locales.ts';
import { createOpenApiDocument } from '../../contract/openapi/document.ts';
import { hashedPath } from '../../contract/pictures.ts';
import { publicFiles } from '../../contract/release.ts';
import type { ProductDetail } from '../../contract/schemas/product.ts';
import type { ListedProduct } from '../content/outline.ts';
import { isAssetPath } from '../content/schemas/values.ts';
import { sha256 } from '../content/sha256.ts';
import { openApiSiteOf } from '../render/addresses.ts';
import type { CatalogueContext } from '../render/context.ts';
import { type ContentFile, type RenderedFile, toJson } from './file-forms.ts';
import { ReleaseError } from './release-error.ts';

/** The data from which the pages of `/docs` are rendered. */
export interface PageFacts {
  /** The rendering contexts of all locales, in the order of `locales` of the contract. */
  readonly contexts: readonly CatalogueContext[];
  /** Every product of the release, sorted by SKU. */
  readonly products: readonly ListedProduct[];
  /** Returns the released detail of a product; undefined if the locale does not show it. Throws if it is damaged. */
  readonly readDetail: (sku: string, locale: Locale) => ProductDetail | undefined;
}

/** The pages of `/docs` of a release, which are rendered on demand. */
export interface Pages {
  /** A hash of everything that the pages are made from: pages with equal keys have equal files. */
  readonly key: string;
  /** Loads the code that renders pages, which most builds do not need; equal keys give equal bytes on any machine. */
  loadRenderer(): Promise<() => readonly RenderedFile[]>;
}

/** A function that creates the pages of `/docs` of a release. */
export type CreatePages = (facts: PageFacts) => Pages;

/** Creates no pages; for a release without `/docs`. */
export const noPages: CreatePages = () => ({ key: '', loadRenderer: async () => () => [] });

/** Renders the OpenAPI document, the API catalogue, the headers of deprecated routes, and the pictures of `assets/`. */
export function renderSharedFiles(
  contexts: readonly CatalogueContext[],
): (RenderedFile | ContentFile)[] {
  const [context] = contexts as readonly [CatalogueContext];
  const { content, site } = context;
  const files: readonly (readonly [path: string, bytes: Buffer])[] = [
    [publicFiles.openapi, toJson(createOpenApiDocument(openApiSiteOf(context)))],
    [publicFiles.apiCatalog, toJson(createApiCatalog(site.baseUrl))],
    [publicFiles.deprecations, Buffer.from(renderDeprecations(content.deprecations))],
  ];
  // Other files of the folder are never referenced.
  const pictures = [...content.assets].filter(([path]) => isAssetPath(path));
  return [
    ...files
      .filter(([, { length }]) => length > 0)
      .map(([path, bytes]): RenderedFile => ({ paths: [`public/${path}`], bytes })),
    ...pictures.map(([name, { file, size, sha256: hash }]): ContentFile => {
      const path = `public/assets/${name}`;
      return {
        paths: [path, hashedPath(path, hash)],
        stamp: [size, hash],
        read() {
          const bytes = readFileSync(file);
          if (sha256(bytes) === hash) return bytes;
          throw new ReleaseError(`${file} has changed during the build; build again`);
        },
      };
    }),
  ];
}
