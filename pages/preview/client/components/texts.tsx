/** A product's texts in every locale, side by side: what differs is marked, what fell back is flagged. */
import { type Locale, localeFacts, locales } from '../../../../contract/locales.ts';
import type { ProductResponse, TextRow } from '../../responses.ts';
import { differingWords } from '../differing-words.ts';
import { translate } from '../interface-texts.ts';

export function Texts({ product }: { product: ProductResponse }) {
  const shown = locales.filter((locale) => product.locales[locale] !== undefined);
  return (
    <dl class="texts">
      {product.texts.map((row) => (
        <div key={row.name} class="text">
          <dt>{row.name}</dt>
          {shown.map((locale) => (
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
        {differingWords(text, comparedWith(locale, row) ?? text).map(
          ({ text: piece, differs }, at) => (differs ? <mark key={at}>{piece}</mark> : piece),
        )}
      </p>
    </dd>
  );
}

/** The text of another locale of the same language: words of two languages differ anyway. */
function comparedWith(locale: Locale, { texts }: TextRow): string | undefined {
  const { language } = localeFacts[locale];
  const other = locales.find(
    (each) => each !== locale && localeFacts[each].language === language && texts[each],
  );
  return other && texts[other]?.text;
}
