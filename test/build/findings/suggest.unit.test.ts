import test from 'ava';
import { suggest } from '../../../build/findings/suggest.ts';

const colors = ['navy', 'heather-grey', 'black', 'café'];

test('a few wrong letters are forgiven', (t) => {
  t.is(suggest('nvay', colors), 'navy');
  t.is(suggest('heather-gray', colors), 'heather-grey');
  t.is(suggest('blak', colors), 'black');
});

test('case, accents and separators are forgiven', (t) => {
  t.is(suggest('Heather Grey', colors), 'heather-grey');
  t.is(suggest('cafe', colors), 'café');
  t.is(suggest('HEATHER_GREY', colors), 'heather-grey');
});

test('what is like none gets no suggestion', (t) => {
  t.is(suggest('turquoise', colors), undefined);
  t.is(suggest('x', colors), undefined);
  t.is(suggest('', colors), undefined);
  t.is(suggest('navy', []), undefined);
});
