/** Markdown in, the HTML of a page's text out: headings with ids, code with the name of its language. */
import hljs from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import http from 'highlight.js/lib/languages/http';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import php from 'highlight.js/lib/languages/php';
import plaintext from 'highlight.js/lib/languages/plaintext';
import python from 'highlight.js/lib/languages/python';
import { Marked, type Tokens } from 'marked';
import { html, Markup } from '../html.ts';
import type { PageLanguage } from './addresses.ts';
import { words } from './words.ts';

export interface Heading {
  readonly depth: number;
  readonly id: string;
  readonly text: string;
}

export interface RenderedText {
  readonly body: Markup;
  readonly headings: readonly Heading[];
}

/** What a fence may be marked with, what it is called, and how its code is coloured. */
const codeLanguages = {
  sh: { name: 'Shell', grammar: bash },
  curl: { name: 'curl', grammar: bash },
  js: { name: 'JavaScript', grammar: javascript },
  python: { name: 'Python', grammar: python },
  php: { name: 'PHP', grammar: php },
  json: { name: 'JSON', grammar: json },
  http: { name: 'HTTP', grammar: http },
  text: { name: 'Text', grammar: plaintext },
} as const;
type CodeLanguage = keyof typeof codeLanguages;

for (const [mark, { grammar }] of Object.entries(codeLanguages)) {
  hljs.registerLanguage(mark, grammar);
}

const headingMark = / \{#([A-Za-z0-9_-]+)\}$/;

/**
 * Renders trusted Markdown of ours. `## Title {#id}` names a heading's id; a fence says its language and,
 * by `sample=NAME`, which sample it shows, or by `of=LANGUAGE` too, what the sample prints. Throws for raw HTML and for a language that is not known, so
 * that nothing of either is released by mistake.
 */
export function renderMarkdown(markdown: string, language: PageLanguage = 'en'): RenderedText {
  const headings: Heading[] = [];
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }) {
        const heading = toHeading(depth, text);
        headings.push(heading);
        const inner = this.parser.parseInline(tokens).replace(headingMark, '');
        const anchor =
          depth === 1
            ? ''
            : ` <a class="anchor" href="#${heading.id}" aria-hidden="true" tabindex="-1">#</a>`;
        return `<h${depth} id="${heading.id}">${inner}${anchor}</h${depth}>\n`;
      },
      code: (token) => renderCode(token, language).text,
      // A path may be broken before a slash: tables of paths fit a phone.
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

/** The same Markdown as others read it: without the marks that only our renderer knows. */
export function toPlainMarkdown(markdown: string): string {
  return markdown
    .replace(/^(#+ .*) \{#[A-Za-z0-9_-]+\}$/gm, '$1')
    .replace(/^(```\w+) sample=\S+ of=.*$/gm, '$1 output')
    .replace(/^(```\w+) sample=.*$/gm, '$1');
}

/** Code within text; a word with a hyphen, such as a locale, is not broken there. */
export function renderInlineCode(text: string): Markup {
  const isWhole = /^[\w-]{1,12}$/.test(text) && text.includes('-');
  return html`<code${isWhole ? html` class="whole"` : ''}>${breakable(text)}</code>`;
}

/** A path with places to break it; other text as it is. */
export function breakable(text: string): readonly Markup[] {
  const parts = text.startsWith('/') ? text.split(/(?=\/)/) : [text];
  return parts.map((part, at) => (at === 0 ? html`${part}` : html`<wbr>${part}`));
}

function toHeading(depth: number, marked: string): Heading {
  const [, id] = headingMark.exec(marked) ?? [];
  const text = marked.replace(headingMark, '').replaceAll('`', '');
  return { depth, id: id ?? slugOf(text), text };
}

/** The id of a heading: `Retrouver l’état` → `retrouver-l-etat`. */
export function slugOf(text: string): string {
  const ascii = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return ascii.replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '');
}

function renderCode({ text, lang = '' }: Tokens.Code, language: PageLanguage): Markup {
  const [, mark = '', sample, of] = /^(\w*)(?: sample=(\S+))?(?: of=(\w+))?$/.exec(lang) ?? [];
  const { name } = codeLanguageOf(mark);
  const code = highlight(text, mark as CodeLanguage);
  const spoken = of === undefined ? name : codeLanguageOf(of).name;
  const group =
    sample === undefined ? '' : html` data-sample="${sample}" data-language="${spoken}"`;
  const caption = of === undefined ? renderCommand(text, language) : ` ${words[language].prints}`;
  return html`<figure class="${of === undefined ? 'code' : 'code answer'}"${group}>
<figcaption><span>${spoken}${caption}</span></figcaption>
<pre tabindex="0"><code>${code}</code></pre>
</figure>
`;
}

function codeLanguageOf(mark: string): { readonly name: string } {
  if (!Object.hasOwn(codeLanguages, mark)) throw new Error(`no language of code: "${mark}"`);
  return codeLanguages[mark as CodeLanguage];
}

/** The name of a sample's file and the command that runs it, from the line in the sample. */
function renderCommand(code: string, language: PageLanguage): Markup {
  const [, command, file] = /\bRun: (\S+ (\S+))$/m.exec(code) ?? [];
  if (command === undefined || file === undefined) return html``;
  const { saveAs, run } = words[language];
  return html` · <span class="run">${saveAs} <code>${file}</code> ${run} <code>${command}</code></span>`;
}

/** What was coloured already: pages in two languages show the same code. */
const coloured = new Map<string, Markup>();

/** Colours code in a language that a fence may be marked with. */
export function highlight(text: string, mark: CodeLanguage): Markup {
  const key = `${mark} ${text}`;
  const known = coloured.get(key);
  if (known !== undefined) return known;
  const markup = new Markup(
    toShortMarks(
      mark === 'http' ? highlightMessage(text) : hljs.highlight(text, { language: mark }).value,
    ),
  );
  coloured.set(key, markup);
  return markup;
}

/** The marks of a colour in the style sheet. The most frequent ones have the shortest: elements without a meaning. */
const marks = {
  comment: ['<i class="c">', '</i>'],
  keyword: ['<b>', '</b>'],
  string: ['<u>', '</u>'],
  number: ['<i class="n">', '</i>'],
  name: ['<i>', '</i>'],
  none: ['', ''],
} as const;

/** The colour of each token of highlight.js that has one. */
const tokenColours: Readonly<Record<string, keyof typeof marks>> = {
  ...{ comment: 'comment', quote: 'comment' },
  ...{ keyword: 'keyword', literal: 'keyword', meta: 'keyword' },
  string: 'string',
  ...{ number: 'number', variable: 'number', symbol: 'number' },
  ...{ title: 'name', built_in: 'name', attr: 'name', attribute: 'name' },
};

/** Replaces the marks of highlight.js, a third of a page full of code, and escapes that text does not need. */
function toShortMarks(markup: string): string {
  const open: (keyof typeof marks)[] = [];
  return markup
    .replace(/<span class="hljs-(\w+)[^"]*">|<\/span>/g, (_, token?: string) => {
      if (token === undefined) return marks[open.pop() ?? 'none'][1];
      const colour = tokenColours[token] ?? 'none';
      open.push(colour === open.at(-1) ? 'none' : colour);
      return marks[open.at(-1) ?? 'none'][0];
    })
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'");
}

/** An HTTP message. Left to itself the library would try every grammar on the body, which is JSON. */
function highlightMessage(text: string): string {
  const [head = '', body] = text.split('\n\n', 2);
  const parts = [hljs.highlight(head, { language: 'http' })];
  if (body !== undefined) parts.push(hljs.highlight(body, { language: 'json' }));
  return parts.map(({ value }) => value).join('\n\n');
}
