import test from 'ava';
import { frenchChecks } from '../../../../pages/preview/client/french-checks.ts';
import {
  calculateCheckCosts,
  selectProducts,
} from '../../../../pages/preview/client/quality-list.ts';
import type { QualityProduct } from '../../../../pages/preview/responses.ts';
import { qualityChecks } from '../../../../quality/checks/index.ts';

function product(sku: string, name: string, score: number, ...checks: string[]): QualityProduct {
  const reasons = checks.map((check) => ({ check, points: 6, count: 0, missing: [] }));
  return { sku, name, score, reasons, filePath: `/content/${sku}.json`, picture: undefined };
}

const products = [
  product('B-2', 'Élan Vest', 70, 'text/long', 'color/pms'),
  product('A-1', 'Vest', 80, 'color/pms'),
  product('C-3', 'Cap', 100),
];

const skus = (query: string, sorting: Parameters<typeof selectProducts>[2] = 'lowest') =>
  selectProducts(products, new URLSearchParams(query), sorting).map(({ sku }) => sku);

test('products are sorted by score, name or SKU', (t) => {
  t.deepEqual(skus(''), ['B-2', 'A-1', 'C-3']);
  t.deepEqual(skus('', 'highest'), ['C-3', 'A-1', 'B-2']);
  t.deepEqual(skus('', 'name'), ['C-3', 'B-2', 'A-1']);
  t.deepEqual(skus('', 'sku'), ['A-1', 'B-2', 'C-3']);
});

test('products are found by name, by SKU and by failed check, ignoring accents', (t) => {
  t.deepEqual(skus('search=elan'), ['B-2']);
  t.deepEqual(skus('search=vest+a-1'), ['A-1']);
  t.deepEqual(skus('check=color/pms'), ['B-2', 'A-1']);
  t.deepEqual(skus('check=color/pms&search=cap'), []);
});

test('checks are sorted by the points that the average product loses', (t) => {
  t.deepEqual(calculateCheckCosts({ products }), [
    { id: 'color/pms', products: 2, points: 4 },
    { id: 'text/long', products: 1, points: 2 },
  ]);
  t.deepEqual(calculateCheckCosts({ products: [] }), []);
});

test('every quality check has a French text with the same member names', (t) => {
  t.deepEqual(
    Object.keys(frenchChecks).sort(),
    qualityChecks.map(({ id }) => id),
  );
  const codeIn = (text = '') => [...text.matchAll(/`[^`]+`|\w+\.(?:json|csv)/g)].map(String).sort();
  for (const { id, remedy } of qualityChecks) {
    t.deepEqual(codeIn(frenchChecks[id]?.remedy), codeIn(remedy), id);
  }
});
