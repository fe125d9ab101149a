/** The pages below `/docs`: what they are made of is read once, then rendered for a release. */
import { type RenderedFile, rendering } from '../../build/output/rendered-file.ts';
import type { PageFacts, RenderPages } from '../../build/output/shared-files.ts';
import { openApiSiteOf } from '../../build/render/addresses.ts';
import { type CatalogueContext, isSoldIn } from '../../build/render/context.ts';
import { locales } from '../../contract/locales.ts';
import { publicFiles } from '../../contract/release.ts';
import { html } from '../html.ts';
import { collectionAddress, feedAddress, type PageLanguage, pageLanguages } from './addresses.ts';
import { createAnswers } from './answers.ts';
import { brunoCollection } from './bruno/collection.ts';
import { zip } from './bruno/zip.ts';
import {
  changesHeadings,
  changesIntroduction,
  changesMarkdown,
  renderChanges,
  renderFeed,
} from './changes/changes-page.ts';
import { listContentPages, renderContentPage } from './content-pages/content-pages.ts';
import { dataModelIntroduction, renderDataModel } from './data-model/data-model-page.ts';
import { collectExamples } from './data-model/examples.ts';
import { type DocsFiles, readDocsFiles } from './docs-files.ts';
import { errorsMarkdown } from './errors/errors-page.ts';
import { expand } from './expand.ts';
import { chooseSubject, createFacts } from './facts.ts';
import { renderLlms } from './llms.ts';
import { renderNotFoundPage } from './not-found-page.ts';
import { type ApiDescription, describeApi, operationsOf } from './reference/openapi.ts';
import { referenceMarkdown, renderReference } from './reference/reference-page.ts';
import { renderSearchEntries, searchAddress } from './search.ts';
import { renderRobots, renderSitemap } from './site-files.ts';
import { words } from './words.ts';
import { renderPage, translationsOf, type WrittenPage, writePage } from './written-page.ts';

/** Reads the files that pages are made of; gives what renders the pages of a release. */
export async function openDocs(): Promise<RenderPages> {
  const files = await readDocsFiles();
  return (facts) => renderDocs(files, facts);
}

function renderDocs(files: DocsFiles, facts: PageFacts): RenderedFile[] {
  const [context] = facts.contexts as readonly [CatalogueContext];
  const { baseUrl } = context.site;
  const api = describeApi(openApiSiteOf(context));
  const pages = writePages(files, facts, api);
  const contentPages = listContentPages(facts.contexts.filter(isShown(facts)));
  const indexed = [
    ...pages.map(({ id, address }) => ({ address, translations: translationsOf(id) })),
    ...contentPages,
  ];
  const text = (path: string, content: string): RenderedFile => ({
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
        brunoCollection(api, {
          name: words.en.site,
          subject: { baseUrl, ...chooseSubject('en', facts) },
        }),
      ),
    },
    text(feedAddress, renderFeed(files.changelog, { name: words.en.site, baseUrl })),
    ...pageLanguages.map((language) =>
      text(searchAddress(language), renderSearchEntries(pages, language)),
    ),
    text(`/${publicFiles.llms}`, renderLlms(pages, baseUrl)),
    text(`/${publicFiles.robots}`, renderRobots(baseUrl)),
    text(`/${publicFiles.sitemap}`, renderSitemap(indexed, baseUrl)),
  ];
}

/** Every page with its text, English first. */
function writePages(files: DocsFiles, facts: PageFacts, api: ApiDescription): WrittenPage[] {
  const [context] = facts.contexts as readonly [CatalogueContext];
  const { baseUrl } = context.site;
  const textOf = (language: PageLanguage, name: string) => {
    const text = files.texts.get(`${language}/${name}`);
    return rendering(`the text ${name} in ${language}`, () => {
      if (text === undefined) throw new Error('there is no such text');
      const subject = { baseUrl, ...chooseSubject(language, facts) };
      return expand(text, {
        subject,
        facts: createFacts(language, facts, operationsOf(api)),
        samples: files.samples,
        answers: createAnswers(subject, facts),
      });
    });
  };
  const written = (language: PageLanguage) => [
    writePage('start', language, textOf(language, 'start')),
    writePage('guide', language, textOf(language, 'guide')),
    writeDataModel(language, api, facts),
    writeReference(language, textOf(language, 'reference'), api, facts),
    writePage('errors', language, errorsMarkdown(language, baseUrl)),
    writePage('changes', language, changesIntroduction(language), {
      after: renderChanges(files.changelog, language),
      afterMarkdown: changesMarkdown(files.changelog, language),
      contents: changesHeadings(files.changelog, language),
    }),
    writePage('status', language, textOf(language, 'status'), {
      after: html`<div id="health" role="status" data-locales="${locales.join(' ')}"></div>\n`,
      scripts: ['/docs/status.js'],
    }),
  ];
  return pageLanguages.flatMap(written);
}

function writeDataModel(
  language: PageLanguage,
  api: ApiDescription,
  facts: PageFacts,
): WrittenPage {
  const { locale } = chooseSubject(language, facts);
  const examples = collectExamples(api, facts, locale);
  const { body, markdown, headings, fields } = renderDataModel({ api, examples, language });
  return writePage('dataModel', language, dataModelIntroduction(language), {
    ...{ after: body, afterMarkdown: markdown, contents: headings, fields },
    styles: ['/docs/data-model.css'],
  });
}

function writeReference(
  language: PageLanguage,
  text: string,
  api: ApiDescription,
  facts: PageFacts,
): WrittenPage {
  const [{ site }] = facts.contexts as readonly [CatalogueContext];
  const subject = { baseUrl: site.baseUrl, ...chooseSubject(language, facts) };
  const { body, headings } = renderReference(api, { language, subject });
  return writePage('reference', language, text, {
    after: body,
    afterMarkdown: referenceMarkdown(api, language),
    contents: headings,
    styles: ['/docs/reference.css'],
    scripts: ['/docs/reference.js'],
  });
}

/**
 * Whether a product is sold in a locale: otherwise no detail links to its pages, and shared texts may be
 * missing in its language (decision 59).
 */
function isShown({ products }: PageFacts): (context: CatalogueContext) => boolean {
  return ({ locale }) => products.some((product) => isSoldIn(product, locale));
}

/** Browsers ask for the icon in the root; what else a page loads stands beside it. */
function assetPath(name: string): string {
  return name === publicFiles.favicon ? name : `docs/${name}`;
}
