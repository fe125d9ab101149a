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

test('every lookup of an unknown value returns the same hints, also beyond the limit of comparisons', (t) => {
  const known = new Set(['navy', 'grey']);
  const hints = { allowed: ['navy', 'grey'], suggestion: 'navy' };
  t.deepEqual(hintsFor('nvay', known), hints);
  t.deepEqual(hintsFor('nvay', known), hints);
  t.deepEqual(hintsFor('gone', known), { allowed: ['navy', 'grey'] });
  const names = new Set(Array.from({ length: 300_000 }, (_, index) => `photo-${index}`));
  t.is(hintsFor('Photo-0', names).suggestion, 'photo-0');
  t.false('suggestion' in hintsFor('Photo-1', names));
});
