/** What differs between two releases: figures, then product by product, then the rest. */
import type { ComparisonAnswer } from '../../answers.ts';
import { useData } from '../live.ts';
import { interfaceLocale } from '../settings.ts';
import { noun, say } from '../words.ts';
import { BesideProducts } from './beside-products.tsx';
import { ChangedProduct } from './changed-product.tsx';

export function Comparison({ before, after }: { before: string; after: string }) {
  const comparison = useData<ComparisonAnswer>(`releases/${before}/${after}`);
  if (comparison === undefined) return <p class="waiting">{say('loading')}</p>;
  if (comparison === null) return <p class="waiting">{say('releaseGone')}</p>;
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
            {noun(products.changed, 'changedOne', 'changedMore')}
          </li>
          <li>{say('productCounts', { before: products.before, after: products.after })}</li>
          {difference === 0 ? (
            <li>{say('sameStock')}</li>
          ) : (
            <li>
              <strong>{stock}</strong> {noun(Math.abs(difference), 'pieceOne', 'pieceMore')}
            </li>
          )}
        </ul>
      </div>
      {changes.length === 0 && <p class="all-good">{say('noChange')}</p>}
      <ul class="changes">
        {changes.map((change) => (
          <ChangedProduct key={change.sku} change={change} />
        ))}
      </ul>
      {products.changed > changes.length && (
        <p class="waiting">{say('firstOf', { count: changes.length })}</p>
      )}
      <BesideProducts comparison={comparison} />
    </>
  );
}
