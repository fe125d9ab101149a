/**
 * Adds the path of the public base URL, such as `/catalogue` of `https://example.com/catalogue`, to the links of pages.
 * The pages then work behind a proxy that serves the API below this path and removes it from requests (decision 32).
 */
import { escapeMarkup } from '../../build/render/draw.ts';

/** Returns the path of a base URL without a trailing slash: an empty string for `https://api.example.com`. */
export function basePathOf(baseUrl: string): string {
  return new URL(baseUrl).pathname.replace(/\/$/, '');
}

const tags = /<(?:a|div|form|link|script)\b[^>]*>/g;
const addressAttributes = / (?:data-entries|data-french|data-library|data-path|href|src)="(?=\/)/g;

/**
 * Returns an HTML document with the path of `baseUrl` added in front of the URL paths in its links, scripts, style
 * sheets and forms. URLs that do not begin with `/` stay unchanged.
 */
export function prefixHtml(document: string, baseUrl: string): string {
  const path = escapeMarkup(basePathOf(baseUrl));
  if (path === '') return document;
  return document.replace(tags, (tag) => tag.replace(addressAttributes, (name) => name + path));
}

/**
 * Returns Markdown with the path of `baseUrl` added in front of the URL path of each link. URLs that do not begin with
 * `/` stay unchanged.
 */
export function prefixMarkdown(markdown: string, baseUrl: string): string {
  return markdown.replace(/\]\((?=\/)/g, (begin) => begin + basePathOf(baseUrl));
}
