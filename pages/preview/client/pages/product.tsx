/** A product as a shop would show it, and what only those may see who edit it. */
import type { ProductAnswer } from '../../answers.ts';
import { useTitle } from '../components/use-title.ts';
import { useData } from '../live.ts';
import type { PageParts } from '../routes.ts';
import { say } from '../words.ts';

export function ProductPage({ parts: [sku = ''] }: PageParts) {
  const product = useData<ProductAnswer>(`products/${encodeURIComponent(sku)}`);
  useTitle(sku);
  if (product === undefined) return <p class="waiting">{say('loading')}</p>;
  if (product === null) return <h1>{say('noProduct')}</h1>;
  return <h1>{product.sku}</h1>;
}
