/** The start page: a grid of the products that match the filters. */
import type { ProductGridResponse } from '../../responses.ts';
import { Filters } from '../components/filters.tsx';
import { PagedList } from '../components/paged-list.tsx';
import { ProductCard } from '../components/product-card.tsx';
import { useTitle } from '../components/use-title.ts';
import { filterProducts } from '../filters.ts';
import { translate } from '../interface-texts.ts';
import { useData } from '../live-data.ts';
import { currentUrl } from '../location.ts';
import './product-grid.css';

/** Shows the products that match the filters in the URL, each with its picture. */
export function ProductGridPage() {
  useTitle(translate('products'));
  const grid = useData<ProductGridResponse>('products');
  if (!grid) return <p class="waiting">{translate('loading')}</p>;
  const { searchParams } = currentUrl.value;
  const products = filterProducts(grid.products, searchParams);
  const facts = { count: products.length, all: grid.products.length };
  return (
    <div class="product-grid">
      <Filters grid={grid} />
      <section aria-labelledby="products">
        <div class="heading">
          <h1 id="products">{translate('products')}</h1>
          <p role="status">{translate('ofAll', facts)}</p>
        </div>
        {products.length === 0 && (
          <p class="waiting">
            {translate(grid.products.length === 0 ? 'nothingToShow' : 'noMatch')}
          </p>
        )}
        <PagedList name="cards" items={products}>
          {(product) => <ProductCard key={product.sku} product={product} grid={grid} />}
        </PagedList>
      </section>
    </div>
  );
}
