/** What every renderer needs: the content, the locale's words, the prices and the site's addresses. */
import { type Currency, type Locale, localeFacts } from '../../contract/locales.ts';
import type { Content } from '../content/content.ts';
import { createLocalizer, type Localizer } from '../content/localize/localizer.ts';
import type { ListedProduct } from '../content/outline.ts';
import type { PriceBook } from './price-book.ts';
import type { Site } from './site.ts';
import type { Stock } from './stock.ts';

export interface RenderContext {
  readonly content: Content;
  readonly prices: PriceBook;
  readonly stock: Stock;
  readonly site: Site;
  readonly locale: Locale;
  readonly currency: Currency;
  readonly localizer: Localizer;
  /** The products sold in the locale's market, sorted by SKU. */
  readonly products: readonly ListedProduct[];
}

/**
 * Gathers what rendering one locale needs. The content may be of a part of the products; `products`
 * are those of the catalogue.
 */
export function createRenderContext(
  locale: Locale,
  shared: Pick<RenderContext, 'content' | 'prices' | 'stock' | 'site' | 'products'>,
): RenderContext {
  const { currency } = localeFacts[locale];
  const { content } = shared;
  return {
    ...shared,
    locale,
    currency,
    localizer: createLocalizer(locale, content.catalogue.fallbackLanguage),
    products: shared.products.filter((product) => isSoldIn(product, locale)),
  };
}

/** Whether a product appears in a locale: it does in those of its markets. */
export function isSoldIn({ markets }: Pick<ListedProduct, 'markets'>, locale: Locale): boolean {
  return markets.includes(localeFacts[locale].market);
}

/** The entry of a shared table; the rules about references have made sure that it exists. */
export function entryOf<Entry>(table: Readonly<Record<string, Entry>>, id: string): Entry {
  const entry = table[id];
  if (entry === undefined) throw new Error(`no entry "${id}"; the content was not checked`);
  return entry;
}
