/**
 * Adds the path of the public base URL, such as `/catalogue` of `https://example.com/catalogue`, to the links of pages.
 * The pages then work behind a proxy that serves the API below this path and removes it from requests.
 */
import { escapeMarkup } from '../../build/render/draw.ts';

/**
 * Returns the path of a base URL, without a slash at the end: `https://example.com/catalogue/` → `/catalogue`,
 * `https://api.example.com` → an empty string.
 */
export function basePathOf(baseUrl: string): string {
  return new URL(baseUrl).pathname.replace(/\/$/, '');
}

const tags = /<(?:a|div|form|link|script)\b[^>]*>/g;
const addressAttributes = / (?:data-entries|data-french|data-library|data-path|href|src)="(?=\/)/g;

/**
 * Returns an HTML document in which the path of `baseUrl` precedes the URL paths of links, scripts, style sheets and
 * forms: `href="/docs/guide"` → `href="/catalogue/docs/guide"`. URLs that do not begin with `/` stay unchanged.
 */
export function prefixHtml(document: string, baseUrl: string): string {
  const path = escapeMarkup(basePathOf(baseUrl));
  if (path === '') return document;
  return document.replace(tags, (tag) => tag.replace(addressAttributes, (name) => name + path));
}

/**
 * Returns Markdown in which the path of `baseUrl` precedes the URL path of each link: `[Guide](/docs/guide)` →
 * `[Guide](/catalogue/docs/guide)`. URLs that do not begin with `/` stay unchanged.
 */
export function prefixMarkdown(markdown: string, baseUrl: string): string {
  return markdown.replace(/\]\((?=\/)/g, (begin) => begin + basePathOf(baseUrl));
}
