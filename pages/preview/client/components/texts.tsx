/** The texts of a product in all locales. */
import { type Locale, localeFacts, locales } from '../../../../contract/locales.ts';
import type { ProductResponse, TextRow } from '../../responses.ts';
import { differingWords } from '../differing-words.ts';
import { translate } from '../interface-texts.ts';

/**
 * Shows each text of a product in all locales side by side. Marks words that differ between locales of a language. If a
 * locale lacks a text and shows that of another language or locale, the text has a badge.
 */
export function Texts({ product }: { product: ProductResponse }) {
  const shownLocales = locales.filter((locale) => product.locales[locale] !== undefined);
  return (
    <dl class="texts">
      {product.texts.map((row) => (
        <div key={row.name} class="text">
          <dt>{row.name}</dt>
          {shownLocales.map((locale) => (
            <TextIn key={locale} locale={locale} row={row} />
          ))}
        </div>
      ))}
    </dl>
  );
}

function TextIn({ locale, row }: { locale: Locale; row: TextRow }) {
  const { text = '', origin } = row.texts[locale] ?? {};
  return (
    <dd lang={locale}>
      <p class="locale">
        {locale}
        {origin === 'fallback' && <span class="badge warning">{translate('fellBack')}</span>}
      </p>
      <p>
        {differingWords(text, textToCompare(locale, row) ?? text).map(
          ({ text: part, differs }, at) => (differs ? <mark key={at}>{part}</mark> : part),
        )}
      </p>
    </dd>
  );
}

/** Returns the text in another locale of the same language, or undefined. Texts in two languages are not compared. */
function textToCompare(locale: Locale, { texts }: TextRow): string | undefined {
  const { language } = localeFacts[locale];
  const other = locales.find(
    (each) => each !== locale && localeFacts[each].language === language && texts[each],
  );
  return other && texts[other]?.text;
}
