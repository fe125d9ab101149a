/** The name, texts and facts of a product. */
import type { ComponentChildren } from 'preact';
import type { LocaleView, ProductResponse } from '../../responses.ts';
import { translate } from '../interface-texts.ts';

/** Shows name, descriptions, sizes, minimum order and other facts of a product in one locale. */
export function ProductFacts({
  product: { kind },
  view: { detail },
  children,
}: {
  product: ProductResponse;
  view: LocaleView;
  /** Shown below the name and tagline. */
  children: ComponentChildren;
}) {
  const { brand, catalog, descriptions, keywords, materials, minimumOrder, note, pricing } = detail;
  const lines: readonly (readonly [name: string, text: string | undefined])[] = [
    [translate('sizes'), pricing.sizes.map(({ name }) => name).join(' · ')],
    [translate('minimum'), minimumOrder.description],
    [translate('for'), catalog.for],
    [translate('inspiration'), catalog.inspiration.join(', ')],
    [translate('materials'), materials?.map(({ label }) => label).join(', ')],
    [translate('keywords'), keywords?.join(', ')],
    [translate('credits'), pricing.designCredits?.description],
    [translate('recommended'), formatShares(detail)],
  ];
  return (
    <>
      <p class="facts">
        {detail.tag !== undefined && <span class="badge plain">{detail.tag}</span>}
        <span class="sku">{detail.sku}</span> {brand.name} · {catalog.category}
        {kind !== 'standard' && <> · {translate(kind)}</>}
      </p>
      <h1>{detail.productName}</h1>
      <p class="tagline">{descriptions.tagline}</p>
      {children}
      <p>{descriptions.short}</p>
      <p>{descriptions.long}</p>
      {note !== undefined && <p class="note">{note}</p>}
      <dl class="lines">
        {lines.map(
          ([name, text]) =>
            text && (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{text}</dd>
              </div>
            ),
        )}
      </dl>
    </>
  );
}

function formatShares({ locale, sizeRecommendations }: LocaleView['detail']): string | undefined {
  const percent = new Intl.NumberFormat(locale, { style: 'percent' });
  return sizeRecommendations
    ?.map(({ size, percentage }) => `${size} ${percent.format(percentage / 100)}`)
    .join(', ');
}
