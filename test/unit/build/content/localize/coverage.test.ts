import test from 'ava';
import {
  addCoverage,
  type Coverage,
  measureCoverage,
  renderCoverage,
} from '../../../../../build/content/localize/coverage.ts';
import {
  localizedTexts,
  productTexts,
  sharedTexts,
  type TextSource,
} from '../../../../../build/content/localize/localized-texts.ts';
import { locales } from '../../../../../contract/locales.ts';
import { copyContent, loadFixture } from '../../../../helpers/content.ts';

function coverageOf(source: TextSource): Coverage {
  return measureCoverage(localizedTexts(source), source.catalogue.fallbackLanguage);
}

const bag = 'products/BAG-5.json';

test('in complete content every locale has texts in its own language', async (t) => {
  for (const { fallback, missing } of Object.values(coverageOf(await loadFixture()))) {
    t.deepEqual({ fallback, missing }, { fallback: 0, missing: 0 });
  }
});

test('a text is counted by its origin, in each locale that shows it', async (t) => {
  const folder = await copyContent(t);
  const before = coverageOf(await folder.load());
  await folder.replace(bag, '"en": "Plain Bag"', '"en": "Plain Bag", "fr-CA": "Sac"');
  await folder.replace(bag, '"tagline": {', '"short": { "en": "A bag." }, "tagline": {');
  const strict = coverageOf(await folder.load());
  await folder.replace('catalogue.json', '{', '{ "fallbackLanguage": { "fr": "en" },');
  const lenient = coverageOf(await folder.load());
  const { regional, language } = before['fr-CA'];
  const french = { regional: regional + 1, language: language - 1 };
  t.deepEqual(strict['fr-CA'], { ...french, fallback: 0, missing: 1 });
  t.deepEqual(lenient['fr-CA'], { ...french, fallback: 1, missing: 0 });
  // The bag is not sold in the United States.
  t.deepEqual(lenient['en-US'], before['en-US']);
});

test('the text counts of the parts add up to the counts of the catalogue', async (t) => {
  const content = await loadFixture();
  const { fallbackLanguage } = content.catalogue;
  const parts = content.products.map((each) => [productTexts(each)]);
  const all = [[...sharedTexts(content, locales)], ...parts];
  const sum = addCoverage(all.map((texts) => measureCoverage(texts, fallbackLanguage)));
  t.deepEqual(sum, coverageOf(content));
});

test('the text counts of the locales are printed in columns', (t) => {
  const coverage = {
    'en-CA': { regional: 120, language: 2224, fallback: 1, missing: 0 },
    'fr-CA': { regional: 7, language: 0, fallback: 20, missing: 0 },
  };
  t.deepEqual(renderCoverage(coverage), [
    '  texts en-CA: 2,345, 120 regional,  1 from another language',
    '  texts fr-CA:    27,   7 regional, 20 from another language',
  ]);
});
