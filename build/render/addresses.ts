/** Builds URLs: of released files, and of pages of the public website. */

import type { Locale } from '../../contract/locales.ts';
import type { OpenApiSite } from '../../contract/openapi/document.ts';
import type { ProductDetail } from '../../contract/schemas/product.ts';
import { fillIn } from '../content/localize/localizer.ts';
import type { ProductContent } from '../content/schemas/product.ts';
import { type CatalogueContext, entryOf, type Site } from './context.ts';

/** Returns the URL of a file of `content/assets/`; an https URL is returned unchanged. */
export function assetUrl(site: Site, asset: string): string {
  return asset.startsWith('https://') ? asset : `${site.baseUrl}/assets/${asset}`;
}

/** Returns the URL of a drawn picture of a product. */
export function drawnImageUrl(site: Site, sku: string, name: string): string {
  return `${site.baseUrl}/images/${sku}/${name}.svg`;
}

export function sizeChartPath(chart: string, locale: Locale): string {
  return `docs/size-charts/${chart}/${locale}`;
}

export function decorationsPath(locale: Locale): string {
  return `docs/decorations/${locale}`;
}

/** Returns the URL of a brand's page; empty if it has none (spec, "Category and brand entries"). */
export function brandUrl(brandId: string, { content, localizer }: CatalogueContext): string {
  const template = content.catalogue.website?.brand;
  if (template === undefined || !entryOf(content.brands, brandId).page) return '';
  return fillIn(localizer.text(template), { brand: brandId });
}

/** Returns the links of a product's detail, or undefined if the website has none for it. */
export function renderLinks(
  product: ProductContent,
  context: CatalogueContext,
): ProductDetail['links'] {
  const { content, localizer } = context;
  const website = content.catalogue.website ?? {};
  const words = {
    slug: product.sku.toLowerCase(),
    brand: product.brand,
    category: product.category,
  };
  const fill = (template: NonNullable<typeof website.product>) =>
    fillIn(localizer.text(template), words);
  const brand = brandUrl(product.brand, context);
  const links = {
    ...(website.product && { product: fill(website.product) }),
    ...(brand !== '' && { brand }),
    ...(website.category && { category: fill(website.category) }),
    ...(website.studio && product.studio && { studio: fill(website.studio) }),
  };
  return Object.keys(links).length === 0 ? undefined : links;
}

/**
 * Returns the URL of the site and the description of the API. Omits contact and licence if `catalogue.json`
 * has none; there are no default values.
 */
export function openApiSiteOf({
  content,
  site,
}: Pick<CatalogueContext, 'content' | 'site'>): OpenApiSite {
  const { defaultLocale, api = {} } = content.catalogue;
  return {
    ...api,
    baseUrl: site.baseUrl,
    defaultLocale,
    deprecations: content.deprecations,
    companies: Object.keys(content.companies).sort(),
  };
}
