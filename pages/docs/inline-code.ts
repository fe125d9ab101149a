/** Renders inline code and URL paths as HTML. */
import { html, type Markup } from '../html.ts';

/** Renders inline code. Short words with a hyphen, such as a locale, get a class that prevents line breaks. */
export function renderInlineCode(text: string): Markup {
  const isWhole = /^[\w-]{1,12}$/.test(text) && text.includes('-');
  return html`<code${isWhole ? html` class="whole"` : ''}>${renderBreakablePath(text)}</code>`;
}

/**
 * Returns a URL path as HTML, with `<wbr>` (an allowed line break) before each slash except the first. Returns any
 * other text without `<wbr>`.
 */
export function renderBreakablePath(text: string): readonly Markup[] {
  const parts = text.startsWith('/') ? text.split(/(?=\/)/) : [text];
  return parts.map((part, at) => (at === 0 ? html`${part}` : html`<wbr>${part}`));
}

/** Renders a text as HTML, with text between backticks as code. */
export function renderCodeSpans(text: string): Markup {
  const parts = text.split('`');
  return html`${parts.map((part, index) => (index % 2 === 1 ? renderInlineCode(part) : part))}`;
}
