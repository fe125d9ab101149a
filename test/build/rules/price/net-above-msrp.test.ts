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

const surcharges = 'prices/surcharges.csv';

test('a size whose net surcharge makes it cost more than its MSRP is told', async (t) => {
  const edit = replacing(surcharges, 'TEE-1,CAD,2XL,A3,6902.17', 'TEE-1,CAD,2XL,A3,7050.64');
  t.deepEqual((await findAfter(t, priceNetAboveMsrp, edit)).map(inShort), [
    `${surcharges}:4:18 the net price of 2XL of TEE-1, CAD 7918.37 + 7050.64, is above its MSRP of 8018.50 + 6950.50 from 48 pieces`,
  ]);
});

test('with its surcharge a net price may be the MSRP, to the cent', async (t) => {
  const edits = [
    replacing('prices/msrp.csv', 'USA-4,USD,12,8014.00', 'USA-4,USD,12,0.30'),
    replacing('prices/net-A1.csv', 'USA-4,USD,12,7912.53', 'USA-4,USD,12,0.10'),
    replacing(net, 'USA-4,USD,12,7932.53', 'USA-4,USD,12,0.10'),
    // In floats 0.1 + 0.2 is more than 0.3.
    appending(surcharges, 'USA-4,USD,M,A1,0.20\n'),
  ];
  t.deepEqual(await findAfter(t, priceNetAboveMsrp, ...edits), []);
});

test('a size without an MSRP surcharge is held against the MSRP itself', async (t) => {
  const edit = appending(surcharges, 'USA-4,USD,M,A1,101.48\n');
  t.deepEqual((await findAfter(t, priceNetAboveMsrp, edit)).map(inShort), [
    `${surcharges}:8:16 the net price of M of USA-4, USD 7912.53 + 101.48, is above its MSRP of 8014.00 + 0.00 from 12 pieces`,
  ]);
});

test('sizes are not told where the price itself is too high, or a surcharge cannot be read', async (t) => {
  const tooMuch = replacing(surcharges, 'TEE-1,CAD,2XL,A3,6902.17', 'TEE-1,CAD,2XL,A3,8902.17');
  const price = replacing(net, 'TEE-1,CAD,48,7918.37', 'TEE-1,CAD,48,8018.51');
  const findings = await findAfter(t, priceNetAboveMsrp, tooMuch, price);
  t.deepEqual(
    findings.map(({ file }) => file),
    [net],
  );
  const unread = replacing(surcharges, 'TEE-1,CAD,2XL,msrp,6950.50', 'TEE-1,CAD,2XL,msrp,$8950');
  t.deepEqual(await findAfter(t, priceNetAboveMsrp, tooMuch, unread), []);
});
