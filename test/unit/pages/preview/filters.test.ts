import test from 'ava';
import { filterProducts, listFilterOptions } from '../../../../pages/preview/client/filters.ts';
import type { GridProduct } from '../../../../pages/preview/responses.ts';

const product = (sku: string, changes: Partial<GridProduct> = {}): GridProduct => ({
  sku,
  name: `Product ${sku}`,
  locale: 'en-CA',
  ...{ brand: 'acme', category: 'tees', kind: 'standard', markets: ['CA', 'US'], colors: [] },
  ...{ picture: undefined, price: undefined, findings: { errors: 0, warnings: 0 }, ...changes },
});
const products = [
  product('A', { brand: 'other', tag: 'new' }),
  product('B', { markets: ['CA'], name: 'Veste d’entraînement' }),
  product('C', { kind: 'color-block', findings: { errors: 0, warnings: 2 } }),
];
const skus = (query: string) =>
  filterProducts(products, new URLSearchParams(query)).map(({ sku }) => sku);

test('values of one filter are alternatives, and all filters must match', (t) => {
  t.deepEqual(skus(''), ['A', 'B', 'C']);
  t.deepEqual(skus('brand=acme&brand=other'), ['A', 'B', 'C']);
  t.deepEqual(skus('brand=acme&market=US'), ['C']);
  t.deepEqual(skus('tag=new'), ['A']);
  t.deepEqual(skus('kind=color-block&tag=new'), []);
  t.deepEqual(skus('content=hasFindings'), ['C']);
});

test('a search finds every word in name and SKU, ignoring case and accents', (t) => {
  t.deepEqual(skus("search=D'ENTRAINEMENT+veste"), ['B']);
  t.deepEqual(skus('search=product'), ['A', 'C']);
});

test('a filter value has the number of products that match it and the other filters', (t) => {
  const offers = listFilterOptions(
    'brand',
    { products },
    new URLSearchParams('market=US&brand=other'),
  );
  t.deepEqual(offers, [
    { value: 'other', amount: 1 },
    { value: 'acme', amount: 1 },
  ]);
});
