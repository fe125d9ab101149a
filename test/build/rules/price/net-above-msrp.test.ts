import { priceNetAboveMsrp } from '../../../../build/rules/price/net-above-msrp.ts';
import {
  appending,
  findAfter,
  findInFixture,
  inShort,
  removing,
  replacing,
} from '../find-after.ts';
import { testsOf } from '../rule-test.ts';

const test = testsOf(import.meta.url);

const net = 'prices/net-A3.csv';

test('net prices below the MSRP pass', async (t) => {
  t.deepEqual(await findInFixture(priceNetAboveMsrp), []);
});

test('a net price may be the MSRP', async (t) => {
  const edit = replacing(net, 'USA-4,USD,12,7932.53', 'USA-4,USD,12,8014.00');
  t.deepEqual(await findAfter(t, priceNetAboveMsrp, edit), []);
});

test('a net price above the MSRP of its quantity is told, with the row it is above of', async (t) => {
  const edit = replacing(net, 'TEE-1,CAD,48,7918.37', 'TEE-1,CAD,48,8018.51');
  t.deepEqual((await findAfter(t, priceNetAboveMsrp, edit)).map(inShort), [
    `${net}:9:14 the net price of TEE-1, CAD 8018.51, is above its MSRP of 8018.50 from 48 pieces (prices/msrp.csv, line 9)`,
  ]);
});

test('a net bracket is held against every MSRP bracket that it reaches into', async (t) => {
  const oneBracket = replacing(
    net,
    'TEE-1,CAD,12,7919.13,7969.13\nTEE-1,CAD,48,7918.37,\nTEE-1,CAD,144,7917.41,\n',
    'TEE-1,CAD,12,8018.00,\n',
  );
  t.deepEqual((await findAfter(t, priceNetAboveMsrp, oneBracket)).map(inShort), [
    `${net}:8:14 the net price of TEE-1, CAD 8018.00, is above its MSRP of 8017.25 from 144 pieces (prices/msrp.csv, line 10)`,
  ]);
});

test('an MSRP bracket is held against every net bracket that begins in it', async (t) => {
  const edit = replacing(
    net,
    'USA-4,USD,12,7932.53,\n',
    'USA-4,USD,12,8014.00,\nUSA-4,USD,24,8015.00,\nUSA-4,USD,96,8013.00,\n',
  );
  t.deepEqual((await findAfter(t, priceNetAboveMsrp, edit)).map(inShort), [
    `${net}:14:14 the net price of USA-4, USD 8015.00, is above its MSRP of 8014.00 from 24 pieces (prices/msrp.csv, line 13)`,
  ]);
});

test('a net bracket that ends where a lower MSRP begins is not above it', async (t) => {
  const edit = replacing(net, '7919.13,7969.13', '8019.99,');
  t.deepEqual(await findAfter(t, priceNetAboveMsrp, edit), []);
});

test('nothing is told while prices of the product cannot be read', async (t) => {
  const edit = replacing(net, 'TEE-1,CAD,48,7918.37', 'TEE-1,CAD,48,9918.37');
  const msrpRow = replacing('prices/msrp.csv', 'TEE-1,CAD,144,8017.25', 'TEE-1,CAD,144,$8017');
  const netRow = appending(net, 'TEE-1,CAD,50,8.-,\n');
  for (const unread of [removing('prices/msrp.csv'), msrpRow, netRow]) {
    t.deepEqual(await findAfter(t, priceNetAboveMsrp, edit, unread), []);
  }
});

test('a net row that is repeated after the last MSRP bracket is held against that bracket', async (t) => {
  const last = 'TEE-1,CAD,144,7917.41,\n';
  const edit = replacing(net, last, `${last}${last.replace('7917.41', '8019.00')}`);
  t.deepEqual((await findAfter(t, priceNetAboveMsrp, edit)).map(inShort), [
    `${net}:11:15 the net price of TEE-1, CAD 8019.00, is above its MSRP of 8017.25 from 144 pieces (prices/msrp.csv, line 10)`,
  ]);
});
