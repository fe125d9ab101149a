/** The quality of products: scores from 0 to 100, with the reasons for lost points. */
import type { Quality as QualityAnswer } from '../../../preview/describe-products.ts';
import { addressOf } from '../address.ts';
import { Pending, useTitle } from '../parts.tsx';
import { number } from '../texts.ts';
import { askLocalized } from './preview-data.ts';
import { previewText } from './preview-texts.ts';

/** Number of products on the page, the lowest score first. */
const shownProducts = 200;

/** The page of all scores. */
export function Quality() {
  useTitle(previewText('quality'));
  const reading = askLocalized<QualityAnswer>('quality');
  const { data } = reading;
  if (data === undefined) return <Pending {...reading} />;
  const { average, products } = data;
  return (
    <>
      <h1>{previewText('quality')}</h1>
      <p>{previewText('average', { average, count: number(products.length) })}</p>
      <ol class="scores">
        {products.slice(0, shownProducts).map((quality) => (
          <li key={quality.sku}>
            <h2>
              <a href={addressOf(`products/${quality.sku}`)}>{quality.name}</a>{' '}
              <span class="soft">{quality.sku}</span> {quality.score}
            </h2>
            <Reasons quality={quality} />
          </li>
        ))}
      </ol>
      {products.length > shownProducts && <p>… {number(products.length)}</p>}
    </>
  );
}

/** Lists why a product has not all points. */
export function Reasons({ quality: { reasons } }: { quality: QualityAnswer['products'][number] }) {
  if (reasons.length === 0) return <p>{previewText('perfect')}</p>;
  return (
    <ul lang="en">
      {reasons.map(({ lack, missing, count, points, remedy }) => (
        <li key={lack}>
          <strong>{previewText('points', { points: number(Math.round(points * 10) / 10) })}</strong>{' '}
          {lack}
          {missing.length > 0 && `: ${missing.join(', ')}${count > missing.length ? ', …' : ''}`}.{' '}
          <span class="soft">{remedy}</span>
        </li>
      ))}
    </ul>
  );
}
