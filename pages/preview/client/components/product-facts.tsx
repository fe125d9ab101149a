/** What a product is called and said to be. */
import type { ComponentChildren } from 'preact';
import type { LocaleView, ProductResponse } from '../../responses.ts';
import { translate } from '../interface-texts.ts';

export function ProductFacts({
  product: { kind },
  view: { detail },
  children,
}: {
  product: ProductResponse;
  view: LocaleView;
  /** Stands below the name. */
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
    [translate('recommended'), shareText(detail)],
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

function shareText({ locale, sizeRecommendations }: LocaleView['detail']): string | undefined {
  const percent = new Intl.NumberFormat(locale, { style: 'percent' });
  return sizeRecommendations
    ?.map(({ size, percentage }) => `${size} ${percent.format(percentage / 100)}`)
    .join(', ');
}
