/** The pages below `/docs`: what they are made of is read once, then rendered for a release. */
import { readFile } from 'node:fs/promises';
import type { RenderedFile } from '../../build/release/rendered-file.ts';
import type { RenderPages } from '../../build/release/shared-files.ts';
import type { RenderContext } from '../../build/render/context.ts';
import { decorationsPath, sizeChartPath } from '../../build/render/site.ts';
import { publicFiles } from '../../contract/release.ts';
import { renderDecorationsPage } from './decorations-page.ts';
import { renderErrorsPage } from './errors-page.ts';
import { renderSizeChartPage } from './size-chart-page.ts';

/** Reads the files that pages are made of; gives what renders the pages of a release. */
export async function openDocs(): Promise<RenderPages> {
  const styleSheet = await readFile(new URL('./style.css', import.meta.url));
  return ({ contexts }) => [
    { paths: ['public/docs/style.css'], bytes: styleSheet },
    { paths: [`public/${publicFiles.errorsPage}`], bytes: Buffer.from(renderErrorsPage()) },
    ...contexts.flatMap(renderContentPages),
  ];
}

/** The pages that a locale's product details lead to. */
function renderContentPages(context: RenderContext): RenderedFile[] {
  const { content, locale, localizer } = context;
  const charts = Object.entries(content.sizeCharts).map(([id, chart]) => ({
    paths: [`public/${sizeChartPath(id, locale)}.html`],
    bytes: Buffer.from(renderSizeChartPage(chart, localizer)),
  }));
  const guide = Buffer.from(renderDecorationsPage(context));
  return [...charts, { paths: [`public/${decorationsPath(locale)}.html`], bytes: guide }];
}
