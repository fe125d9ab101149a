import { syncUnknownCompany } from '../../../../build/rules/sync/unknown-company.ts';
import { appending, findAfter, findInFixture, inShort, replacing } from '../find-after.ts';
import { testsOf } from '../rule-test.ts';

const test = testsOf(import.meta.url);

const stray = appending('active-products.csv', 'TEE-1,west_shop\nUSA-4,west_shop\n');

test('companies of companies.json pass', async (t) => {
  t.deepEqual(await findInFixture(syncUnknownCompany), []);
});

test('an alias of no company is told once, with the one that was meant', async (t) => {
  const findings = await findAfter(t, syncUnknownCompany, stray);
  t.deepEqual(findings.map(inShort), [
    'active-products.csv:7:7 "west_shop" is not a company; correct it or remove the 2 rows [west-shop]',
  ]);
  t.deepEqual(findings[0]?.allowed, ['north-shop', 'south-shop', 'west-shop']);
});

test('a company with a fault of its own is a company all the same', async (t) => {
  const edit = replacing('companies.json', '"West Shop"', '7');
  t.deepEqual(await findAfter(t, syncUnknownCompany, edit), []);
});

test('nothing is told while the companies cannot be read', async (t) => {
  const edit = replacing('companies.json', '{', '');
  t.deepEqual(await findAfter(t, syncUnknownCompany, stray, edit), []);
});
