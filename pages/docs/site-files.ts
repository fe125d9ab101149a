/** What search engines ask for: `robots.txt` (RFC 9309) and `sitemap.xml` (sitemaps.org). */
import { publicFiles } from '../../contract/release.ts';
import { html } from '../html.ts';
import type { Translation } from './frame.ts';

/** An indexed page. */
export interface IndexedPage {
  readonly address: string;
  /** In each language or locale, its own included. */
  readonly translations: readonly Translation[];
}

/**
 * Renders `robots.txt`. Everything may be read, the API too: a search engine that renders the page of a shop sends the
 * requests of that page.
 */
export function renderRobots(baseUrl: string): string {
  return `User-agent: *\nDisallow:\n\nSitemap: ${baseUrl}/${publicFiles.sitemap}\n`;
}

/** Renders the site map: each page with its translations. */
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
