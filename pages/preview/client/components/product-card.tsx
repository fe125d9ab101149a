/** The card of a product in the product grid. */
import type { GridPrice, GridProduct, ProductGridResponse } from '../../responses.ts';
import { formatCount, translate } from '../interface-texts.ts';
import { interfaceLocale } from '../settings.ts';
import { FindingBadge } from './finding-badge.tsx';
import { Swatch } from './swatch.tsx';

/** Number of swatches that fit below a picture beside a text such as `+3`. */
const maxSwatches = 8;

/**
 * Shows picture, number of errors or warnings, name, colours and price (MSRP for the largest quantity) of a product,
 * with a link to its page. `grid` has the names of brands and tags.
 */
export function ProductCard({
  product,
  grid,
}: {
  product: GridProduct;
  grid: ProductGridResponse;
}) {
  const { sku, name, locale, brand, tag, kind, picture, colors, price, findings } = product;
  const more = colors.length - maxSwatches;
  return (
    <li class="card">
      <div class="picture">
        {picture ? (
          <img src={picture.url} alt="" loading="lazy" width="480" height="480" />
        ) : (
          <span class="no-picture">{translate('noPicture')}</span>
        )}
        <FindingBadge counts={findings} />
      </div>
      <h2 lang={locale}>
        <a href={`/preview/products/${encodeURIComponent(sku)}`}>{name}</a>
      </h2>
      <p class="facts">
        {tag !== undefined && <span class="tag">{grid.tags[tag]}</span>}
        <span class="sku">{sku}</span> {grid.brands[brand]}
        {kind !== 'standard' && <> · {translate(kind)}</>}
      </p>
      <div class="below">
        <p class="swatches">
          <span class="unseen">{formatCount(colors.length, 'colorOne', 'colorMore')}</span>
          {colors.slice(0, more > 1 ? maxSwatches : undefined).map((swatches, index) => (
            <Swatch key={index} swatches={swatches} />
          ))}
          {more > 1 && <span class="more">+{more}</span>}
        </p>
        {price && (
          <p class={price.isMarkdown ? 'price markdown' : 'price'}>
            {translate('from', { price: money(price) })}
          </p>
        )}
      </div>
    </li>
  );
}

/** Formats a price. US prices show their currency, because the grid can contain prices in both dollars. */
function money({ amount, currency }: GridPrice): string {
  const format = new Intl.NumberFormat(interfaceLocale.value, { style: 'currency', currency });
  return format.format(amount);
}
