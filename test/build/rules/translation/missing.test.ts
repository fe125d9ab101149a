import { missingTranslation } from '../../../../build/rules/translation/missing.ts';
import { findAfter, findInFixture, inShort, replacing } from '../find-after.ts';
import { testsOf } from '../rule-test.ts';

const test = testsOf(import.meta.url);

const tee = 'products/TEE-1.json';
const lessFrench = replacing(tee, ',\n    "fr": "Taille petit."', '');

test('text in every language that is shown is fine', async (t) => {
  t.deepEqual(await findInFixture(missingTranslation), []);
});

test('a product text without French is found where the product is sold in Canada', async (t) => {
  t.deepEqual((await findAfter(t, missingTranslation, lessFrench)).map(inShort), [
    'products/TEE-1.json:36:3 has no text for fr-CA; add "fr"',
  ]);
});

test('a product that is sold in the States only needs no French', async (t) => {
  const edit = replacing('products/USA-4.json', ',\n    "fr": "Tee-shirt des États"', '');
  t.deepEqual(await findAfter(t, missingTranslation, edit), []);
});

test('a text for one region does not stand in for another', async (t) => {
  const edit = replacing('products/HOOD-2.json', '"en": "Block Hoodie"', '"en-US": "Block Hoodie"');
  const [finding] = await findAfter(t, missingTranslation, edit);
  t.is(finding?.message, 'has no text for en-CA; add "en"');
});

test('every locale and language that a text lacks is named', async (t) => {
  const edit = replacing(
    'products/BAG-5.json',
    '"en": "Plain Bag",\n    "fr": "Sac uni"',
    '"en-US": "Plain Bag"',
  );
  const [finding] = await findAfter(t, missingTranslation, edit);
  t.is(finding?.message, 'has no text for en-CA and fr-CA; add "en" and "fr"');
});

test('a text in a list of a product is found at its place', async (t) => {
  const edit = replacing('products/USA-4.json', '"en": "Stateside tee, worn",', '');
  const [finding] = await findAfter(t, missingTranslation, edit);
  t.is(finding?.path, 'images[1].alt');
});

test('keywords that lack a language are found', async (t) => {
  const keywords = ',\n    "fr": [\n      "tee-shirt",\n      "couleur"\n    ]';
  const [finding, ...more] = await findAfter(t, missingTranslation, replacing(tee, keywords, ''));
  t.is(finding?.path, 'keywords');
  t.deepEqual(more, []);
});

const shared = [
  ['catalogue.json', '"fr": "Guide de marquage"', 'texts.decorations'],
  ['brands.json', '"fr": "Des essentiels tout simples."', 'brands.acme.description'],
  ['categories.json', '"fr": "Tee-shirts"', 'categories.tees.name'],
  ['tags.json', '"fr": "Plus vert"', 'tags.eco.label'],
  ['colors.json', '"fr": "Marine"', 'colors.navy.name'],
  ['colors.json', '"fr": "Bleu"', 'families.blue.name'],
  ['facets.json', '"fr": "Jeunes"', 'for.youth'],
  ['decorations.json', '"fr": "Toute image."', 'decorations.print.note'],
  ['size-charts.json', '"fr": "Poitrine"', 'charts.tops.measures[0]'],
] as const;

for (const [file, french, path] of shared) {
  test(`a shared text without French is found: ${file}, ${path}`, async (t) => {
    const edit = replacing(file, french, '"en-US": "Only here"');
    const [finding, ...more] = await findAfter(t, missingTranslation, edit);
    t.deepEqual(more, []);
    t.like(finding, { file, path, message: 'has no text for fr-CA; add "fr"' });
  });
}

test('a fallback language in the catalogue makes the other language optional', async (t) => {
  const fallback = '"fallbackLanguage": { "fr": "en" }, "defaultLocale"';
  const edit = replacing('catalogue.json', '"defaultLocale"', fallback);
  t.deepEqual(await findAfter(t, missingTranslation, lessFrench, edit), []);
});

test('nothing is missed where the fallback language could not be read', async (t) => {
  for (const written of ['"fallbackLanguage": { "fr": "de" }', '"fallbackLanguages": {}']) {
    const edit = replacing('catalogue.json', '"defaultLocale"', `${written}, "defaultLocale"`);
    t.deepEqual(await findAfter(t, missingTranslation, lessFrench, edit), []);
  }
});

test('open content of options is left alone, even where it looks like a text', async (t) => {
  const edit = replacing('products/HOOD-2.json', '"limit": 3', '"label": { "en": "Panels" }');
  t.deepEqual(await findAfter(t, missingTranslation, edit), []);
});

test('an id that is called as a language is no text', async (t) => {
  const tag = { label: { en: 'Made in England' }, rank: 'other' };
  const findings = await findAfter(t, missingTranslation, (folder) =>
    folder.write('tags.json', JSON.stringify({ tags: { en: tag } })),
  );
  t.deepEqual(
    findings.map(({ path }) => path),
    ['tags.en.label'],
  );
});
