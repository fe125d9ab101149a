/** What a product is called and said to be. */
import type { ComponentChildren } from 'preact';
import type { LocaleView, ProductAnswer } from '../../answers.ts';
import { say } from '../words.ts';

export function ProductFacts({
  product: { kind },
  view: { detail },
  children,
}: {
  product: ProductAnswer;
  view: LocaleView;
  /** Stands below the name. */
  children: ComponentChildren;
}) {
  const { brand, catalog, descriptions, keywords, materials, minimumOrder, note, pricing } = detail;
  const lines: readonly (readonly [name: string, text: string | undefined])[] = [
    [say('sizes'), pricing.sizes.map(({ name }) => name).join(' · ')],
    [say('minimum'), minimumOrder.description],
    [say('for'), catalog.for],
    [say('inspiration'), catalog.inspiration.join(', ')],
    [say('materials'), materials?.map(({ label }) => label).join(', ')],
    [say('keywords'), keywords?.join(', ')],
    [say('credits'), pricing.designCredits?.description],
    [say('recommended'), shareText(detail)],
  ];
  return (
    <>
      <p class="facts">
        {detail.tag !== undefined && <span class="badge plain">{detail.tag}</span>}
        <span class="sku">{detail.sku}</span> {brand.name} · {catalog.category}
        {kind !== 'standard' && <> · {say(kind)}</>}
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
