import test from 'ava';
import { suggestSize } from '../../../../../build/content/findings/suggest-size.ts';

const sizes = ['XS', 'S', 'M', 'L', 'XL', '2XL', '3XL', 'OSFA'];

test('another spelling of a size suggests the spelling of sizes.json', (t) => {
  const spellings = {
    '2XL': ['XXL', '2X', '2XLG', '2 XL', 'xx-large', '2xl'],
    '3XL': ['XXXL', '3X', '3XLG'],
    S: ['SM', 'Small', 'sml', 'P'],
    M: ['MED', 'Medium', 'md'],
    L: ['LG', 'Large', 'LRG', 'Grand'],
    XL: ['XLG', 'X-Large', '1XL', '1X'],
    XS: ['XSM', 'X-Small', 'TP'],
    OSFA: ['One size', 'OS', 'O/S', 'ONE-SIZE', 'Taille unique', 'TU'],
  };
  for (const [size, texts] of Object.entries(spellings)) {
    for (const text of texts) t.is(suggestSize(text, sizes), size, text);
  }
});

test('if sizes.json has XXL, other spellings suggest XXL', (t) => {
  t.is(suggestSize('2XL', ['XL', 'XXL']), 'XXL');
  t.is(suggestSize('MED', ['Small', 'Medium']), 'Medium');
});

test('a size that does not exist is not suggested', (t) => {
  t.is(suggestSize('XXL', ['S', 'M']), undefined);
  t.is(suggestSize('4XL', sizes), undefined);
  t.is(suggestSize('XXXXL', sizes), undefined);
  t.is(suggestSize('One size', ['S', 'M']), undefined);
});

test('a size that has two spellings in sizes.json is not suggested', (t) => {
  t.is(suggestSize('2X', ['2XL', 'XXL']), undefined);
});

test('a misspelt size suggests the nearest one', (t) => {
  t.is(suggestSize('OFSA', sizes), 'OSFA');
  t.is(suggestSize('2XM', ['S', 'M', '2XL']), '2XL');
  t.is(suggestSize('youth-medum', ['youth-small', 'youth-medium']), 'youth-medium');
});

test('for a size, a different size with a similar name is not suggested', (t) => {
  for (const [size, other] of [
    ['XL', '2XL'],
    ['XS', 'S'],
    ['XXS', 'XS'],
    ['12M', '18M'],
    ['32W', '34W'],
    ['30', '32'],
    ['32x30', '32x32'],
    ['S/M', 'L/M'],
    ['YM', 'YL'],
    ['XLT', 'LT'],
    ['adult-s', 'adult-m'],
    ["WOMEN'S 6", "WOMEN'S 8"],
  ] as const) {
    t.is(suggestSize(size, [other]), undefined, `${size} ${other}`);
    t.is(suggestSize(other, [size]), undefined, `${other} ${size}`);
  }
});

test('the nearest size is suggested if only the word before the size differs', (t) => {
  t.is(suggestSize('WOMENS 6', ["WOMEN'S 6", "MEN'S 6"]), "WOMEN'S 6");
});
