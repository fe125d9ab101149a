/** Addresses of the public website, made from the templates of `catalogue.json`. */
import type { ProductDetail } from '../../contract/schemas/product.ts';
import { fillIn } from '../content/localize/localizer.ts';
import type { ProductContent } from '../content/schemas/product.ts';
import { entryOf, type RenderContext } from './context.ts';

/** Address of a brand's page; empty when none is published (spec, "Category and brand entries"). */
export function brandUrl(brandId: string, { content, localizer }: RenderContext): string {
  const template = content.catalogue.website?.brand;
  if (template === undefined || !entryOf(content.brands, brandId).page) return '';
  return fillIn(localizer.text(template), { brand: brandId });
}

/** The links of a product's detail, or undefined when the website has none for it. */
export function renderLinks(
  product: ProductContent,
  context: RenderContext,
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
