/** What the search of the docs finds: a file for each language, which a browser loads when a reader begins to search. */
import type { PageId, PageLanguage } from './addresses.ts';
import { slugOf } from './render-markdown.ts';
import type { WrittenPage } from './written-page.ts';

/** A section of a page, or a field. */
export interface SearchEntry {
  /** Address with anchor. */
  readonly address: string;
  readonly title: string;
  /** Title of the page. */
  readonly page: string;
  /** The route or the error code that the section is about; it is found first. */
  readonly code?: string;
  /** Beginning of the section, without marks. */
  readonly text: string;
}

/** Characters of a section that are searched: the guide's longest has three times as many. */
const maxTextLength = 1500;

/** Pages whose sections begin with the route or the code that they are about. */
const codedPages: readonly PageId[] = ['reference', 'errors'];

/** Address of the library. */
export const searchLibraryAddress = '/docs/minisearch.js';

/** Address of the entries of a language. */
export function searchAddress(language: PageLanguage): string {
  return `/docs/search-${language}.js`;
}

/** Renders the entries of the pages in a language as a module: the policy of the docs lets pages import it. */
export function renderSearchEntries(pages: readonly WrittenPage[], language: PageLanguage): string {
  const entries = pages.filter((page) => page.language === language).flatMap(entriesOf);
  return `export default ${JSON.stringify(entries)};\n`;
}

/** Returns the page itself, its sections, and what it adds to them. */
function entriesOf({ id: pageId, address, title, markdown, extras }: WrittenPage): SearchEntry[] {
  const [beginning = '', ...sections] = `${markdown}\n\n${extras.afterMarkdown ?? ''}`
    .replace(/```[\s\S]*?```/g, '')
    .split(/^#{2,3} /m);
  const text = beginning.replace(/^# .*$/m, '');
  return [
    { address, title, page: title, text: toPlainText(text) },
    ...sections.map((section) => {
      const [, name = '', id] = /^(.*?)(?: \{#([\w-]+)\})?$/m.exec(section) ?? [];
      const body = section.replace(/^.*$/m, '');
      const [, code] = codedPages.includes(pageId) ? (/`([^`]+)`/.exec(body) ?? []) : [];
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

/** Markdown without its marks. */
function toPlainText(markdown: string): string {
  return markdown
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^\|[-|]+\|$/gm, '')
    .replace(/[`*|#]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, maxTextLength);
}
