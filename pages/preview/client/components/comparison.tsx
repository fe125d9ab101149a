/** The comparison of two releases. */
import type { ComparisonResponse } from '../../responses.ts';
import { pluralize, translate } from '../interface-texts.ts';
import { useData } from '../live-data.ts';
import { interfaceLocale } from '../settings.ts';
import { ChangedProduct } from './changed-product.tsx';
import { OtherDifferences } from './other-differences.tsx';

/** Shows the differences between two releases, given by id: totals, changed products, then other differences. */
export function Comparison({ before, after }: { before: string; after: string }) {
  const comparison = useData<ComparisonResponse>(`releases/${before}/${after}`);
  if (comparison === undefined) return <p class="waiting">{translate('loading')}</p>;
  if (comparison === null) return <p class="waiting">{translate('releaseGone')}</p>;
  const { changes, products, pieces } = comparison;
  const difference = pieces.after - pieces.before;
  const stock = difference.toLocaleString(interfaceLocale.value, {
    signDisplay: 'exceptZero',
  });
  return (
    <>
      <div role="status">
        <ul class="figures">
          <li>
            <strong>{products.changed.toLocaleString(interfaceLocale.value)}</strong>{' '}
            {pluralize(products.changed, 'changedOne', 'changedMore')}
          </li>
          <li>{translate('productCounts', { before: products.before, after: products.after })}</li>
          {difference === 0 ? (
            <li>{translate('sameStock')}</li>
          ) : (
            <li>
              <strong>{stock}</strong> {pluralize(Math.abs(difference), 'pieceOne', 'pieceMore')}
            </li>
          )}
        </ul>
      </div>
      {changes.length === 0 && <p class="all-good">{translate('noChange')}</p>}
      <ul class="changes">
        {changes.map((change) => (
          <ChangedProduct key={change.sku} change={change} />
        ))}
      </ul>
      {products.changed > changes.length && (
        <p class="waiting">{translate('firstOf', { count: changes.length })}</p>
      )}
      <OtherDifferences comparison={comparison} />
    </>
  );
}
