import { repeatedEntry } from '../../../../build/rules/product/repeated-entry.ts';
import { findAfter, findInFixture, inShort, replacing } from '../find-after.ts';
import { testsOf } from '../rule-test.ts';

const test = testsOf(import.meta.url);

const file = 'products/TEE-1.json';

test('lists that name nothing twice are fine, be it the same in two languages', async (t) => {
  t.deepEqual(await findInFixture(repeatedEntry), []);
});

const slips = [
  ['"US"\n', '"CA"\n', '56:5 "CA"'],
  ['"team"', '"outdoor"', '46:5 "outdoor"'],
  ['"cotton"\n', '"cotton", "cotton"\n', '49:15 "cotton"'],
  ['"CO"\n', '"CO", "CO"\n', '52:11 "CO"'],
  ['"colour"\n', '"tee"\n', '25:7 "tee"'],
  ['"couleur"\n', '"tee-shirt"\n', '33:7 "tee-shirt"'],
  ['"print"\n', '"embroidery"\n', '67:7 "embroidery"'],
  ['"size": "2XL"', '"size": "M"', '118:5 "M"'],
] as const;

for (const [right, wrong, told] of slips) {
  test(`the second of two is found: ${told}`, async (t) => {
    t.deepEqual((await findAfter(t, repeatedEntry, replacing(file, right, wrong))).map(inShort), [
      `${file}:${told} stands in this list already`,
    ]);
  });
}
