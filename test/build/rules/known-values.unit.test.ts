import test from 'ava';
import { hintsFor } from '../../../build/rules/known-values.ts';

test('a value gets the whole list and the one that was meant, however often it is asked for', (t) => {
  const colors = new Set(['navy', 'grey']);
  const hints = { allowed: ['navy', 'grey'], suggestion: 'navy' };
  t.deepEqual(hintsFor('nvay', colors), hints);
  t.deepEqual(hintsFor('nvay', colors), hints);
  t.deepEqual(hintsFor('gone', colors), { allowed: ['navy', 'grey'] });
});

test('so many values that are not known are no misspellings, and are not compared', (t) => {
  const names = new Set(Array.from({ length: 300_000 }, (_, index) => `photo-${index}`));
  t.is(hintsFor('Photo-0', names).suggestion, 'photo-0');
  t.false('suggestion' in hintsFor('Photo-1', names));
});
