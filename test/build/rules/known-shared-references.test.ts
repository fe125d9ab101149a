import test from 'ava';
import { knownSharedReferences } from '../../../build/rules/known-shared-references.ts';
import { findAfter, findInFixture, removing, replacing } from './find-after.ts';

test('shared files that agree are fine', async (t) => {
  t.deepEqual(await findInFixture(knownSharedReferences), []);
});

test('a base tier that is no tier is found', async (t) => {
  const edit = replacing('catalogue.json', '"base": "A3"', '"base": "A9"');
  const message = '"A9" is not one of the tiers A1, A3';
  const finding = { file: 'catalogue.json', path: 'tiers.base', message };
  t.deepEqual(await findAfter(t, knownSharedReferences, edit), [finding]);
});

test('a colour of an unknown family is found', async (t) => {
  const edit = replacing('colors.json', '"multi"\n', '"gone"\n');
  const message = '"gone" is not one of the families of this file';
  const finding = { file: 'colors.json', path: 'colors.bright.families', message };
  t.deepEqual(await findAfter(t, knownSharedReferences, edit), [finding]);
});

test('a decoration without its icon is found', async (t) => {
  const findings = await findAfter(
    t,
    knownSharedReferences,
    removing('assets/icons/embroidery.svg'),
  );
  const message = '"icons/embroidery.svg" is not in assets/; correct it or add the file';
  const finding = { file: 'decorations.json', path: 'decorations.embroidery.icon', message };
  t.deepEqual(findings, [finding]);
});

test('a size chart row with a value too few is found', async (t) => {
  const edit = replacing('size-charts.json', '127,', '');
  const message = 'has 1 values for 2 measures';
  const finding = { file: 'size-charts.json', path: 'charts.tops.rows.2XL', message };
  t.deepEqual(await findAfter(t, knownSharedReferences, edit), [finding]);
});
