/** Renders the HTML document around the text of a page: head, search, navigation, contents and footer. */
import { html, Markup } from '../html.ts';
import { addresses, languageTags, type PageId, type PageLanguage, pageIds } from './addresses.ts';
import { prefixHtml } from './base-path.ts';
import { frameLabels } from './frame-labels.ts';
import type { Heading, RenderedText } from './render-markdown.ts';
import { searchAddress, searchLibraryAddress } from './search.ts';

/** A version of a page in one language or locale. */
export interface Translation {
  /** BCP 47 language tag. */
  readonly tag: string;
  /** URL path of the page in this language or locale. */
  readonly address: string;
}

/** The text and metadata of a page, from which `renderFrame` renders the HTML document. */
export interface FramedPage {
  /** Id of the page in the navigation; undefined for a page that the navigation does not list. */
  readonly id?: PageId;
  /** Language of the navigation, search and footer around the text. */
  readonly language: PageLanguage;
  /** BCP 47 language tag of the text; by default, the tag of `language`. */
  readonly tag?: string;
  /** URL path of the page; undefined for the 404 page, which is served at many addresses. */
  readonly address?: string;
  /**
   * Language tag and URL path of each language or locale version of the page, including the page itself; empty for the
   * 404 page.
   */
  readonly translations: readonly Translation[];
  /** URL path of the Markdown version of the page; undefined if it has none. */
  readonly markdown?: string;
  readonly title: string;
  /** One sentence, for search engines and lists of pages. */
  readonly description: string;
  readonly text: RenderedText;
  /** HTML appended to the text. */
  readonly appendedHtml?: Markup;
  /** URL paths of style sheets that only this page loads. */
  readonly styles?: readonly string[];
  /** URL paths of JavaScript modules that only this page loads. */
  readonly scripts?: readonly string[];
  /**
   * Entries of the table of contents. Default: the level-2 headings of the text, or no entries if it has fewer than
   * three.
   */
  readonly contents?: readonly Heading[];
}

/**
 * Renders the HTML document of a page. `baseUrl` is the URL of the server, such as `https://api.example.com`; if it has
 * a path, the links of the page begin with it.
 */
export function renderFrame(page: FramedPage, baseUrl: string): string {
  const { id, language, title, text, markdown, appendedHtml = new Markup('') } = page;
  const labels = frameLabels[language];
  const sections = text.headings.filter(({ depth }) => depth === 2);
  const contents = page.contents ?? (sections.length > 2 ? sections : []);
  const document = html`<!doctype html>
<html lang="${page.tag ?? languageTags[language]}">
${renderHead(page, baseUrl)}
<body${id === undefined ? '' : html` class="${id}"`} data-copy="${labels.copy}" data-copied="${labels.copied}" data-not-copied="${labels.notCopied}" data-choose-language="${labels.chooseLanguage}">
<a class="skip" href="#content">${labels.skip}</a>
<header class="bar">
<a class="brand" href="${addresses.start[language]}">${labels.site}</a>
${renderSearch(language)}${renderOtherLanguage(page)}
</header>
<div class="page">
<div class="side">
<nav class="pages" aria-label="${labels.navigation}"><ul>
${pageIds.map((other) => html`<li>${renderPageLink(other, page)}</li>\n`)}</ul></nav>
${contents.length > 0 ? renderContents(contents, labels.contents) : ''}
</div>
<main id="content" tabindex="-1" aria-label="${title}">
${text.body}${appendedHtml}</main>
</div>
<footer>
${markdown === undefined ? '' : html`<a href="${markdown}">${labels.asMarkdown}</a>\n`}<a href="/openapi.json">${labels.description}</a>
</footer>
</body>
</html>
`;
  return prefixHtml(document.text, baseUrl);
}

function renderHead(page: FramedPage, baseUrl: string): Markup {
  const { id, language, title, description, address, markdown, styles = [], scripts = [] } = page;
  const labels = frameLabels[language];
  const links = [
    ...(address === undefined ? [] : [html`<link rel="canonical" href="${baseUrl}${address}">\n`]),
    ...renderTranslations(page, baseUrl),
    ...(markdown === undefined
      ? []
      : [
          html`<link rel="alternate" type="text/markdown" href="${markdown}" title="${labels.asMarkdown}">\n`,
        ]),
  ];
  const files = [
    ...['/docs/style.css', ...styles].map((file) => html`<link rel="stylesheet" href="${file}">\n`),
    ...['/docs/docs.js', '/docs/search.js', ...scripts].map(
      (file) => html`<script type="module" src="${file}"></script>\n`,
    ),
  ];
  return html`<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${id === 'start' ? labels.site : `${title} · ${labels.site}`}</title>
<meta name="description" content="${description}">
<link rel="icon" type="image/svg+xml" href="/docs/icon.svg">
${links}${files}${id === 'start' && language === 'en' ? renderLanguageScript() : ''}</head>`;
}

/**
 * Renders the `<script>` that loads `language.js`, which redirects users who chose French to the French overview. It is
 * not a module, so that it runs before the page is shown.
 */
function renderLanguageScript(): Markup {
  return html`<script src="/docs/language.js" data-french="${addresses.start.fr}"></script>\n`;
}

/** Renders the search field. It is hidden until `search.js` runs, because it needs JavaScript. */
function renderSearch(language: PageLanguage): Markup {
  const { label, placeholder, results, none, count, failed } = frameLabels[language].search;
  return html`<div class="search" role="search" data-library="${searchLibraryAddress}" data-entries="${searchAddress(language)}" data-none="${none}" data-count="${count}" data-failed="${failed}" hidden>
<input type="search" role="combobox" aria-label="${label}" placeholder="${placeholder}" aria-keyshortcuts="/" aria-expanded="false" aria-controls="search-results" aria-autocomplete="list" autocomplete="off" spellcheck="false">
<div id="search-results" role="listbox" aria-label="${results}" hidden></div>
<p role="status"></p>
</div>
`;
}

/**
 * Renders `hreflang` links to all language and locale versions of a page, including the page itself, as search engines
 * require. Returns an empty list for a page with only one version.
 */
function renderTranslations({ translations }: FramedPage, baseUrl: string): readonly Markup[] {
  if (translations.length < 2) return [];
  return translations.map(
    ({ tag, address }) =>
      html`<link rel="alternate" hreflang="${tag}" href="${baseUrl}${address}">\n`,
  );
}

function renderPageLink(other: PageId, { id, language }: FramedPage): Markup {
  const current = other === id ? html` aria-current="page"` : '';
  return html`<a href="${addresses[other][language]}"${current}>${frameLabels[language].pages[other]}</a>`;
}

/** Renders the link to the page in the other language or, without a translation, to the overview in that language. */
function renderOtherLanguage({ language, translations }: FramedPage): Markup {
  const other: PageLanguage = language === 'en' ? 'fr' : 'en';
  const { tag, address } = translations.find(({ tag }) => tag.startsWith(other)) ?? {
    tag: languageTags[other],
    address: addresses.start[other],
  };
  return html`<a class="language" lang="${languageTags[other]}" hreflang="${tag}" href="${address}">${frameLabels[language].otherLanguage}</a>`;
}

/**
 * Renders the table of contents twice: as a sidebar, and as a collapsed list for narrow screens. The style
 * sheet hides one of them.
 */
function renderContents(sections: readonly Heading[], title: string): Markup {
  const list = html`<ul>
${sections.map(renderContentsEntry)}</ul>`;
  return html`<nav aria-label="${title}"><div class="contents"><p>${title}</p>
${list}</div>
<details class="contents-folded"><summary>${title}</summary>
${list}</details></nav>`;
}

function renderContentsEntry({ depth, id, text }: Heading): Markup {
  return html`<li${depth > 2 ? html` class="deeper"` : ''}><a href="#${id}">${text}</a></li>\n`;
}
