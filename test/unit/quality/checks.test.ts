import test from 'ava';
import type { QualityCheck } from '../../../quality/checks/check.ts';
import { qualityChecks } from '../../../quality/checks/index.ts';
import { changing, type Edit, loadComplete, scoreIn, stocking, subjectIn } from './contents.ts';
import { lacks } from './lacks.ts';

const loading = loadComplete();

function checkOf(id: string): QualityCheck {
  const found = qualityChecks.find((check) => check.id === id);
  if (found === undefined) throw new Error(`there is no check ${id}`);
  return found;
}

test('a complete product scores 100 without a reason', async (t) => {
  const complete = await loading;
  t.deepEqual(scoreIn(complete), { score: 100, reasons: [] });
});

test('every check has an example of a product that it finds incomplete', async (t) => {
  t.deepEqual(
    Object.keys(lacks).sort(),
    qualityChecks.map(({ id }) => id),
  );
});

for (const [id, { damage, tally, correct }] of Object.entries(lacks)) {
  test(`${id}: finds what a product lacks, and nothing once its remedy is applied`, async (t) => {
    const complete = await loading;
    const damaged = damage(complete);
    t.deepEqual(checkOf(id).count(subjectIn(damaged)), tally);
    t.true(scoreIn(damaged).reasons.some(({ check }) => check === id));
    t.false(scoreIn(correct(damaged)).reasons.some(({ check }) => check === id));
  });
}

/** Applies `edit` to the complete product; returns the ids of the checks that then do not apply to it. */
async function notAbout(edit: Edit): Promise<readonly string[]> {
  const subject = subjectIn(edit(await loading));
  return qualityChecks.filter((check) => check.count(subject) === undefined).map(({ id }) => id);
}

test('no stock check applies to a product that is made to order', async (t) => {
  t.deepEqual(await notAbout(changing(() => ({ madeToOrder: true }))), [
    'stock/pieces',
    'stock/rows',
  ]);
});

test('no size recommendations are needed for a single size', async (t) => {
  t.deepEqual(await notAbout(changing(() => ({ sizes: ['S'] }))), ['size/recommendations']);
});

test('no colour check applies to a colour that buyers choose themselves', async (t) => {
  const complete = await loading;
  const free = changing(() => ({ colors: [{ color: 'free' }] }));
  t.deepEqual(await notAbout(free), [
    'color/family',
    'color/pms',
    'picture/back',
    'picture/colors',
  ]);
  const both = stocking(5)(
    changing(() => ({ colors: [{ color: 'navy' }, { color: 'free' }] }))(complete),
  );
  t.deepEqual(scoreIn(both).reasons, []);
});

test('no Pantone colour is needed for a colour with two swatches', async (t) => {
  const complete = await loading;
  const duo = changing(() => ({ colors: [{ color: 'duo' }] }))(complete);
  t.deepEqual(checkOf('color/pms').count(subjectIn(duo)), { missing: [], of: 1 });
});

test('a product without colours and sizes fails every check about them', async (t) => {
  const complete = await loading;
  const empty = changing(() => ({
    colors: [],
    sizes: [],
    fabric: undefined,
    sizeRecommendations: [],
  }))(complete);
  const found = scoreIn(empty).reasons.map(({ check }) => check);
  const about = /^(color|size|stock)\/|^picture\/(back|colors)$|^material\/fabric$/;
  t.deepEqual(
    found.filter((id) => about.test(id)).sort(),
    qualityChecks.map(({ id }) => id).filter((id) => about.test(id)),
  );
});

test('texts are needed only in the locales that show the product', async (t) => {
  const complete = await loading;
  const american = changing(() => ({ markets: ['US'], note: { en: 'Only here.' } }))(complete);
  t.deepEqual(scoreIn(american).reasons, []);
});

test('a garment drawing provides the pictures of every colour', async (t) => {
  const complete = await loading;
  const bare = changing(() => ({ drawing: undefined }))(complete);
  t.deepEqual(checkOf('picture/colors').count(subjectIn(bare))?.missing, ['navy', 'duo']);
  t.deepEqual(checkOf('picture/colors').count(subjectIn(complete))?.missing, []);
});
