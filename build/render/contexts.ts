/** What rendering needs, for all locales at once: prices and stock are indexed but once. */
import { locales } from '../../contract/locales.ts';
import type { Content } from '../content/content.ts';
import type { ListedProduct } from '../content/outline.ts';
import { createRenderContext, type RenderContext } from './context.ts';
import { createPriceBook } from './price-book.ts';
import type { Site } from './site.ts';
import { createStock } from './stock.ts';

/**
 * Makes the render contexts of every locale, in the order of the contract. The content may be of a part of
 * the products; `products` are those of the catalogue.
 */
export function createContexts(
  content: Content,
  site: Site,
  products: readonly ListedProduct[],
): readonly RenderContext[] {
  const shared = {
    ...{ content, site, products },
    prices: createPriceBook(content),
    stock: createStock(content),
  };
  return locales.map((locale) => createRenderContext(locale, shared));
}
