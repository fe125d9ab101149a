import test from 'ava';
import { suggest } from '../../../../build/content/findings/suggest.ts';

const colors = ['navy', 'heather-grey', 'black', 'café'];

test('a value with a few wrong letters has the right one as its suggestion', (t) => {
  t.is(suggest('nvay', colors), 'navy');
  t.is(suggest('heather-gray', colors), 'heather-grey');
  t.is(suggest('blak', colors), 'black');
});

test('a value in another case, with other accents or separators has the right one as its suggestion', (t) => {
  t.is(suggest('Heather Grey', colors), 'heather-grey');
  t.is(suggest('cafe', colors), 'café');
  t.is(suggest('HEATHER_GREY', colors), 'heather-grey');
});

test('a value that is like no other has no suggestion', (t) => {
  t.is(suggest('turquoise', colors), undefined);
  t.is(suggest('x', colors), undefined);
  t.is(suggest('', colors), undefined);
  t.is(suggest('navy', []), undefined);
});
