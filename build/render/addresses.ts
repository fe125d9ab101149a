/** Builds the URLs of released files and of pages of the public website. */
import { type Locale, localeFacts } from '../../contract/locales.ts';
import type { OpenApiSite } from '../../contract/openapi/document.ts';
import { hashedPath } from '../../contract/pictures.ts';
import type { ProductDetail } from '../../contract/schemas/product.ts';
import { fillIn, textIn } from '../content/localize/localizer.ts';
import type { ProductContent } from '../content/schemas/product.ts';
import { type CatalogueContext, entryOf } from './context.ts';

/** Returns the URL of a file in `content/assets/`, with its hash, given its path there. Returns an https URL unchanged. */
export function assetUrl(
  { content, site }: Pick<CatalogueContext, 'content' | 'site'>,
  asset: string,
): string {
  if (asset.startsWith('https://')) return asset;
  const picture = content.pictures.get(asset);
  return `${site.baseUrl}/assets/${picture ? hashedPath(asset, picture.sha256) : asset}`;
}

/**
 * Returns the URL of the picture `name`, such as `navy-front` or `wheel`, that the build drew for a product. `drawn` maps
 * names to hashes; without it, the URL has no hash.
 */
export function drawnImageUrl(
  { site, drawn }: Pick<CatalogueContext, 'site' | 'drawn'>,
  sku: string,
  name: string,
): string {
  const [path, hash] = [`${name}.svg`, drawn?.get(name)];
  return `${site.baseUrl}/images/${sku}/${hash ? hashedPath(path, hash) : path}`;
}

/** Returns the path of a size chart's page in a locale, without a leading slash. */
export function sizeChartPath(chart: string, locale: Locale): string {
  return `docs/size-charts/${chart}/${locale}`;
}

/** Returns the path of the page about decorations in a locale, without a leading slash. */
export function decorationsPath(locale: Locale): string {
  return `docs/decorations/${locale}`;
}

/**
 * Returns the website's URL of a brand's page, or an empty string if the brand has no page or `catalogue.json` has no
 * URL template for brands (specification, "Category and brand entries").
 */
export function brandUrl(brandId: string, { content, localizer }: CatalogueContext): string {
  const template = content.catalogue.website?.brand;
  if (template === undefined || !entryOf(content.brands, brandId).page) return '';
  return fillIn(localizer.text(template), { brand: brandId });
}

/**
 * Returns the links from a product's detail to the public website, such as to its product page and brand page. Makes
 * them from the URL templates in `catalogue.json`; returns undefined if no template applies to the product.
 */
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
 * Returns the settings of the OpenAPI document, from `catalogue.json` and other shared content. The URL of the contact
 * page is the one in the language of the default locale. Omits contact and licence if `catalogue.json` does not have
 * them.
 */
export function openApiSiteOf({
  content,
  site,
}: Pick<CatalogueContext, 'content' | 'site'>): OpenApiSite {
  const { defaultLocale, api: { contact, license } = {} } = content.catalogue;
  const { language } = localeFacts[defaultLocale];
  return {
    ...(contact && { contact: { ...contact, url: textIn(language, contact.url) } }),
    ...(license && { license }),
    baseUrl: site.baseUrl,
    defaultLocale,
    deprecations: content.deprecations,
    companies: Object.keys(content.companies).sort(),
  };
}
