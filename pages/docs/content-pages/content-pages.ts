/** Renders the content pages, to which product details link: size charts and the decoration guide, in each locale. */
import type { RenderedFile } from '../../../build/output/file-forms.ts';
import { decorationsPath, sizeChartPath } from '../../../build/render/addresses.ts';
import type { CatalogueContext } from '../../../build/render/context.ts';
import { wrapRenderErrors } from '../../../build/render/render-error.ts';
import { type Locale, localeFacts } from '../../../contract/locales.ts';
import { html, type Markup } from '../../html.ts';
import { pageFile } from '../addresses.ts';
import { renderFrame, type Translation } from '../frame.ts';
import { renderDecorationsPage } from './decorations-page.ts';
import { renderSizeChartPage } from './size-chart-page.ts';

/** The text of a content page, without the navigation and footer around it. */
export interface PageText {
  readonly title: string;
  /** Description for search engines, one sentence. */
  readonly description: string;
  readonly body: Markup;
}

/** A size chart or the decoration guide in one locale. */
export interface ContentPage {
  /** URL path of the page in the locale of `context`. */
  readonly address: string;
  /** The locale of the page, and the shared content from which the page is rendered. */
  readonly context: CatalogueContext;
  /** Language tag and URL path of the page in every locale in which it exists, including the locale of `context`. */
  readonly translations: readonly Translation[];
  readonly render: () => PageText;
}

/**
 * Lists the content pages: for the locale of each of `contexts`, a page for each size chart and one decoration guide.
 * `skusOf` returns the products that are sold in a locale and have a size chart.
 */
export function listContentPages(
  contexts: readonly CatalogueContext[],
  skusOf: (chart: string, locale: Locale) => readonly string[],
): ContentPage[] {
  return contexts.flatMap((context) => {
    const page = (pathIn: (locale: Locale) => string, render: () => PageText): ContentPage => ({
      address: `/${pathIn(context.locale)}`,
      context,
      translations: contexts.map(({ locale }) => ({ tag: locale, address: `/${pathIn(locale)}` })),
      render,
    });
    return [
      ...Object.entries(context.content.sizeCharts).map(([id, chart]) =>
        page(
          (locale) => sizeChartPath(id, locale),
          () => renderSizeChartPage(chart, context, skusOf(id, context.locale)),
        ),
      ),
      page(decorationsPath, () => renderDecorationsPage(context)),
    ];
  });
}

/**
 * Renders the HTML file of a size chart or decoration guide, with the navigation and footer of the documentation.
 * Throws a `RenderError` that names the address of the page if rendering fails.
 */
export function renderContentPage(page: ContentPage): RenderedFile {
  const { address, translations, context, render } = page;
  const { locale, site } = context;
  return wrapRenderErrors(address, () => {
    const { title, description, body } = render();
    const text = { body: html`<h1>${title}</h1>\n<p>${description}</p>\n${body}`, headings: [] };
    const { language } = localeFacts[locale];
    const frame = { language, tag: locale, address, translations, title, description, text };
    return {
      paths: [pageFile(address)],
      bytes: Buffer.from(renderFrame(frame, site.baseUrl)),
    };
  });
}
