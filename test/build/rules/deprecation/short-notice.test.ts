import { shortNotice } from '../../../../build/rules/deprecation/short-notice.ts';
import type { ContentFolder } from '../../../helpers/content.ts';
import { findAfter, findAllAfter, findInFixture, inShort } from '../find-after.ts';
import { testsOf } from '../rule-test.ts';

const test = testsOf(import.meta.url);

const deprecating = (path: string, announced: string, sunset: string) => (folder: ContentFolder) =>
  folder.write(
    'deprecations.json',
    JSON.stringify(
      { routes: { [path]: { announced, sunset, link: 'https://x.test/v2' } } },
      null,
      2,
    ),
  );

test('content without deprecations is fine', async (t) => {
  t.deepEqual(await findInFixture(shortNotice), []);
});

test('three months to the day are fine', async (t) => {
  const edit = deprecating('/v1/products', '2026-12-01', '2027-03-01');
  t.deepEqual(await findAllAfter(t, edit), await findAllAfter(t));
});

test('a day less is found, with the first day that would do', async (t) => {
  const edit = deprecating('/v1/products/{sku}/pricing', '2026-12-01', '2027-02-28');
  t.deepEqual((await findAfter(t, shortNotice, edit)).map(inShort), [
    'deprecations.json:5:17 "2027-02-28" leaves clients less than 3 months; 2027-03-01 is the first day that does',
  ]);
});

test('a sunset before the announcement is found', async (t) => {
  const edit = deprecating('/v1/health', '2026-12-01', '2026-06-01');
  t.is((await findAfter(t, shortNotice, edit)).length, 1);
});

test('a route that there is not, a day that is none and a link that is none are found by others', async (t) => {
  const route = deprecating('/v1/product', '2026-12-01', '2027-03-01');
  const day = deprecating('/v1/products', '2026-12-01', '2027-02-30');
  const idsAfter = async (edit: typeof route) =>
    (await findAllAfter(t, edit))
      .filter(({ file }) => file === 'deprecations.json')
      .map(({ rule }) => rule);
  t.deepEqual(await idsAfter(route), ['shape/unknown-field']);
  t.deepEqual(await idsAfter(day), ['shape/wrong-value']);
});
