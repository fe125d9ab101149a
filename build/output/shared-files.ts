/** The files of a release that belong to no product: pages, assets, the description of the API. */
import { renderDeprecations } from '../../contract/deprecation.ts';
import { createApiCatalog } from '../../contract/discovery.ts';
import { createOpenApiDocument } from '../../contract/openapi/document.ts';
import { publicFiles } from '../../contract/release.ts';
import { isAssetPath } from '../content/schemas/values.ts';
import type { RenderContext } from '../render/context.ts';
import { openApiSiteOf } from '../render/openapi-site.ts';
import { type RenderedFile, rendering, toJson } from './rendered-file.ts';

/** What pages are rendered from. */
export interface PageFacts {
  /** Of every locale, the contract's first one first; they know the outlines of products only. */
  readonly contexts: readonly RenderContext[];
}

/** Renders the pages of a release: the same bytes for the same facts, on any machine. */
export type RenderPages = (facts: PageFacts) => readonly RenderedFile[];

/** Renders them all; health and manifest need the release's id and come last. */
export function renderSharedFiles(
  contexts: readonly RenderContext[],
  renderPages: RenderPages,
): RenderedFile[] {
  const [context] = contexts as readonly [RenderContext];
  const { content, site } = context;
  const openApi = createOpenApiDocument(openApiSiteOf(context));
  const deprecationsFile = Buffer.from(renderDeprecations(content.deprecations));
  return [
    { paths: [`public/${publicFiles.openapi}`], bytes: toJson(openApi) },
    { paths: [`public/${publicFiles.apiCatalog}`], bytes: toJson(createApiCatalog(site.baseUrl)) },
    ...[deprecationsFile]
      .filter(({ length }) => length > 0)
      .map((bytes): RenderedFile => ({ paths: [`public/${publicFiles.deprecations}`], bytes })),
    ...rendering('the pages', () => renderPages({ contexts })),
    // Nothing leads to other files, and the compressed forms of a picture are made, not taken.
    ...[...content.assets]
      .filter(([path]) => isAssetPath(path))
      .map(([path, bytes]): RenderedFile => ({ paths: [`public/assets/${path}`], bytes })),
  ];
}
