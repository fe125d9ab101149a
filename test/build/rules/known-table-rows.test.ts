import test from 'ava';
import { knownTableRows } from '../../../build/rules/known-table-rows.ts';
import { appending, findAfter, findInFixture } from './find-after.ts';

const remedy = 'correct it or remove the row';

test('rows of what exists are fine', async (t) => {
  t.deepEqual(await findInFixture(knownTableRows), []);
});

const strays = [
  ['inventory.csv', 11, 'GONE-1,navy,S,1', 'sku', '"GONE-1" is not a product'],
  ['inventory.csv', 11, 'TEE-1,bright,S,1', 'color', '"bright" is not a colour of TEE-1'],
  ['inventory.csv', 11, 'TEE-1,navy,L,1', 'size', '"L" is not a size of TEE-1'],
  ['prices/surcharges.csv', 9, 'GONE-1,CAD,2XL,msrp,1', 'sku', '"GONE-1" is not a product'],
  ['prices/surcharges.csv', 9, 'TEE-1,CAD,L,msrp,1', 'size', '"L" is not a size of TEE-1'],
  ['prices/surcharges.csv', 9, 'TEE-1,CAD,M,A9,1', 'list', '"A9" is not one of msrp, A1, A3'],
  ['active-products.csv', 7, 'GONE-1,north-shop', 'sku', '"GONE-1" is not a product'],
  ['active-products.csv', 7, 'TEE-1,gone', 'company', '"gone" is not in companies.json'],
] as const;

for (const [file, line, row, path, what] of strays) {
  test(`a row that names what is not there is found: ${row} in ${file}`, async (t) => {
    const findings = await findAfter(t, knownTableRows, appending(file, `${row}\n`));
    t.deepEqual(findings, [{ file, line, path, message: `${what}; ${remedy}` }]);
  });
}

test('a row that says again what another says is found, whatever it says of the rest', async (t) => {
  const rows = [
    ['inventory.csv', 11, 'TEE-1,navy,S,7', 'TEE-1, navy, S', 8],
    ['prices/surcharges.csv', 9, 'TEE-1,CAD,2XL,A1,9', 'TEE-1, CAD, 2XL, A1', 4],
    ['active-products.csv', 7, 'BAG-5,west-shop', 'BAG-5, west-shop', 6],
  ] as const;
  for (const [file, line, row, text, first] of rows) {
    const message = `says of ${text} what line ${first} says already; remove one`;
    const findings = await findAfter(t, knownTableRows, appending(file, `${row}\n`));
    t.deepEqual(findings, [{ file, line, message }]);
  }
});
