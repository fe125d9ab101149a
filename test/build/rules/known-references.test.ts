import test from 'ava';
import { knownReferences } from '../../../build/rules/known-references.ts';
import { findAfter, findInFixture, removing, replacing } from './find-after.ts';

test('references to what exists are fine', async (t) => {
  t.deepEqual(await findInFixture(knownReferences), []);
});

const edits = [
  ['"brand": "acme"', '"brand": "gone"', 'brand', 'brands.json'],
  ['"category": "tees"', '"category": "gone"', 'category', 'categories.json'],
  ['"tag": "best-seller"', '"tag": "gone"', 'tag', 'tags.json'],
  ['"for": "adults"', '"for": "gone"', 'for', 'facets.json'],
  ['"sizeChart": "tops"', '"sizeChart": "gone"', 'sizeChart', 'size-charts.json'],
  ['"team"', '"gone"', 'inspiration.1', 'facets.json'],
  ['"cotton"', '"gone"', 'fabrics.0', 'facets.json'],
  ['"CO"', '"gone"', 'materials.0', 'facets.json'],
  ['"print"', '"gone"', 'customization.decorations.1', 'decorations.json'],
  ['"color": "grey-navy"', '"color": "gone"', 'colors.1.color', 'colors.json'],
  ['"2XL"\n', '"2XL", "gone"\n', 'sizes.3', 'sizes.json'],
  ['"size": "M"', '"size": "gone"', 'sizeRecommendations.1.size', "the product's sizes"],
] as const;

for (const [from, to, path, home] of edits) {
  test(`a product that names what ${home} does not hold is found at ${path}`, async (t) => {
    const file = 'products/TEE-1.json';
    const message = `"gone" is not in ${home}; correct it or add it there`;
    const findings = await findAfter(t, knownReferences, replacing(file, from, to));
    t.deepEqual(findings, [{ file, path, message }]);
  });
}

test('a recommended size that other products have but this one has not is found', async (t) => {
  const edit = replacing('products/TEE-1.json', '"size": "M"', '"size": "L"');
  const [finding] = await findAfter(t, knownReferences, edit);
  t.is(finding?.path, 'sizeRecommendations.1.size');
});

test('a member that every object inherits is no reference', async (t) => {
  const edit = replacing('products/TEE-1.json', '"brand": "acme"', '"brand": "constructor"');
  const [finding] = await findAfter(t, knownReferences, edit);
  t.is(finding?.path, 'brand');
});

test('a drawing that lacks a side is found', async (t) => {
  const findings = await findAfter(t, knownReferences, removing('drawings/hoodie-back.svg'));
  t.deepEqual(findings, [
    {
      file: 'products/HOOD-2.json',
      path: 'drawing',
      message: '"hoodie-back.svg" is not in drawings/; correct it or add it there',
    },
  ]);
});

test('pictures that are no file are found wherever the product names them', async (t) => {
  const findings = await findAfter(t, knownReferences, removing('assets/photos/stateside.png'));
  const message = '"photos/stateside.png" is not in assets/; correct it or add it there';
  t.deepEqual(findings, [
    { file: 'products/USA-4.json', path: 'images.0.file', message },
    { file: 'products/USA-4.json', path: 'colors.0.images.0', message },
  ]);
});
