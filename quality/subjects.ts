/** Turns content into the subjects of quality checks. */

import type { Content, ProductFile } from '../build/content/content.ts';
import { productTexts } from '../build/content/localize/localized-texts.ts';
import { createLocalizer } from '../build/content/localize/localizer.ts';
import { createOriginOf, type TextOrigin } from '../build/content/localize/text-origin.ts';
import { colorImageUrls, productImages } from '../build/render/images.ts';
import { createStock } from '../build/render/stock.ts';
import { type Locale, locales } from '../contract/locales.ts';
import type { Subject } from './checks/check.ts';

/** Returns the products of content, in its order, with the facts that checks look at. */
export function subjectsOf(content: Content): Subject[] {
  const { fallbackLanguage, defaultLocale } = content.catalogue;
  const stock = createStock(content);
  const originOf = locales.map(
    (locale) => [locale, createOriginOf(locale, fallbackLanguage)] as const,
  );
  return content.products.map((file) => {
    const { texts, shown } = productTexts(file);
    return {
      product: file.product,
      locales: shown,
      shared: content,
      texts: texts.map(({ path, text }) => ({
        place: path.join('.'),
        origins: Object.fromEntries(
          originOf.map(([locale, ofLocale]) => [locale, ofLocale(text)]),
        ) as Record<Locale, TextOrigin>,
      })),
      ...picturesOf(file, content, shown[0] ?? defaultLocale),
      stock: stock.rowsOf(file.product.sku),
    };
  });
}

/** Counts pictures as one locale shows them; every locale shows the same number. */
function picturesOf(
  { product }: ProductFile,
  content: Content,
  locale: Locale,
): Pick<Subject, 'pictures' | 'colors'> {
  const localizer = createLocalizer(locale, content.catalogue.fallbackLanguage);
  const context = { content, localizer, site: { baseUrl: '' } };
  return {
    pictures: productImages(product, context).length,
    colors: product.colors.map((color) => ({
      ...color,
      pictures: colorImageUrls(product, color, context).length,
      swatches: content.colors[color.color]?.swatches.length ?? 0,
    })),
  };
}
