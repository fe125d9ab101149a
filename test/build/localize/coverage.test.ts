import test from 'ava';
import { loadDraft } from '../../../build/load/load-draft.ts';
import { measureCoverage, renderCoverage } from '../../../build/localize/coverage.ts';
import { copyContent, loadFixture } from '../../helpers/content.ts';

const bag = 'products/BAG-5.json';

test('whole content has its own words in every locale', async (t) => {
  for (const { fallback, missing } of measureCoverage(await loadFixture()).values()) {
    t.deepEqual({ fallback, missing }, { fallback: 0, missing: 0 });
  }
});

test('a text counts in the locales that show it, for where it is taken from', async (t) => {
  const folder = await copyContent(t);
  const before = measureCoverage(await folder.load());
  await folder.replace(bag, '"en": "Plain Bag"', '"en": "Plain Bag", "fr-CA": "Sac"');
  await folder.replace(bag, '"tagline": {', '"short": { "en": "A bag." }, "tagline": {');
  const strict = measureCoverage(await loadDraft(folder.path));
  await folder.replace('catalogue.json', '{', '{ "fallbackLanguage": { "fr": "en" },');
  const lenient = measureCoverage(await loadDraft(folder.path));
  const { regional = 0, language = 0 } = before.get('fr-CA') ?? {};
  const french = { regional: regional + 1, language: language - 1 };
  t.deepEqual(strict.get('fr-CA'), { ...french, fallback: 0, missing: 1 });
  t.deepEqual(lenient.get('fr-CA'), { ...french, fallback: 1, missing: 0 });
  // The bag is not sold in the States.
  t.deepEqual(lenient.get('en-US'), before.get('en-US'));
});

test('the numbers of the locales stand below each other', (t) => {
  const coverage = new Map([
    ['en-CA', { regional: 120, language: 2224, fallback: 1, missing: 0 }],
    ['fr-CA', { regional: 7, language: 0, fallback: 20, missing: 0 }],
  ] as const);
  t.deepEqual(renderCoverage(coverage), [
    '  texts en-CA: 2,345, 120 regional,  1 from another language',
    '  texts fr-CA:    27,   7 regional, 20 from another language',
  ]);
});
