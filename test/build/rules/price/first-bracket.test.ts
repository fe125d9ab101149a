import { priceFirstBracket } from '../../../../build/rules/price/first-bracket.ts';
import { findAfter, findInFixture, inShort, replacing } from '../find-after.ts';
import { testsOf } from '../rule-test.ts';

const test = testsOf(import.meta.url);

test('brackets that begin at the minimum order pass', async (t) => {
  t.deepEqual(await findInFixture(priceFirstBracket), []);
});

for (const quantity of [11, 13]) {
  test(`a first bracket from ${quantity} is told where the minimum order is 12`, async (t) => {
    const edit = replacing('prices/msrp.csv', 'TEE-1,USD,12', `TEE-1,USD,${quantity}`);
    t.deepEqual((await findAfter(t, priceFirstBracket, edit)).map(inShort), [
      `prices/msrp.csv:11:11 the first bracket of TEE-1 in USD begins at ${quantity}, but its minimum order is 12`,
    ]);
  });
}

test('the first bracket is the one of the least quantity, wherever it stands', async (t) => {
  const edit = replacing(
    'prices/net-A3.csv',
    'HOOD-2,CAD,24,7922.13,\nHOOD-2,CAD,48,7920.17,\n',
    'HOOD-2,CAD,48,7920.17,\nHOOD-2,CAD,24,7922.13,\n',
  );
  t.deepEqual(await findAfter(t, priceFirstBracket, edit), []);
});

test('nothing is told while the first bracket or the minimum order cannot be read', async (t) => {
  const row = replacing('prices/msrp.csv', 'TEE-1,USD,12,8015.00', 'TEE-1,USD,12,8015.-');
  t.deepEqual(await findAfter(t, priceFirstBracket, row), []);
  const minimum = replacing('products/TEE-1.json', '"quantity": 12', '"quantity": "24"');
  t.deepEqual(await findAfter(t, priceFirstBracket, minimum), []);
});
