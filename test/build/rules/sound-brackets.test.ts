import test from 'ava';
import { soundBrackets } from '../../../build/rules/sound-brackets.ts';
import { appending, findAfter, findInFixture, replacing } from './find-after.ts';

const msrp = 'prices/msrp.csv';

test('brackets from the minimum order up, with regular prices above, are fine', async (t) => {
  t.deepEqual(await findInFixture(soundBrackets), []);
});

test('rows of an unknown product are found', async (t) => {
  const edit = appending('prices/net-A3.csv', 'GONE-1,CAD,12,5,\n');
  t.deepEqual(await findAfter(t, soundBrackets, edit), [
    {
      file: 'prices/net-A3.csv',
      line: 14,
      path: 'sku',
      message: 'no product has the SKU "GONE-1"',
    },
  ]);
});

test('rows in a currency that nobody pays for the product are found', async (t) => {
  const edit = appending(msrp, 'BAG-5,USD,10,6.00,\n');
  const message = 'BAG-5 is not sold where one pays in USD; remove the rows';
  const finding = { file: msrp, line: 14, path: 'currency', message };
  t.deepEqual(await findAfter(t, soundBrackets, edit), [finding]);
});

test('a first bracket that does not begin at the minimum order is found', async (t) => {
  for (const quantity of [11, 13]) {
    const edit = replacing(msrp, 'TEE-1,USD,12', `TEE-1,USD,${quantity}`);
    const message = `the first bracket begins at ${quantity}, the minimum order is 12`;
    const finding = { file: msrp, line: 11, path: 'minQuantity', message };
    t.deepEqual(await findAfter(t, soundBrackets, edit), [finding]);
  }
});

test('a bracket that does not follow the one before is found', async (t) => {
  for (const quantity of [24, 20]) {
    const edit = replacing(msrp, 'HOOD-2,CAD,48', `HOOD-2,CAD,${quantity}`);
    const message = `${quantity} does not follow 24; sort the brackets`;
    const finding = { file: msrp, line: 4, path: 'minQuantity', message };
    t.deepEqual(await findAfter(t, soundBrackets, edit), [finding]);
  }
});

test('a regular price that is not above the price is found', async (t) => {
  for (const regularPrice of ['20.00', '19.99']) {
    const edit = replacing(msrp, '20.00,25.00', `20.00,${regularPrice}`);
    const message = 'is not above the price 20; leave it empty where there is no markdown';
    const finding = { file: msrp, line: 8, path: 'regularPrice', message };
    t.deepEqual(await findAfter(t, soundBrackets, edit), [finding]);
  }
});
