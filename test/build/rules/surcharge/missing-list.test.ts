import { surchargeMissingList } from '../../../../build/rules/surcharge/missing-list.ts';
import { appending, findAfter, findInFixture, inShort, replacing } from '../find-after.ts';
import { testsOf } from '../rule-test.ts';

const test = testsOf(import.meta.url);

const file = 'prices/surcharges.csv';
const stray = appending(file, 'TEE-1,CAD,M,msrp,1\n');

test('surcharges in the MSRP and every tier pass', async (t) => {
  t.deepEqual(await findInFixture(surchargeMissingList), []);
});

test('a surcharge that tiers or the MSRP lack is told once a size', async (t) => {
  const forTier = appending(file, 'TEE-1,USD,S,A3,1\n');
  t.deepEqual((await findAfter(t, surchargeMissingList, stray, forTier)).map(inShort), [
    `${file}:8:13 M of TEE-1 has a surcharge in CAD, and none in A1 and A3; add it, or 0.00 where it costs no more`,
    `${file}:9:13 S of TEE-1 has a surcharge in USD, and none in msrp and A1; add it, or 0.00 where it costs no more`,
  ]);
});

test('a surcharge of nothing is one', async (t) => {
  const others = appending(file, 'TEE-1,CAD,M,A1,0\nTEE-1,CAD,M,A3,0.00\n');
  t.deepEqual(await findAfter(t, surchargeMissingList, stray, others), []);
});

test('rows that other rules tell of are not told again', async (t) => {
  for (const row of [
    'TEE-1,CAD,XM,msrp,1',
    'USA-4,CAD,M,msrp,1',
    'TEE-1,CAD,M,MSRP,1',
    'T,CAD,M,A1,1',
  ]) {
    t.deepEqual(await findAfter(t, surchargeMissingList, appending(file, `${row}\n`)), [], row);
  }
});

test('nothing is told while surcharges, sizes, markets or tiers cannot be read', async (t) => {
  const unread = [
    appending(file, 'TEE-1,CAD,M,A1,$1\n'),
    replacing('products/TEE-1.json', '"M",\n', '22,\n'),
    replacing('products/TEE-1.json', '"CA"', '"Canada"'),
    replacing('catalogue.json', '"A1"', '"Tier 1"'),
  ];
  for (const edit of unread) t.deepEqual(await findAfter(t, surchargeMissingList, stray, edit), []);
});
