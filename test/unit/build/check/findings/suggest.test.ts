import test from 'ava';
import { hintsFor, suggest } from '../../../../../build/content/findings/suggest.ts';

const colors = ['navy', 'heather-grey', 'black', 'café'];

test('an unknown value with a few wrong letters suggests the known value', (t) => {
  t.is(suggest('nvay', colors), 'navy');
  t.is(suggest('heather-gray', colors), 'heather-grey');
  t.is(suggest('blak', colors), 'black');
});

test('an unknown value that differs only in case, accents or separators suggests the known value', (t) => {
  t.is(suggest('Heather Grey', colors), 'heather-grey');
  t.is(suggest('cafe', colors), 'café');
  t.is(suggest('HEATHER_GREY', colors), 'heather-grey');
});

test('an unknown value that is similar to no known value has no suggestion', (t) => {
  t.is(suggest('turquoise', colors), undefined);
  t.is(suggest('x', colors), undefined);
  t.is(suggest('', colors), undefined);
  t.is(suggest('navy', []), undefined);
});

test('every lookup of an unknown value returns the same hints', (t) => {
  const known = new Set(['navy', 'grey']);
  const hints = { allowed: ['navy', 'grey'], suggestion: 'navy' };
  t.deepEqual(hintsFor('nvay', known), hints);
  t.deepEqual(hintsFor('nvay', known), hints);
  t.deepEqual(hintsFor('gone', known), { allowed: ['navy', 'grey'] });
});

test('if 300,000 values are allowed, only the first unknown value is compared with them and may get a suggestion', (t) => {
  const names = new Set(Array.from({ length: 300_000 }, (_, index) => `photo-${index}`));
  t.is(hintsFor('Photo-0', names).suggestion, 'photo-0');
  t.false('suggestion' in hintsFor('Photo-1', names));
});
