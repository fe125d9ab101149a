import test from 'ava';
import { hintsFor, suggest, suggestSize } from '../../../../../build/content/findings/suggest.ts';

const colors = ['navy', 'heather-grey', 'black', 'café', 'rose', 'bone'];
const pictures = ['TEE1/sand-front.jpg', 'TEE1/navy-back.jpg'];

test('a word that resembles exactly one allowed value suggests it', (t) => {
  for (const [text, meant] of [
    ['nvay', 'navy'],
    ['heather-gray', 'heather-grey'],
    ['Heather Grey', 'heather-grey'],
    ['cafe', 'café'],
    ['turquoise', undefined],
    ['bose', undefined],
    ['', undefined],
  ] as const) {
    t.is(suggest(text, colors), meant, text);
  }
  t.is(suggest('TEE1/navy-front.jpg', pictures), undefined);
  t.is(suggest('TEE1/navy-bak.JPG', pictures), 'TEE1/navy-back.jpg');
  t.is(suggest('slug', ['sku']), undefined);
});

test('an unknown value has the allowed values, and the one that it resembles', (t) => {
  const known = new Set(['navy', 'grey']);
  t.deepEqual(hintsFor('nvay', known), { allowed: ['navy', 'grey'], suggestion: 'navy' });
  t.deepEqual(hintsFor('gone', known), { allowed: ['navy', 'grey'] });
});

const sizes = ['XS', 'S', 'M', 'L', 'XL', '2XL', '3XL', 'OSFA'];

test('another spelling of a size, and a misspelt one, suggest the size of sizes.json', (t) => {
  const spellings = {
    '2XL': ['XXL', '2X', '2XLG', '2 XL', 'xx-large', '2xl', '2XM'],
    '3XL': ['XXXL', '3X', '3XLG'],
    S: ['SM', 'Small', 'sml', 'P'],
    M: ['MED', 'Medium', 'md'],
    L: ['LG', 'Large', 'LRG', 'Grand'],
    XL: ['XLG', 'X-Large', '1XL', '1X'],
    XS: ['XSM', 'X-Small', 'TP'],
    OSFA: ['One size', 'OS', 'O/S', 'ONE-SIZE', 'Taille unique', 'TU', 'OFSA'],
  };
  for (const [size, texts] of Object.entries(spellings)) {
    for (const text of texts) t.is(suggestSize(text, sizes), size, text);
  }
  t.is(suggestSize('2XL', ['XL', 'XXL']), 'XXL');
  t.is(suggestSize('youth-medum', ['youth-small', 'youth-medium']), 'youth-medium');
  t.is(suggestSize('WOMENS 6', ["WOMEN'S 6", "MEN'S 6"]), "WOMEN'S 6");
});

test('a size that does not exist, or exists twice, is not suggested, nor another size', (t) => {
  for (const size of ['4XL', 'XXXXL']) t.is(suggestSize(size, sizes), undefined);
  t.is(suggestSize('One size', ['S', 'M']), undefined);
  t.is(suggestSize('2X', ['2XL', 'XXL']), undefined);
  const others =
    'XL 2XL, XS S, XXS XS, 12M 18M, 32W 34W, 30 32, 32x30 32x32, S/M L/M, YM YL, XLT LT';
  for (const pair of [...others.split(', '), 'adult-s adult-m', 'WOMEN’S-6 WOMEN’S-8']) {
    const [size = '', other = ''] = pair.split(' ');
    t.is(suggestSize(size, [other]), undefined, pair);
    t.is(suggestSize(other, [size]), undefined, pair);
  }
});
