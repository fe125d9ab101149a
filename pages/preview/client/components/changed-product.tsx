/** A product that differs between two releases. */
import type { ChangedProduct as Change, ChangedPicture } from '../../responses.ts';
import { formatCount, translate } from '../interface-texts.ts';
import { interfaceLocale } from '../settings.ts';
import { FieldChanges, TextChanges } from './field-changes.tsx';
import { PriceChanges } from './price-changes.tsx';

/** Maximum number of changed pictures shown of a product. A new drawing changes two pictures of every colour. */
const maxPictures = 4;

/** Shows a changed product with its old and new texts, stock, pictures, prices and other fields. */
export function ChangedProduct({ change }: { change: Change }) {
  const { sku, name, kind, picture, prices, texts, others, pictures, stock, soldIn } = change;
  const more = pictures.length - maxPictures;
  return (
    <li class={`changed ${kind}`}>
      <div class="thumb">
        {picture === undefined ? (
          <span class="no-picture">{translate('noPicture')}</span>
        ) : (
          <img src={picture} alt="" loading="lazy" width="96" height="96" />
        )}
      </div>
      <div class="what">
        <header>
          <h2>
            {kind === 'removed' ? (
              name
            ) : (
              <a href={`/preview/products/${encodeURIComponent(sku)}`}>{name}</a>
            )}{' '}
            {kind !== 'changed' && <span class={`badge ${kind}`}>{translate(kind)}</span>}
          </h2>
          <p class="facts">
            <span class="sku">{sku}</span>
            {soldIn.map(({ locale, isNow }) => (
              <span key={locale}>{translate(isNow ? 'soldNow' : 'soldNoMore', { locale })}</span>
            ))}
          </p>
        </header>
        {texts.length > 0 && <h3>{translate('texts')}</h3>}
        <TextChanges changes={texts} />
        {stock && (
          <p>
            {translate('stock')}
            {translate('colon')} <Pieces {...stock} />
            {stock.variants > 0 && (
              <span class="facts"> {formatCount(stock.variants, 'variantOne', 'variantMore')}</span>
            )}
          </p>
        )}
        {pictures.length > 0 && (
          <section aria-label={`${translate('changedPictures')} ${sku}`}>
            <h3>{translate('changedPictures')}</h3>
            <ul class="picture-pairs">
              {pictures.slice(0, maxPictures).map((each) => (
                <PicturePair key={each.path} picture={each} />
              ))}
            </ul>
            {more > 0 && <p class="facts">{translate('andMore', { count: more })}</p>}
          </section>
        )}
        <PriceChanges prices={prices} />
        {others.length > 0 && <h3>{translate('otherFields')}</h3>}
        <FieldChanges changes={others} />
      </div>
    </li>
  );
}

function Pieces({ before, after }: { before: number; after: number }) {
  const number = (amount: number) => amount.toLocaleString(interfaceLocale.value);
  const difference = (after - before).toLocaleString(interfaceLocale.value, {
    signDisplay: 'exceptZero',
  });
  return (
    <span class="amounts">
      <span class="unseen">{translate('releaseBefore')} </span>
      <s>{number(before)}</s> <span class="unseen">{translate('releaseAfter')} </span>
      <strong>{number(after)}</strong> <span class="percent">{difference}</span>
    </span>
  );
}

function PicturePair({ picture: { path, before, after } }: { picture: ChangedPicture }) {
  const file = path.slice(path.lastIndexOf('/') + 1);
  const side = (url: string | undefined, word: 'releaseBefore' | 'releaseAfter') => (
    <figure>
      <div class="thumb">
        {url === undefined ? (
          <span class="no-picture">{translate('none')}</span>
        ) : (
          <img
            src={url}
            alt={`${file}, ${translate(word)}`}
            loading="lazy"
            width="96"
            height="96"
          />
        )}
      </div>
      <figcaption>{translate(word)}</figcaption>
    </figure>
  );
  return (
    <li>
      {side(before, 'releaseBefore')}
      {side(after, 'releaseAfter')}
      <span class="file">{file}</span>
    </li>
  );
}
