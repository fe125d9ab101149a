import test from 'ava';
import { completeText } from '../../../build/rules/complete-text.ts';
import { findAfter, findInFixture, replacing } from './find-after.ts';

test('text in every language that is shown is fine', async (t) => {
  t.deepEqual(await findInFixture(completeText), []);
});

test('a product text without French is found where the product is sold in Canada', async (t) => {
  const edit = replacing('products/TEE-1.json', ',\n    "fr": "Taille petit."', '');
  t.deepEqual(await findAfter(t, completeText, edit), [
    {
      file: 'products/TEE-1.json',
      path: 'note',
      message: 'has no text for fr-CA; add "fr"',
    },
  ]);
});

test('a product that is sold in the States only needs no French', async (t) => {
  const edit = replacing('products/USA-4.json', ',\n    "fr": "Tee-shirt des États"', '');
  t.deepEqual(await findAfter(t, completeText, edit), []);
});

test('a text for one region does not stand in for another', async (t) => {
  const edit = replacing('products/HOOD-2.json', '"en": "Block Hoodie"', '"en-US": "Block Hoodie"');
  t.deepEqual(await findAfter(t, completeText, edit), [
    {
      file: 'products/HOOD-2.json',
      path: 'name',
      message: 'has no text for en-CA; add "en"',
    },
  ]);
});

test('a text in a list of a product is found at its place', async (t) => {
  const edit = replacing('products/USA-4.json', '"en": "Stateside tee, worn",', '');
  const [finding] = await findAfter(t, completeText, edit);
  t.is(finding?.path, 'images.1.alt');
});

test('keywords that lack a language are found', async (t) => {
  const keywords = ',\n    "fr": [\n      "tee-shirt",\n      "couleur"\n    ]';
  const edit = replacing('products/TEE-1.json', keywords, '');
  const [finding, ...more] = await findAfter(t, completeText, edit);
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
  ['size-charts.json', '"fr": "Poitrine"', 'charts.tops.measures.0'],
] as const;

for (const [file, french, path] of shared) {
  test(`a shared text without French is found: ${file}, ${path}`, async (t) => {
    const edit = replacing(file, french, '"en-US": "Only here"');
    const message = 'has no text for fr-CA; add "fr"';
    t.deepEqual(await findAfter(t, completeText, edit), [{ file, path, message }]);
  });
}

test('a fallback language in the catalogue makes the other language optional', async (t) => {
  const lessFrench = replacing('products/TEE-1.json', ',\n    "fr": "Taille petit."', '');
  const fallback = replacing(
    'catalogue.json',
    '"defaultLocale"',
    '"fallbackLanguage": { "fr": "en" }, "defaultLocale"',
  );
  t.deepEqual(await findAfter(t, completeText, lessFrench, fallback), []);
});

test('open content of options is left alone, even where it looks like a text', async (t) => {
  const edit = replacing('products/HOOD-2.json', '"limit": 3', '"label": { "en": "Panels" }');
  t.deepEqual(await findAfter(t, completeText, edit), []);
});
