/** Pages written in Markdown: each is released as HTML for browsers and as Markdown for other programs. */
import type { RenderedFile } from '../../build/output/file-forms.ts';
import type { Markup } from '../html.ts';
import {
  addresses,
  languageTags,
  markdownAddress,
  type PageId,
  type PageLanguage,
  pageFile,
  pageLanguages,
} from './addresses.ts';
import { prefixMarkdown } from './base-path.ts';
import { renderFrame, type Translation } from './frame.ts';
import { type Heading, renderMarkdown, toPlainMarkdown } from './render-markdown.ts';

/** A page written in Markdown, in one language. */
export interface MarkdownPage {
  readonly id: PageId;
  readonly language: PageLanguage;
  /** URL path of the page. */
  readonly address: string;
  readonly title: string;
  /** The first line of the first paragraph, as plain text. */
  readonly description: string;
  /** The Markdown text, with all placeholders replaced. */
  readonly markdown: string;
  readonly extras: PageExtras;
}

/** Optional parts of a page besides its text. */
export interface PageExtras {
  /** Appended to the text in the HTML file. */
  readonly appendedHtml?: Markup;
  /** Appended to the text in the Markdown file. */
  readonly appendedMarkdown?: string;
  /** URL paths of style sheets that only this page loads. */
  readonly styles?: readonly string[];
  /** URL paths of JavaScript modules that only this page loads. */
  readonly scripts?: readonly string[];
  /**
   * Entries of the table of contents. Default: the level-2 headings of the text, or no entries if it has fewer than
   * three.
   */
  readonly contents?: readonly Heading[];
  /** API fields that the search finds on this page: anchor id without `#` (`id`) and description (`text`). */
  readonly fields?: readonly { readonly id: string; readonly text: string }[];
}

/**
 * Creates a page from Markdown that begins with `# Title`, an empty line and a paragraph. The title and the first line
 * of the paragraph become the title and description of the page. Throws an `Error` if the Markdown begins differently.
 */
export function createMarkdownPage(
  id: PageId,
  language: PageLanguage,
  markdown: string,
  extras: PageExtras = {},
): MarkdownPage {
  const [, title, first] = /^# (.+)\n\n(.+)\n/.exec(markdown) ?? [];
  if (title === undefined || first === undefined) {
    throw new Error(`the text of ${id} in ${language} does not begin with a title and a paragraph`);
  }
  const address = addresses[id][language];
  return { id, language, address, title, description: toPlainText(first), markdown, extras };
}

/** Returns the language tag and the URL path of a page in each language. */
export function listTranslations(id: PageId): readonly Translation[] {
  return pageLanguages.map((language) => ({
    tag: languageTags[language],
    address: addresses[id][language],
  }));
}

/**
 * Renders the HTML file and the Markdown file of a page. `baseUrl` is the public URL of the API. Throws the errors of
 * `renderMarkdown`.
 */
export function renderPage(page: MarkdownPage, baseUrl: string): RenderedFile[] {
  const { markdown, extras, address } = page;
  const { appendedMarkdown, fields: _, ...frame } = extras;
  const text = renderMarkdown(markdown, page.language);
  const parts = [markdown, ...(appendedMarkdown === undefined ? [] : [appendedMarkdown])];
  const plain = toPlainMarkdown(`${parts.map((part) => part.trim()).join('\n\n')}\n`);
  return [
    {
      paths: [pageFile(address)],
      bytes: Buffer.from(
        renderFrame(
          {
            ...{ ...page, ...frame, text },
            translations: listTranslations(page.id),
            markdown: markdownAddress(address),
          },
          baseUrl,
        ),
      ),
    },
    {
      paths: [`public${markdownAddress(address)}`],
      bytes: Buffer.from(prefixMarkdown(plain, baseUrl)),
    },
  ];
}

/** Returns a Markdown paragraph without backticks and asterisks; each link is replaced by its text. */
function toPlainText(paragraph: string): string {
  return paragraph.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/[`*]/g, '');
}
