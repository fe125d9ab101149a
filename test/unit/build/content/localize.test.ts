/** Texts in the language of a locale, their fallbacks and plural forms, and how many a locale has of its own. */
import test from 'ava';
import { measureCoverage } from '../../../../build/content/localize/coverage.ts';
import { productTexts, sharedTexts } from '../../../../build/content/localize/localized-texts.ts';
import {
  createLocalizer,
  fillIn,
  textIn,
  textKeysOf,
} from '../../../../build/content/localize/localizer.ts';
import { type Content, copyContent } from '../../../helpers/content.ts';

test('a regional text takes precedence over the text of the language', (t) => {
  const text = { en: 'Colour', 'en-US': 'Color', fr: 'Couleur' };
  t.is(createLocalizer('en-US', undefined).text(text), 'Color');
  t.is(createLocalizer('en-CA', undefined).text(text), 'Colour');
  t.is(createLocalizer('fr-CA', undefined).text(text), 'Couleur');
});

test('without a fallback language no locale uses the text of another language', (t) => {
  t.deepEqual(textKeysOf('fr-CA', undefined), ['fr-CA', 'fr']);
  const french = createLocalizer('fr-CA', undefined);
  t.throws(() => french.text({ en: 'Tee', 'en-CA': 'Tee' }), { message: /no fr-CA text in .*Tee/ });
  const american = createLocalizer('en-US', {});
  t.throws(() => american.text({ 'en-CA': 'Tuque', fr: 'Tuque' }), { message: /no en-US text/ });
});

test('the fallback language is used last, and its text for the market takes precedence over its general text', (t) => {
  t.deepEqual(textKeysOf('fr-CA', { fr: 'en' }), ['fr-CA', 'fr', 'en-CA', 'en']);
  t.deepEqual(textKeysOf('en-US', { fr: 'en' }), ['en-US', 'en']);
  const french = createLocalizer('fr-CA', { fr: 'en' });
  t.is(french.text({ en: 'Beanie', 'en-CA': 'Tuque' }), 'Tuque');
  t.is(french.text({ en: 'Beanie', 'en-US': 'Cap' }), 'Beanie');
  t.is(french.text({ en: 'Beanie', fr: 'Tuque' }), 'Tuque');
});

test('a page without a locale uses the text in its language, otherwise any text', (t) => {
  t.is(textIn('en', { 'en-US': 'Color', en: 'Colour' }), 'Colour');
  t.is(textIn('fr', { en: 'Colour', 'fr-CA': 'Couleur' }), 'Couleur');
  t.is(textIn('fr', { 'en-US': 'Color' }), 'Color');
});

const pieces = {
  en: { one: '{quantity} piece', other: '{quantity} pieces' },
  fr: { one: '{quantity} pièce', other: '{quantity} pièces' },
};

test('a number selects the singular or the plural by the rules of the language of the text', (t) => {
  for (const [locale, text, expected] of [
    ['en-US', pieces, ['0 pieces', '1 piece', '2 pieces', '1000000 pieces']],
    ['fr-CA', pieces, ['0 pièce', '1 pièce', '2 pièces', '1000000 pièces']],
    ['fr-CA', { en: pieces.en }, ['0 pieces', '1 piece', '2 pieces', '1000000 pieces']],
  ] as const) {
    const localizer = createLocalizer(locale, { fr: 'en' });
    const counted = [0, 1, 2, 1_000_000].map((quantity) => localizer.count(text, quantity));
    t.deepEqual(counted, expected);
  }
});

test('a text without plural forms is the same for every number', (t) => {
  const localizer = createLocalizer('fr-CA', undefined);
  const text = { en: pieces.en, fr: 'Minimum : {quantity}' };
  t.is(localizer.count(text, 1), 'Minimum : 1');
  t.throws(() => localizer.count({ en: pieces.en }, 1), { message: /no fr-CA text in .*piece/ });
});

test('placeholders are replaced everywhere, once, and unknown ones are kept', (t) => {
  t.is(fillIn('{a} and {b} and {a}', { a: 1, b: 'two' }), '1 and two and 1');
  t.is(fillIn('{a} {gone} {toString} {}', { a: '{b}', b: 'no' }), '{b} {gone} {toString} {}');
  t.is(fillIn('{a}', { a: '$& $1' }), '$& $1');
});

function coverageOf({ products, ...shared }: Content) {
  const ofShared = sharedTexts(
    shared,
    products.map(({ product }) => product),
  );
  const texts = [...ofShared, ...products.map(productTexts)];
  return measureCoverage(texts, shared.catalogue.fallbackLanguage);
}

const bag = 'products/BAG-5.json';

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
