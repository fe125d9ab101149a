/** Collects the data of products that quality checks use. */

import type { SharedContent, WholeProduct } from '../build/content/content.ts';
import { productTexts } from '../build/content/localize/localized-texts.ts';
import { createLocalizer } from '../build/content/localize/localizer.ts';
import { createOriginOf, type TextOrigin } from '../build/content/localize/text-origin.ts';
import { colorImageUrls, productImages } from '../build/render/images.ts';
import { type Locale, locales } from '../contract/locales.ts';
import type { Subject } from './checks/check.ts';

/**
 * Returns a function that collects the data of one product for the checks; `content` is the data that all
 * products share.
 */
export function createSubjects(content: SharedContent): (product: WholeProduct) => Subject {
  const { fallbackLanguage } = content.catalogue;
  const originOf = locales.map(
    (locale) => [locale, createOriginOf(locale, fallbackLanguage)] as const,
  );
  return (whole) => {
    const { texts, shown } = productTexts(whole);
    return {
      product: whole.product,
      locales: shown,
      shared: content,
      texts: texts.map(({ path, text }) => ({
        path: path.join('.'),
        origins: Object.fromEntries(
          originOf.map(([locale, ofLocale]) => [locale, ofLocale(text)]),
        ) as Record<Locale, TextOrigin>,
      })),
      ...picturesOf(whole, content),
      stock: whole.rows.inventory,
    };
  };
}

/**
 * Returns the number of pictures of a product, and its colours with their numbers of pictures and swatches. The numbers
 * are equal in all locales.
 */
function picturesOf(
  { product }: WholeProduct,
  content: SharedContent,
): Pick<Subject, 'pictures' | 'colors'> {
  // Pictures are counted without their texts: a rule, which may run later, reports missing texts.
  const localizer = { ...createLocalizer(content.catalogue.defaultLocale, {}), text: () => '' };
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
