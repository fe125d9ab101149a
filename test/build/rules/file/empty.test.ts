import { emptyFile } from '../../../../build/rules/file/empty.ts';
import { findAfter, findInFixture, inShort, writing } from '../find-after.ts';
import { testsOf } from '../rule-test.ts';

const test = testsOf(import.meta.url);

test('files with content pass', async (t) => {
  t.deepEqual(await findInFixture(emptyFile), []);
});

test('a file without a text is told, and a table says which columns it takes', async (t) => {
  const findings = await findAfter(
    t,
    emptyFile,
    writing('products/TEE-1.json', ''),
    writing('brands.json', ' \n\n'),
    writing('active-products.csv', '\n'),
  );
  t.deepEqual(findings.map(inShort), [
    'active-products.csv is empty; its first line is sku,company',
    'brands.json is empty; write its content',
    'products/TEE-1.json is empty; write its content',
  ]);
});
