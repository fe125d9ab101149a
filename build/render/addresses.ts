/** Builds the URLs of released files and of pages of the public website. */
import { type Locale, localeFacts } from '../../contract/locales.ts';
import type { OpenApiSite } from '../../contract/openapi/document.ts';
import { hashedPath } from '../../contract/pictures.ts';
import type { ProductDetail } from '../../contract/schemas/product.ts';
import { fillIn, textIn } from '../content/localize/localizer.ts';
import { omitUndefined } from '../content/omit-undefined.ts';
import type { ProductContent } from '../content/schemas/product.ts';
import type { LocalizedText } from '../content/schemas/text.ts';
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

/** Returns the path of a size chart's page in a locale, without a leading slash. */
export function sizeChartPath(chart: string, locale: Locale): string {
  return `docs/size-charts/${chart}/${locale}`;
}

/** Returns the path of the page about decorations in a locale, without a leading slash. */
export function decorationsPath(locale: Locale): string {
  return `docs/decorations/${locale}`;
}

/** Returns the website's URL of a brand's page, or an empty string if the brand or the website has no such pages. */
export function brandUrl(brandId: string, { content, localizer }: CatalogueContext): string {
  const template = content.catalogue.website?.brand;
  if (template === undefined || !entryOf(content.brands, brandId).page) return '';
  return fillIn(localizer.text(template), { brand: brandId });
}

/** Returns the links from a product to the public website, from the templates of `catalogue.json`; undefined if none. */
export function renderLinks(
  { sku, brand, category, studio }: ProductContent,
  context: CatalogueContext,
): ProductDetail['links'] {
  const { website = {} } = context.content.catalogue;
  const fill = (template: LocalizedText | undefined) =>
    template &&
    fillIn(context.localizer.text(template), { slug: sku.toLowerCase(), brand, category });
  const links = omitUndefined({
    product: fill(website.product),
    brand: brandUrl(brand, context) || undefined,
    category: fill(website.category),
    studio: studio ? fill(website.studio) : undefined,
  });
  return Object.keys(links).length === 0 ? undefined : links;
}

/** Returns the settings of the OpenAPI document. Its contact page is in the language of the default locale. */
export function openApiSiteOf({
  content,
  site,
}: Pick<CatalogueContext, 'content' | 'site'>): OpenApiSite {
  const { defaultLocale, api: { contact, license } = {} } = content.catalogue;
  const { language } = localeFacts[defaultLocale];
  return omitUndefined({
    contact: contact && { ...contact, url: textIn(language, contact.url) },
    license,
    baseUrl: site.baseUrl,
    defaultLocale,
    deprecations: content.deprecations,
    companies: Object.keys(content.companies).sort(),
  });
}
