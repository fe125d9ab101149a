import test from 'ava';
import { isSku } from '../../../contract/sku.ts';

test('a SKU is 1 to 64 letters, digits, dots, underscores and hyphens', (t) => {
  for (const sku of ['A', '0', 'TEE-1', 'tee.1_x-Y', 'a..b', 'A'.padEnd(64, '-')]) {
    t.true(isSku(sku), sku);
  }
});

test('a SKU begins with a letter or a digit, is not empty and not longer than 64', (t) => {
  for (const text of ['', '.', '..', '-A', '_A', '.A', 'A'.repeat(65)]) t.false(isSku(text), text);
});

test('no other text is a SKU', (t) => {
  const wrong = [
    'A B',
    'A/B',
    'A%20',
    'A\n',
    '\nA',
    'É',
    'A\u00e9',
    'A\u0000',
    'A?',
    'A|B',
    '{sku}',
  ];
  for (const text of wrong) t.false(isSku(text), JSON.stringify(text));
});
