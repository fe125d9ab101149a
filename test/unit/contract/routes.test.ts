import test from 'ava';
import { isProductPath, routes } from '../../../contract/routes.ts';

test('the routes and their access are those of the specification, the export routes and the changes route', (t) => {
  const facts = Object.values(routes).map(({ path, access }) => [path, access]);
  t.deepEqual(facts, [
    ['/v1/health', 'public'],
    ['/v1/products', 'public'],
    ['/v1/products/pricing', 'keyed'],
    ['/v1/products/export', 'public'],
    ['/v1/products/inventory', 'public'],
    ['/v1/products/changes', 'public'],
    ['/v1/products/{sku}', 'either'],
    ['/v1/products/{sku}/pricing', 'keyed'],
    ['/v1/sync/activeProduct', 'public'],
    ['/openapi.json', 'public'],
    ['/.well-known/api-catalog', 'public'],
  ]);
});

test('the id of each route equals its key in the table', (t) => {
  for (const [name, { id }] of Object.entries(routes)) t.is(name, id);
});

test('the advisory limit counts exactly the paths under /v1/products', (t) => {
  for (const path of ['/v1/products', '/v1/products/', '/v1/products/x/y/z']) {
    t.true(isProductPath(path), path);
  }
  for (const path of ['/v1/productsx', '/v1/health', '/v1/Products', '/v2/products', '/']) {
    t.false(isProductPath(path), path);
  }
});
