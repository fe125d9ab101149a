/** Lists the texts of a product file as each locale shows them. */
import type { WholeProduct } from '../../../build/content/content.ts';
import { productTexts } from '../../../build/content/localize/localized-texts.ts';
import { createOriginOf } from '../../../build/content/localize/text-origin.ts';
import type { CountedText, LocalizedList } from '../../../build/content/schemas/text.ts';
import type { CatalogueContext } from '../../../build/render/context.ts';
import type { TextRow } from '../responses.ts';

/**
 * Returns a row for each localized text of a product, in the order of the schema of product files. For the locale of
 * each of `contexts`, a row has the text as displayed there and its origin; the origin is `fallback` if the text is
 * from another language or locale. Singular and plural are joined with ` / `, list entries with commas. Throws a
 * `MissingTextError` if the localizer of a context does not find a text. A localizer that was created with the
 * fallbacks `any` (`Fallbacks`) takes a text from any language or locale, so it finds every text that is not empty.
 */
export function textRows(
  whole: Pick<WholeProduct, 'product'>,
  contexts: readonly CatalogueContext[],
): TextRow[] {
  const locales = contexts.map(({ locale, localizer }) => ({
    locale,
    localizer,
    originOf: createOriginOf(locale, 'any'),
  }));
  return productTexts({ file: '', ...whole }).texts.map(({ path, text }) => ({
    name: path.join('.'),
    texts: Object.fromEntries(
      locales.map(({ locale, localizer, originOf }) => {
        const joined = isList(text)
          ? localizer.list(text).join(', ')
          : localizer.forms(text).join(' / ');
        return [locale, { text: joined, origin: originOf(text) }];
      }),
    ),
  }));
}

function isList(text: CountedText | LocalizedList): text is LocalizedList {
  return Object.values(text).some(Array.isArray);
}
