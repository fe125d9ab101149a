/** Renders the files for search engines: `robots.txt` (RFC 9309) and `sitemap.xml` (https://www.sitemaps.org). */
import { publicFiles } from '../../contract/release.ts';
import { html } from '../html.ts';
import type { Translation } from './frame.ts';

/** A page for search engines to index. */
export interface IndexedPage {
  /** URL path of the page. */
  readonly address: string;
  /** Language tag and URL path of each language or locale version of the page, including the page itself. */
  readonly translations: readonly Translation[];
}

/**
 * Renders `robots.txt`, which allows everything and names the sitemap. The API is allowed too, because a search engine
 * that renders the page of a shop sends the API requests of that page. `baseUrl` has no slash at the end.
 */
export function renderRobots(baseUrl: string): string {
  return `User-agent: *\nDisallow:\n\nSitemap: ${baseUrl}/${publicFiles.sitemap}\n`;
}

/** Renders `sitemap.xml` with every page and its translations. `baseUrl` has no slash at the end. */
export function renderSitemap(pages: readonly IndexedPage[], baseUrl: string): string {
  const entries = pages.map(({ address, translations }) => {
    const links = translations.map(
      (each) =>
        html`<xhtml:link rel="alternate" hreflang="${each.tag}" href="${baseUrl}${each.address}"/>\n`,
    );
    return html`<url>
<loc>${baseUrl}${address}</loc>
${translations.length > 1 ? links : ''}</url>
`;
  });
  return html`<?xml version="1.0" encoding="utf-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${entries}</urlset>
`.text;
}
