import test from 'ava';
import { hintsFor } from '../../../../build/content/findings/known-values.ts';

test('an unknown value has the same hints however often it is looked up', (t) => {
  const colors = new Set(['navy', 'grey']);
  const hints = { allowed: ['navy', 'grey'], suggestion: 'navy' };
  t.deepEqual(hintsFor('nvay', colors), hints);
  t.deepEqual(hintsFor('nvay', colors), hints);
  t.deepEqual(hintsFor('gone', colors), { allowed: ['navy', 'grey'] });
});

test('a list of 300,000 values is compared with one unknown value and not with the next', (t) => {
  const names = new Set(Array.from({ length: 300_000 }, (_, index) => `photo-${index}`));
  t.is(hintsFor('Photo-0', names).suggestion, 'photo-0');
  t.false('suggestion' in hintsFor('Photo-1', names));
});
