/** Renders the search index of the documentation, one file for each language. */
import type { PageId, PageLanguage } from './addresses.ts';
import { basePathOf } from './base-path.ts';
import type { MarkdownPage } from './markdown-page.ts';
import { slugOf } from './render-markdown.ts';

/** A searchable page, section of a page, or API field. */
export interface SearchEntry {
  /** URL path of the page; for a section or field, with its anchor. */
  readonly address: string;
  readonly title: string;
  /** Title of the page that contains the section or field; for a page, its own title. */
  readonly page: string;
  /** The route or error code that the section describes; search results with a match in `code` rank highest. */
  readonly code?: string;
  /** Plain text: the text of a section, the description of a field, or the text of a page before its first section. */
  readonly text: string;
}

/** Pages in whose sections the first inline code is the route or the error code that the section describes. */
const pagesWithCodes: readonly PageId[] = ['reference', 'errors'];

/** The URL path of the JavaScript module of MiniSearch, the library that searches in the browser. */
export const searchLibraryAddress = '/docs/minisearch.js';

/** Returns the URL path of the search index of a language. */
export function searchAddress(language: PageLanguage): string {
  return `/docs/search-${language}.js`;
}

/**
 * Renders the search index of a language as a JavaScript module, which `search.js` imports: its default export is a
 * list of `SearchEntry`. The addresses of entries begin with the path of `baseUrl`.
 */
export function renderSearchEntries(
  pages: readonly MarkdownPage[],
  language: PageLanguage,
  baseUrl: string,
): string {
  const path = basePathOf(baseUrl);
  const entries = pages
    .filter((page) => page.language === language)
    .flatMap((page) => entriesOf({ ...page, address: path + page.address }));
  return `export default ${JSON.stringify(entries)};\n`;
}

/** Returns the entries of a page: the page itself, its sections and its API fields. */
function entriesOf({ id: pageId, address, title, markdown, extras }: MarkdownPage): SearchEntry[] {
  const [beginning = '', ...sections] = `${markdown}\n\n${extras.appendedMarkdown ?? ''}`
    .replace(/```[\s\S]*?```/g, '')
    .split(/^#{2,3} /m);
  const text = beginning.replace(/^# .*$/m, '');
  return [
    { address, title, page: title, text: toPlainText(text) },
    ...sections.map((section) => {
      const [, name = '', id] = /^(.*?)(?: \{#([\w-]+)\})?$/m.exec(section) ?? [];
      const body = section.replace(/^.*$/m, '');
      const [, code] = pagesWithCodes.includes(pageId) ? (/`([^`]+)`/.exec(body) ?? []) : [];
      return {
        ...(code && { code }),
        address: `${address}#${id ?? slugOf(name)}`,
        ...{ title: toPlainText(name), page: title, text: toPlainText(body) },
      };
    }),
    ...(extras.fields ?? []).map(({ id, text: meaning }) => ({
      ...{ address: `${address}#${id}`, title: id, page: title, text: toPlainText(meaning) },
    })),
  ];
}

/** Returns Markdown as one line of plain text; of a link, only the text remains. */
function toPlainText(markdown: string): string {
  return markdown
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^\|[-|]+\|$/gm, '')
    .replace(/[`*|#]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}
