import test from 'ava';
import { hintsFor, suggest } from '../../../../../build/content/findings/suggest.ts';

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
