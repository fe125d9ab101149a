/**
 * Renders the documentation of a release: the pages below `/docs`, size charts, the decoration guide, 404 pages and
 * files for search engines. Only builds that render pages load this module, because it and its libraries for Markdown
 * and syntax highlighting are an eighth of the compiler's code.
 */

import type { RenderedFile } from '../../build/output/file-forms.ts';
import type { PageFacts } from '../../build/output/shared-files.ts';
import { openApiSiteOf } from '../../build/render/addresses.ts';
import type { CatalogueContext } from '../../build/render/context.ts';
import { wrapRenderErrors } from '../../build/render/render-error.ts';
import { locales } from '../../contract/locales.ts';
import { publicFiles } from '../../contract/release.ts';
import { html } from '../html.ts';
import {
  addresses,
  type PageId,
  type PageLanguage,
  pageIds,
  pageLanguages,
  sampleAddress,
} from './addresses.ts';
import { listContentPages, renderContentPage } from './content-pages/content-pages.ts';
import type { DocsData, LanguageData } from './docs-data.ts';
import type { DocsFiles } from './docs-files.ts';
import { errorsMarkdown } from './errors/errors-page.ts';
import { expand, fillSample, type SampleInput } from './expand.ts';
import {
  createMarkdownPage,
  listTranslations,
  type MarkdownPage,
  renderPage,
} from './markdown-page.ts';
import { renderNotFoundPage } from './not-found-page.ts';
import { type ApiDescription, readOpenApiDocument } from './reference/openapi.ts';
import { renderReference } from './reference/reference-page.ts';
import { renderSearchEntries, searchAddress } from './search.ts';
import { renderRobots, renderSitemap } from './site-files.ts';

/**
 * Renders the pages, assets and site files (such as `robots.txt`) of a release. Throws a `RenderError` that names the
 * page or file that cannot be rendered.
 */
export function renderDocs(
  files: DocsFiles,
  contexts: PageFacts['contexts'],
  { soldIn, chartSkus, byLanguage }: DocsData,
): RenderedFile[] {
  const [context] = contexts as readonly [CatalogueContext];
  const { baseUrl } = context.site;
  const site = openApiSiteOf(context);
  const pages = pageLanguages.flatMap((language) => {
    const api = readOpenApiDocument(site, language);
    return createMarkdownPages(language, files, api, byLanguage[language]);
  });
  // Without a product, no detail links to a content page, and shared texts may lack the language.
  const contentPages = listContentPages(
    contexts.filter(({ locale }) => soldIn.includes(locale)),
    (chart, locale) => chartSkus.get(`${locale} ${chart}`) ?? [],
  );
  const indexed = [
    ...pages.map(({ id, address }) => ({ address, translations: listTranslations(id) })),
    ...contentPages,
  ];
  const file = (path: string, render: () => string | Buffer): RenderedFile => ({
    paths: [`public${path}`],
    bytes: wrapRenderErrors(path, () => Buffer.from(render())),
  });
  return [
    ...pages.flatMap((page) => wrapRenderErrors(page.address, () => renderPage(page, baseUrl))),
    ...contentPages.map(renderContentPage),
    ...pageLanguages.map((language) =>
      file(`/${publicFiles.notFound(language)}`, () => renderNotFoundPage(language, baseUrl)),
    ),
    ...pageLanguages.flatMap((language) =>
      Array.from(files.samples, ([name, code]) =>
        file(sampleAddress(name, language), () => fillSample(code, byLanguage[language].input)),
      ),
    ),
    ...Array.from(files.assets, ([asset, bytes]) => file(`/${assetPath(asset)}`, () => bytes)),
    ...pageLanguages.map((language) =>
      file(searchAddress(language), () => renderSearchEntries(pages, language, baseUrl)),
    ),
    file(`/${publicFiles.robots}`, () => renderRobots(baseUrl)),
    file(`/${publicFiles.sitemap}`, () => renderSitemap(indexed, baseUrl)),
  ];
}

/** Creates the pages of a language that are written in Markdown, in the order of the navigation. */
function createMarkdownPages(
  language: PageLanguage,
  { texts, samples }: DocsFiles,
  api: ApiDescription,
  { input, values, outputs }: LanguageData,
): MarkdownPage[] {
  const expandText = (name: string) =>
    wrapRenderErrors(`the text ${name} in ${language}`, () => {
      const text = texts.get(`${language}/${name}`);
      if (text === undefined) throw new Error('the file is missing in pages/docs/texts');
      return expand(text, { input, values, samples, outputs });
    });
  const createPage: Readonly<Record<PageId, () => MarkdownPage>> = {
    start: () => createMarkdownPage('start', language, expandText('start')),
    quickstart: () => createMarkdownPage('quickstart', language, expandText('quickstart')),
    copy: () => createMarkdownPage('copy', language, expandText('keep-a-copy')),
    prices: () => createMarkdownPage('prices', language, expandText('prices')),
    stock: () => createMarkdownPage('stock', language, expandText('stock')),
    limits: () => createMarkdownPage('limits', language, expandText('limits')),
    reference: () => createReferencePage(language, expandText('reference'), api, input),
    errors: () => createMarkdownPage('errors', language, errorsMarkdown(language, input.baseUrl)),
    status: () =>
      createMarkdownPage('status', language, expandText('status'), {
        appendedHtml: html`<div id="health" role="status" data-locales="${locales.join(' ')}"></div>\n`,
        scripts: ['/docs/status.js'],
      }),
    promostandards: () =>
      createMarkdownPage('promostandards', language, expandText('promostandards')),
    notOffered: () => createMarkdownPage('notOffered', language, expandText('not-offered')),
  };
  return pageIds.map((id) => wrapRenderErrors(addresses[id][language], createPage[id]));
}

function createReferencePage(
  language: PageLanguage,
  text: string,
  api: ApiDescription,
  input: SampleInput,
): MarkdownPage {
  const { body, markdown, headings, fields } = renderReference(api, { language, input });
  return createMarkdownPage('reference', language, text, {
    appendedHtml: body,
    appendedMarkdown: markdown,
    ...{ contents: headings, fields },
    styles: ['/docs/reference.css'],
    scripts: ['/docs/reference.js'],
  });
}

/** Returns the path of an asset below `public/`: in `docs/`, except the favicon, which browsers request from `/`. */
function assetPath(name: string): string {
  return name === publicFiles.favicon ? name : `docs/${name}`;
}
