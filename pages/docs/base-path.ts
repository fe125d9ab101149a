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

/** Returns an HTML document in which the URL paths of links, scripts, styles and forms begin with the base path. */
export function prefixHtml(document: string, baseUrl: string): string {
  const path = escapeMarkup(basePathOf(baseUrl));
  if (path === '') return document;
  return document.replace(tags, (tag) => tag.replace(addressAttributes, (name) => name + path));
}

/** Returns Markdown in which the URL paths of links begin with the base path. */
export function prefixMarkdown(markdown: string, baseUrl: string): string {
  return markdown.replace(/\]\((?=\/)/g, (begin) => begin + basePathOf(baseUrl));
}
