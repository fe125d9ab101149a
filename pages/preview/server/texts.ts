/** The texts that a product's file holds, as each locale shows them and from where it takes them. */
import type { WholeProduct } from '../../../build/content/content.ts';
import { productTexts } from '../../../build/content/localize/localized-texts.ts';
import { createOriginOf } from '../../../build/content/localize/text-origin.ts';
import type { CountedText, LocalizedList } from '../../../build/content/schemas/text.ts';
import type { CatalogueContext } from '../../../build/render/context.ts';
import type { TextRow } from '../answers.ts';

/** Returns the texts in the order of the file; `contexts` are those of the locales that show the product. */
export function textRows(
  whole: Pick<WholeProduct, 'product'>,
  contexts: readonly CatalogueContext[],
): TextRow[] {
  const locales = contexts.map(({ content, locale, localizer }) => ({
    locale,
    localizer,
    originOf: createOriginOf(locale, content.catalogue.fallbackLanguage),
  }));
  return productTexts({ file: '', ...whole }).texts.map(({ path, text }) => ({
    name: path.join('.'),
    texts: Object.fromEntries(
      locales.map(({ locale, localizer, originOf }) => {
        const words = isList(text)
          ? localizer.list(text).join(', ')
          : localizer.forms(text).join(' / ');
        return [locale, { text: words, origin: originOf(text) }];
      }),
    ),
  }));
}

function isList(text: CountedText | LocalizedList): text is LocalizedList {
  return Object.values(text).some(Array.isArray);
}
