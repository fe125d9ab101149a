/** Every product with its picture, and filters that the address keeps. */
import type { WallAnswer } from '../../answers.ts';
import { Filters } from '../components/filters.tsx';
import { ProductCard } from '../components/product-card.tsx';
import { useTitle } from '../components/use-title.ts';
import { filterProducts } from '../filters.ts';
import { useData } from '../live.ts';
import { here } from '../location.ts';
import { say } from '../words.ts';
import './wall.css';

export function WallPage() {
  useTitle(say('products'));
  const wall = useData<WallAnswer>('wall');
  if (!wall) return <p class="waiting">{say('loading')}</p>;
  const { searchParams } = here.value;
  const products = filterProducts(wall.products, searchParams);
  const facts = { count: products.length, all: wall.products.length };
  return (
    <div class="wall">
      <Filters wall={wall} />
      <section aria-labelledby="products">
        <div class="heading">
          <h1 id="products">{say('products')}</h1>
          <p role="status">{say('ofAll', facts)}</p>
        </div>
        {products.length === 0 && (
          <p class="waiting">{say(wall.products.length === 0 ? 'nothingYet' : 'noMatch')}</p>
        )}
        <ul class="cards">
          {products.map((product) => (
            <ProductCard key={product.sku} product={product} wall={wall} />
          ))}
        </ul>
      </section>
    </div>
  );
}
