/** The files of a release that belong to no product: pages, assets, the description of the API. */
import { renderDeprecations } from '../../contract/deprecation.ts';
import { createOpenApiDocument } from '../../contract/openapi/document.ts';
import { publicFiles } from '../../contract/release.ts';
import { renderDecorationsPage } from '../pages/decorations-page.ts';
import { renderErrorsPage } from '../pages/errors-page.ts';
import { renderSizeChartPage } from '../pages/size-chart-page.ts';
import type { RenderContext } from '../render/context.ts';
import { decorationsPath, sizeChartPath } from '../render/site.ts';
import { type RenderedFile, toJson } from './rendered-file.ts';

/** Renders them all; health and manifest need the release's id and come last. */
export function renderSharedFiles(
  contexts: readonly RenderContext[],
  styleSheet: Buffer,
): RenderedFile[] {
  const [{ content, site }] = contexts as readonly [RenderContext];
  const { defaultLocale } = content.catalogue;
  const { deprecations } = content;
  const openApi = createOpenApiDocument({ baseUrl: site.baseUrl, defaultLocale, deprecations });
  const goodbyes = Buffer.from(renderDeprecations(deprecations));
  return [
    { paths: ['public/docs/style.css'], bytes: styleSheet },
    { paths: [`public/${publicFiles.errorsPage}`], bytes: Buffer.from(renderErrorsPage()) },
    { paths: [`public/${publicFiles.openapi}`], bytes: toJson(openApi) },
    ...(goodbyes.length > 0
      ? [{ paths: [`public/${publicFiles.deprecations}`], bytes: goodbyes }]
      : []),
    ...contexts.flatMap(renderPages),
    ...Array.from(content.assets, ([path, bytes]) => ({ paths: [`public/assets/${path}`], bytes })),
  ];
}

function renderPages(context: RenderContext): RenderedFile[] {
  const { content, locale, localizer } = context;
  const pages = Object.entries(content.sizeCharts).map(([id, chart]) => ({
    paths: [`public/${sizeChartPath(id, locale)}.html`],
    bytes: Buffer.from(renderSizeChartPage(chart, localizer)),
  }));
  const guide = Buffer.from(renderDecorationsPage(context));
  return [...pages, { paths: [`public/${decorationsPath(locale)}.html`], bytes: guide }];
}
