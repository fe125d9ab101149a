import test from 'ava';
import {
  colorOf,
  parseAttributes,
  sizeOf,
  tagOf,
} from '../../../../editing/import/magento/attributes.ts';

test('values are split at vertical bars, decoded, and may contain a comma', (t) => {
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

test('an empty cell has no attributes', (t) => {
  t.is(parseAttributes('').size, 0);
});

test('yes-or-no attributes are read in any letter case, and the first that is yes determines the tag', (t) => {
  t.is(tagOf(parseAttributes('new=YES')), 'new');
  t.is(tagOf(parseAttributes('new=1,erin_recommends=yes')), 'best-seller');
  t.is(tagOf(parseAttributes('new=No')), undefined);
  t.is(tagOf(parseAttributes('')), undefined);
});
