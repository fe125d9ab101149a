/** Renders the Markdown of a page as HTML, with anchors at headings and highlighted code. */
import hljs from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import http from 'highlight.js/lib/languages/http';
import json from 'highlight.js/lib/languages/json';
import php from 'highlight.js/lib/languages/php';
import plaintext from 'highlight.js/lib/languages/plaintext';
import python from 'highlight.js/lib/languages/python';
import typescript from 'highlight.js/lib/languages/typescript';
import { Marked, type Tokens } from 'marked';
import { html, Markup } from '../html.ts';
import { type PageLanguage, sampleAddress } from './addresses.ts';
import { frameLabels } from './frame-labels.ts';
import { renderInlineCode } from './inline-code.ts';

/** A heading that the table of contents of a page can link to. */
export interface Heading {
  /** Heading level, 1 for `<h1>`. */
  readonly depth: number;
  /** Id of the heading element, without `#`. */
  readonly id: string;
  /** Text of the heading, without Markdown. */
  readonly text: string;
}

/** The HTML of a Markdown text, and its headings in document order. */
export interface RenderedText {
  readonly body: Markup;
  readonly headings: readonly Heading[];
}

/**
 * The languages of fenced code blocks. Key: the word after the fence, such as `ts`. Value: the name that pages show,
 * and the grammar of highlight.js.
 */
const codeLanguages = {
  sh: { name: 'Shell', grammar: bash },
  curl: { name: 'curl', grammar: bash },
  ts: { name: 'TypeScript', grammar: typescript },
  python: { name: 'Python', grammar: python },
  php: { name: 'PHP', grammar: php },
  json: { name: 'JSON', grammar: json },
  http: { name: 'HTTP', grammar: http },
  text: { name: 'Text', grammar: plaintext },
} as const;
type CodeLanguage = keyof typeof codeLanguages;

for (const [id, { grammar }] of Object.entries(codeLanguages)) {
  hljs.registerLanguage(id, grammar);
}

const headingIdPattern = / \{#([A-Za-z0-9_-]+)\}$/;

/**
 * Renders Markdown of the project's own texts as HTML, with captions of code blocks in `language`.
 * - `## Title {#id}` sets the id of a heading; without `{#id}`, the id is `slugOf` the title.
 * - The text after the fence of a code block is the language of the code, such as `ts`.
 * - A sample is a program that the page may show in several programming languages. The text after the fence of its
 *   TypeScript code is `ts sample=NAME`. The output of this code is the code block `json sample=NAME of=ts`; `json` is
 *   the language of the output.
 * Throws an `Error` for raw HTML, and for a code block without a language or with one that `codeLanguages` lacks:
 * neither must be released.
 */
export function renderMarkdown(markdown: string, language: PageLanguage = 'en'): RenderedText {
  const headings: Heading[] = [];
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }) {
        const heading = toHeading(depth, text);
        headings.push(heading);
        const inner = this.parser.parseInline(tokens).replace(headingIdPattern, '');
        const anchor =
          depth === 1
            ? ''
            : ` <a class="anchor" href="#${heading.id}" aria-hidden="true" tabindex="-1">#</a>`;
        return `<h${depth} id="${heading.id}">${inner}${anchor}</h${depth}>\n`;
      },
      code: (token) => renderCode(token, language).text,
      // Line breaks before the slashes of a path let tables of paths fit the screen of a phone.
      codespan: ({ text }) => renderInlineCode(text).text,
      table(token) {
        const cell = (each: Tokens.TableCell) => this.parser.parseInline(each.tokens);
        const head = token.header.map((each) => `<th scope="col">${cell(each)}</th>`).join('');
        const rows = token.rows.map(
          (row) => `<tr>${row.map((each) => `<td>${cell(each)}</td>`).join('')}</tr>\n`,
        );
        return `<div class="scroll" tabindex="0"><table>\n<thead><tr>${head}</tr></thead>\n<tbody>\n${rows.join('')}</tbody>\n</table></div>\n`;
      },
      html({ text }) {
        throw new Error(`raw HTML in a page's Markdown: ${text}`);
      },
    },
  });
  return { body: new Markup(marked.parse(markdown, { async: false })), headings };
}

/**
 * Removes from Markdown the syntax that only `renderMarkdown` supports: `## Title {#id}` → `## Title` and, after the
 * fence of a code block, `ts sample=NAME` → `ts` and `json sample=NAME of=ts` → `json output`.
 */
export function toPlainMarkdown(markdown: string): string {
  return markdown
    .replace(/^(#+ .*) \{#[A-Za-z0-9_-]+\}$/gm, '$1')
    .replace(/^(```\w+) sample=\S+ of=.*$/gm, '$1 output')
    .replace(/^(```\w+) sample=.*$/gm, '$1');
}

function toHeading(depth: number, markdown: string): Heading {
  const [, id] = headingIdPattern.exec(markdown) ?? [];
  const text = markdown.replace(headingIdPattern, '').replaceAll('`', '');
  return { depth, id: id ?? slugOf(text), text };
}

/** Returns the default id of a heading: `Retrouver l’état` → `retrouver-l-etat`. */
export function slugOf(text: string): string {
  const ascii = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return ascii.replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '');
}

function renderCode({ text, lang = '' }: Tokens.Code, language: PageLanguage): Markup {
  const [, id = '', sample, of] = /^(\w*)(?: sample=(\S+))?(?: of=(\w+))?$/.exec(lang) ?? [];
  const { name } = findCodeLanguage(id);
  const code = highlight(text, id as CodeLanguage);
  const shownName = of === undefined ? name : findCodeLanguage(of).name;
  const group =
    sample === undefined ? '' : html` data-sample="${sample}" data-language="${shownName}"`;
  const caption =
    of === undefined ? renderCommand(text, language) : ` ${frameLabels[language].prints}`;
  return html`<figure class="${of === undefined ? 'code' : 'code answer'}"${group}>
<figcaption><span>${shownName}${caption}</span></figcaption>
<pre tabindex="0"><code>${code}</code></pre>
</figure>
`;
}

function findCodeLanguage(id: string): { readonly name: string } {
  if (!Object.hasOwn(codeLanguages, id)) throw new Error(`unknown language of code: "${id}"`);
  return codeLanguages[id as CodeLanguage];
}

/**
 * Renders the file name and command of a sample, which it reads from a comment such as `Run: node NAME.mts`. Returns
 * empty markup for code without such a comment.
 */
function renderCommand(code: string, language: PageLanguage): Markup {
  const [, command, file] = /\bRun: (\S+ (\S+))$/m.exec(code) ?? [];
  if (command === undefined || file === undefined) return html``;
  const { saveAs, run } = frameLabels[language];
  const address = sampleAddress(file, language);
  return html` · <span class="run">${saveAs} <a href="${address}" download><code>${file}</code></a> ${run} <code>${command}</code></span>`;
}

/** `LANGUAGE CODE` → highlighted code, cached because the English and the French pages show the same code. */
const highlightCache = new Map<string, Markup>();

/** Renders code as HTML with highlighted syntax. The result is cached for the lifetime of the process. */
export function highlight(text: string, language: CodeLanguage): Markup {
  const key = `${language} ${text}`;
  const cached = highlightCache.get(key);
  if (cached !== undefined) return cached;
  const markup = new Markup(
    shortenTags(
      language === 'http' ? highlightMessage(text) : hljs.highlight(text, { language }).value,
    ),
  );
  highlightCache.set(key, markup);
  return markup;
}

/** Start and end tag of each token colour of the style sheet. Frequent colours have short tags to save bytes. */
const colourTags = {
  comment: ['<i class="c">', '</i>'],
  keyword: ['<b>', '</b>'],
  string: ['<u>', '</u>'],
  number: ['<i class="n">', '</i>'],
  name: ['<i>', '</i>'],
  none: ['', ''],
} as const;

/**
 * Class of a token in the output of highlight.js, such as `literal` → key of `colourTags`. Other classes have no
 * colour.
 */
const tokenColours: Readonly<Record<string, keyof typeof colourTags>> = {
  ...{ comment: 'comment', quote: 'comment' },
  ...{ keyword: 'keyword', literal: 'keyword', meta: 'keyword' },
  string: 'string',
  ...{ number: 'number', variable: 'number', symbol: 'number' },
  ...{ title: 'name', built_in: 'name', attr: 'name', attribute: 'name' },
};

/**
 * Replaces the tags of highlight.js by those of `colourTags`, and unnecessary character references by the
 * characters. This makes a page with much code about a third smaller.
 */
function shortenTags(markup: string): string {
  const open: (keyof typeof colourTags)[] = [];
  return markup
    .replace(/<span class="hljs-(\w+)[^"]*">|<\/span>/g, (_, token?: string) => {
      if (token === undefined) return colourTags[open.pop() ?? 'none'][1];
      const colour = tokenColours[token] ?? 'none';
      open.push(colour === open.at(-1) ? 'none' : colour);
      return colourTags[open.at(-1) ?? 'none'][0];
    })
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'");
}

/**
 * Highlights an HTTP message and returns the markup of highlight.js. Highlights the body separately, as JSON: the
 * grammar of HTTP would try every language on it.
 */
function highlightMessage(text: string): string {
  const [head = '', body] = text.split('\n\n', 2);
  const parts = [hljs.highlight(head, { language: 'http' })];
  if (body !== undefined) parts.push(hljs.highlight(body, { language: 'json' }));
  return parts.map(({ value }) => value).join('\n\n');
}
