import test from 'ava';
import { maxTries } from '../../../contract/specification-service.ts';
import { planRetry, readRetryAfter } from '../../../sync/service/retry-plan.ts';

const passing = { tries: 1, isPassing: true, retryAfterMs: undefined };

test('waits double, and a random half of each keeps clients apart', (t) => {
  const waits = (tries: number) =>
    [0, 0.5, 1].map((random) => planRetry({ ...passing, tries }, () => random));
  t.deepEqual(waits(1), [250, 375, 500]);
  t.deepEqual(waits(2), [500, 750, 1000]);
});

test('transient errors are retried up to the limit, and permanent errors are not', (t) => {
  t.not(planRetry({ ...passing, tries: maxTries - 1 }, Math.random), undefined);
  t.is(planRetry({ ...passing, tries: maxTries }, Math.random), undefined);
  t.is(planRetry({ ...passing, isPassing: false }, Math.random), undefined);
});

test('a short Retry-After is waited for in full, and a long one is not waited for', (t) => {
  t.is(
    planRetry({ ...passing, retryAfterMs: 3000 }, () => 0),
    3250,
  );
  t.is(
    planRetry({ ...passing, retryAfterMs: 60_000 }, () => 0),
    undefined,
  );
});

test('Retry-After is seconds or a date; other values are ignored', (t) => {
  const now = Date.parse('2026-11-21T16:00:00Z');
  t.is(readRetryAfter('120', now), 120_000);
  t.is(readRetryAfter('Sat, 21 Nov 2026 16:00:30 GMT', now), 30_000);
  t.is(readRetryAfter('Sat, 21 Nov 2026 15:00:00 GMT', now), 0);
  for (const field of [undefined, '', '-1', 'soon', '9'.repeat(20)]) {
    t.is(readRetryAfter(field, now), undefined);
  }
});
