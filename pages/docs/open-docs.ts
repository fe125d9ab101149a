/** Renders the documentation below `/docs` of a release. Its source files are read once for all releases. */
import { type RenderedFile, rendering } from '../../build/output/rendered-file.ts';
import type { PageFacts, RenderPages } from '../../build/output/shared-files.ts';
import { openApiSiteOf } from '../../build/render/addresses.ts';
import { type CatalogueContext, isSoldIn } from '../../build/render/context.ts';
import { locales } from '../../contract/locales.ts';
import { publicFiles } from '../../contract/release.ts';
import { html } from '../html.ts';
import { collectionAddress, feedAddress, type PageLanguage, pageLanguages } from './addresses.ts';
import { createBrunoCollection } from './bruno/collection.ts';
import { zip } from './bruno/zip.ts';
import {
  changesHeadings,
  changesIntroductionMarkdown,
  changesMarkdown,
  renderChanges,
  renderFeed,
} from './changes/changes-page.ts';
import { listContentPages, renderContentPage } from './content-pages/content-pages.ts';
import { dataModelIntroductionMarkdown, renderDataModel } from './data-model/data-model-page.ts';
import { collectExamples } from './data-model/examples.ts';
import { type DocsFiles, readDocsFiles } from './docs-files.ts';
import { errorsMarkdown } from './errors/errors-page.ts';
import { expand } from './expand.ts';
import { frameLabels } from './frame-labels.ts';
import { renderLlms } from './llms.ts';
import {
  createMarkdownPage,
  listTranslations,
  type MarkdownPage,
  renderPage,
} from './markdown-page.ts';
import { renderNotFoundPage } from './not-found-page.ts';
import { chooseSampleProduct, createPlaceholderValues } from './placeholder-values.ts';
import { type ApiDescription, listOperations, readOpenApiDocument } from './reference/openapi.ts';
import { referenceMarkdown, renderReference } from './reference/reference-page.ts';
import { computeSampleOutputs } from './sample-outputs.ts';
import { renderSearchEntries, searchAddress } from './search.ts';
import { renderRobots, renderSitemap } from './site-files.ts';

/**
 * Reads the source files of the documentation and returns a function that renders the pages, assets and site files of a
 * release. That function throws a `RenderError` that names the page if it cannot be rendered.
 */
export async function openDocs(): Promise<RenderPages> {
  const files = await readDocsFiles();
  return (facts) => renderDocs(files, facts);
}

function renderDocs(files: DocsFiles, facts: PageFacts): RenderedFile[] {
  const [context] = facts.contexts as readonly [CatalogueContext];
  const { baseUrl } = context.site;
  const api = readOpenApiDocument(openApiSiteOf(context));
  const pages = createMarkdownPages(files, facts, api);
  const contentPages = listContentPages(facts.contexts.filter(sellsAnyProduct(facts)));
  const indexed = [
    ...pages.map(({ id, address }) => ({ address, translations: listTranslations(id) })),
    ...contentPages,
  ];
  const textFile = (path: string, content: string): RenderedFile => ({
    paths: [`public${path}`],
    bytes: Buffer.from(content),
  });
  return [
    ...pages.flatMap((page) => rendering(page.address, () => renderPage(page, baseUrl))),
    ...contentPages.map(renderContentPage),
    ...pageLanguages.map((language) => renderNotFoundPage(language, baseUrl)),
    ...Array.from(
      files.assets,
      ([name, bytes]): RenderedFile => ({ paths: [`public/${assetPath(name)}`], bytes }),
    ),
    {
      paths: [`public${collectionAddress}`],
      bytes: zip(
        createBrunoCollection(api, {
          name: frameLabels.en.site,
          input: { baseUrl, ...chooseSampleProduct('en', facts) },
        }),
      ),
    },
    textFile(feedAddress, renderFeed(files.changelog, { name: frameLabels.en.site, baseUrl })),
    ...pageLanguages.map((language) =>
      textFile(searchAddress(language), renderSearchEntries(pages, language)),
    ),
    textFile(`/${publicFiles.llms}`, renderLlms(pages, baseUrl)),
    textFile(`/${publicFiles.robots}`, renderRobots(baseUrl)),
    textFile(`/${publicFiles.sitemap}`, renderSitemap(indexed, baseUrl)),
  ];
}

/** Creates all pages that are written in Markdown, the English ones first. */
function createMarkdownPages(
  files: DocsFiles,
  facts: PageFacts,
  api: ApiDescription,
): MarkdownPage[] {
  const [context] = facts.contexts as readonly [CatalogueContext];
  const { baseUrl } = context.site;
  const pagesIn = (language: PageLanguage) => {
    const expandText = createExpander(language, files, facts, api);
    return [
      createMarkdownPage('start', language, expandText('start')),
      createMarkdownPage('guide', language, expandText('guide')),
      createDataModelPage(language, api, facts),
      createReferencePage(language, expandText('reference'), api, facts),
      createMarkdownPage('errors', language, errorsMarkdown(language, baseUrl)),
      createMarkdownPage('changes', language, changesIntroductionMarkdown(language), {
        appendedHtml: renderChanges(files.changelog, language),
        appendedMarkdown: changesMarkdown(files.changelog, language),
        contents: changesHeadings(files.changelog, language),
      }),
      createMarkdownPage('status', language, expandText('status'), {
        appendedHtml: html`<div id="health" role="status" data-locales="${locales.join(' ')}"></div>\n`,
        scripts: ['/docs/status.js'],
      }),
    ];
  };
  return pageLanguages.flatMap(pagesIn);
}

/**
 * Returns a function that reads a text of a language by its name and replaces its placeholders. The values are
 * computed once for all texts.
 */
function createExpander(
  language: PageLanguage,
  { texts, samples }: DocsFiles,
  facts: PageFacts,
  api: ApiDescription,
): (name: string) => string {
  const [{ site }] = facts.contexts as readonly [CatalogueContext];
  const input = { baseUrl: site.baseUrl, ...chooseSampleProduct(language, facts) };
  const values = createPlaceholderValues(language, facts, listOperations(api));
  const outputs = computeSampleOutputs(input, facts);
  return (name) =>
    rendering(`the text ${name} in ${language}`, () => {
      const text = texts.get(`${language}/${name}`);
      if (text === undefined) throw new Error('the file is missing in pages/docs/texts');
      return expand(text, { input, values, samples, outputs });
    });
}

function createDataModelPage(
  language: PageLanguage,
  api: ApiDescription,
  facts: PageFacts,
): MarkdownPage {
  const { locale } = chooseSampleProduct(language, facts);
  const examples = collectExamples(api, facts, locale);
  const { body, markdown, headings, fields } = renderDataModel({ api, examples, language });
  return createMarkdownPage('dataModel', language, dataModelIntroductionMarkdown(language), {
    ...{ appendedHtml: body, appendedMarkdown: markdown, contents: headings, fields },
    styles: ['/docs/data-model.css'],
  });
}

function createReferencePage(
  language: PageLanguage,
  text: string,
  api: ApiDescription,
  facts: PageFacts,
): MarkdownPage {
  const [{ site }] = facts.contexts as readonly [CatalogueContext];
  const input = { baseUrl: site.baseUrl, ...chooseSampleProduct(language, facts) };
  const { body, headings } = renderReference(api, { language, input });
  return createMarkdownPage('reference', language, text, {
    appendedHtml: body,
    appendedMarkdown: referenceMarkdown(api, language),
    contents: headings,
    styles: ['/docs/reference.css'],
    scripts: ['/docs/reference.js'],
  });
}

/**
 * Returns a predicate that is true for locales in which a product is sold. Other locales have no content pages, because
 * no product detail links to them and shared texts may lack their language (decision 59).
 */
function sellsAnyProduct({ products }: PageFacts): (context: CatalogueContext) => boolean {
  return ({ locale }) => products.some((product) => isSoldIn(product, locale));
}

/** Returns the path of an asset below `public/`: in `docs/`, except the favicon, which browsers request from `/`. */
function assetPath(name: string): string {
  return name === publicFiles.favicon ? name : `docs/${name}`;
}
