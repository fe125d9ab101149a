import { surchargeUnknownList } from '../../../../build/rules/surcharge/unknown-list.ts';
import { appending, findAfter, findInFixture, inShort, replacing } from '../find-after.ts';
import { testsOf } from '../rule-test.ts';

const test = testsOf(import.meta.url);

const strays = appending(
  'prices/surcharges.csv',
  'TEE-1,CAD,M,MSRP,1\nTEE-1,USD,M,MSRP,1\nTEE-1,CAD,M,A9,1\n',
);

test('surcharges of the MSRP and of tiers pass', async (t) => {
  t.deepEqual(await findInFixture(surchargeUnknownList), []);
});

test('a list that is neither msrp nor a tier is told once, with the one that was meant', async (t) => {
  const findings = await findAfter(t, surchargeUnknownList, strays);
  t.deepEqual(findings.map(inShort), [
    'prices/surcharges.csv:8:13 "MSRP" is not a price list; correct it or remove the 2 rows [msrp]',
    'prices/surcharges.csv:10:13 "A9" is not a price list; correct it or remove the row [A1]',
  ]);
  t.deepEqual(findings[0]?.allowed, ['msrp', 'A1', 'A3']);
});

test('nothing is told while the tiers cannot be read', async (t) => {
  const edit = replacing('catalogue.json', '"A1"', '"Tier 1"');
  t.deepEqual(await findAfter(t, surchargeUnknownList, strays, edit), []);
});
