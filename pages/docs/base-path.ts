/**
 * Adds the path of the public address to links, so that the pages work behind a proxy that serves the API below a path
 * and removes the path from requests (decision 32).
 */
import { escapeMarkup } from '../../build/render/draw.ts';

/** Returns the path of a base URL without a trailing slash: an empty string for `https://api.example.com`. */
export function basePathOf(baseUrl: string): string {
  return new URL(baseUrl).pathname.replace(/\/$/, '');
}

const tags = /<(?:a|div|form|link|script)\b[^>]*>/g;
const addressAttributes = / (?:data-entries|data-french|data-library|data-path|href|src)="(?=\/)/g;

/**
 * Returns an HTML document with the path of `baseUrl` before each URL path that links, scripts, styles and forms name;
 * URLs with a host do not change.
 */
export function prefixHtml(document: string, baseUrl: string): string {
  const path = escapeMarkup(basePathOf(baseUrl));
  if (path === '') return document;
  return document.replace(tags, (tag) => tag.replace(addressAttributes, (name) => name + path));
}

/** Returns Markdown with the path of `baseUrl` before the URL path of each link; URLs with a host do not change. */
export function prefixMarkdown(markdown: string, baseUrl: string): string {
  return markdown.replace(/\]\((?=\/)/g, (begin) => begin + basePathOf(baseUrl));
}
