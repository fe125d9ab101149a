/** The frame around the text of a page: head, navigation, contents, languages. */
import { html, Markup } from '../html.ts';
import {
  addresses,
  feedAddress,
  languageTags,
  type PageId,
  type PageLanguage,
  pageIds,
} from './addresses.ts';
import type { Heading, RenderedText } from './render-markdown.ts';
import { searchAddress, searchLibraryAddress } from './search.ts';
import { words } from './words.ts';

/** A page in one language or locale, as a link names it. */
export interface Translation {
  /** BCP 47. */
  readonly tag: string;
  readonly address: string;
}

export interface FramedPage {
  /** The entry of the navigation; missing for a page that is not in it. */
  readonly id?: PageId;
  readonly language: PageLanguage;
  /** Language and region of the text; that of `language` if it is missing. */
  readonly tag?: string;
  /** Missing for a page that answers many addresses. */
  readonly address?: string;
  /** The page in each language or locale, its own included. */
  readonly translations: readonly Translation[];
  /** Address of the same page as Markdown. */
  readonly markdown?: string;
  readonly title: string;
  /** One sentence, for search engines and lists of pages. */
  readonly description: string;
  readonly text: RenderedText;
  /** Behind the text. */
  readonly after?: Markup;
  /** Files that only this page loads, by address. */
  readonly styles?: readonly string[];
  /** Modules. */
  readonly scripts?: readonly string[];
  /** What the list of contents shows; the sections of the text if it is not given. */
  readonly contents?: readonly Heading[];
}

/** Renders the whole page; `baseUrl` is the public address. */
export function renderFrame(page: FramedPage, baseUrl: string): string {
  const { id, language, title, text, markdown, after = new Markup('') } = page;
  const say = words[language];
  const sections = text.headings.filter(({ depth }) => depth === 2);
  const contents = page.contents ?? (sections.length > 2 ? sections : []);
  return html`<!doctype html>
<html lang="${page.tag ?? languageTags[language]}">
${renderHead(page, baseUrl)}
<body${id === undefined ? '' : html` class="${id}"`} data-copy="${say.copy}" data-copied="${say.copied}" data-choose-language="${say.chooseLanguage}">
<a class="skip" href="#content">${say.skip}</a>
<header class="bar">
<a class="brand" href="${addresses.start[language]}">${say.site}</a>
<nav aria-label="${say.navigation}"><ul>
${pageIds.map((other) => html`<li>${renderPageLink(other, page)}</li>\n`)}</ul></nav>
${renderSearch(language)}${renderOtherLanguage(page)}
</header>
<div class="page">
${contents.length > 0 ? renderContents(contents, say.contents) : ''}
<main id="content" tabindex="-1" aria-label="${title}">
${text.body}${after}</main>
</div>
<footer>
${markdown === undefined ? '' : html`<a href="${markdown}">${say.asMarkdown}</a>\n`}<a href="${feedAddress}">${say.feed}</a>
<a href="/openapi.json">${say.description}</a>
</footer>
</body>
</html>
`.text;
}

function renderHead(page: FramedPage, baseUrl: string): Markup {
  const { id, language, title, description, address, markdown, styles = [], scripts = [] } = page;
  const say = words[language];
  const links = [
    ...(address === undefined ? [] : [html`<link rel="canonical" href="${baseUrl}${address}">\n`]),
    ...renderTranslations(page, baseUrl),
    ...(markdown === undefined
      ? []
      : [
          html`<link rel="alternate" type="text/markdown" href="${markdown}" title="${say.asMarkdown}">\n`,
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
<title>${id === 'start' ? say.site : `${title} · ${say.site}`}</title>
<meta name="description" content="${description}">
<link rel="icon" type="image/svg+xml" href="/docs/icon.svg">
${links}<link rel="alternate" type="application/atom+xml" href="${feedAddress}" title="${say.feed}">
${files}${id === 'start' && language === 'en' ? renderLanguageScript() : ''}</head>`;
}

/** Not a module: it runs before the page is shown. */
function renderLanguageScript(): Markup {
  return html`<script src="/docs/language.js" data-french="${addresses.start.fr}"></script>\n`;
}

/** The search, which only a script can use: without one it stays hidden. */
function renderSearch(language: PageLanguage): Markup {
  const { label, placeholder, results, none, count } = words[language].search;
  return html`<div class="search" role="search" data-library="${searchLibraryAddress}" data-entries="${searchAddress(language)}" data-none="${none}" data-count="${count}" hidden>
<input type="search" role="combobox" aria-label="${label}" placeholder="${placeholder}" aria-keyshortcuts="/" aria-expanded="false" aria-controls="search-results" aria-autocomplete="list" autocomplete="off" spellcheck="false">
<div id="search-results" role="listbox" aria-label="${results}" hidden></div>
<p role="status"></p>
</div>
`;
}

/** Every language of a page that is in more than one, its own included, as search engines want it. */
function renderTranslations({ translations }: FramedPage, baseUrl: string): readonly Markup[] {
  if (translations.length < 2) return [];
  return translations.map(
    ({ tag, address }) =>
      html`<link rel="alternate" hreflang="${tag}" href="${baseUrl}${address}">\n`,
  );
}

function renderPageLink(other: PageId, { id, language }: FramedPage): Markup {
  const current = other === id ? html` aria-current="page"` : '';
  return html`<a href="${addresses[other][language]}"${current}>${words[language].pages[other]}</a>`;
}

/** The same page in the other language, or its overview where there is none. */
function renderOtherLanguage({ language, translations }: FramedPage): Markup {
  const other: PageLanguage = language === 'en' ? 'fr' : 'en';
  const { tag, address } = translations.find(({ tag }) => tag.startsWith(other)) ?? {
    tag: languageTags[other],
    address: addresses.start[other],
  };
  return html`<a class="language" lang="${languageTags[other]}" hreflang="${tag}" href="${address}">${words[language].otherLanguage}</a>`;
}

/** Beside the text where there is room, folded above it where there is not. */
function renderContents(sections: readonly Heading[], title: string): Markup {
  const list = html`<ul>
${sections.map(renderContentsEntry)}</ul>`;
  return html`<nav class="contents" aria-label="${title}"><p>${title}</p>
${list}</nav>
<details class="contents-folded"><summary>${title}</summary>
${list}</details>`;
}

function renderContentsEntry({ depth, id, text }: Heading): Markup {
  return html`<li${depth > 2 ? html` class="deeper"` : ''}><a href="#${id}">${text}</a></li>\n`;
}
