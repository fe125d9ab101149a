import test from 'ava';
import {
  colorOf,
  isYes,
  parseAttributes,
  sizeOf,
} from '../../../editing/import/magento/attributes.ts';

test('values are split at bars, decoded, and may hold a comma', (t) => {
  const attributes = parseAttributes('material=Lofty&reg;|Wool,care=Wash cold, dry flat,size=XL');
  t.deepEqual(attributes.get('material'), ['Lofty®', 'Wool']);
  t.deepEqual(attributes.get('care'), ['Wash cold, dry flat']);
  t.is(sizeOf(attributes), 'XL');
});

test('an export with enclosed attributes is read', (t) => {
  const attributes = parseAttributes('"color=Black","size=M"');
  t.is(colorOf(attributes), 'Black');
  t.is(sizeOf(attributes), 'M');
});

test('custom colour and size attributes of a shop are used', (t) => {
  const attributes = parseAttributes('fashion_color=Peach,fashion_size=S,resize=no');
  t.is(colorOf(attributes), 'Peach');
  t.is(sizeOf(attributes), 'S');
});

test('nothing is read from an empty cell', (t) => {
  t.is(parseAttributes('').size, 0);
});

test('yes is read in any letter case', (t) => {
  t.true(isYes(parseAttributes('new=YES'), 'new'));
  t.false(isYes(parseAttributes('new=No'), 'new'));
  t.false(isYes(parseAttributes(''), 'new'));
});
