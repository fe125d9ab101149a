import test from 'ava';
import { maxTries } from '../../../contract/specification-service.ts';
import { parseRetryAfter } from '../../../sync/service-request.ts';
import { createServiceSource, planRetry } from '../../../sync/service-source.ts';

const transient = { tries: 1, isTransient: true, retryAfterMs: undefined };

test('the wait doubles with each try, and half of it is random, so that clients do not retry together', (t) => {
  const waits = (tries: number) =>
    [0, 0.5, 1].map((random) => planRetry({ ...transient, tries }, () => random));
  t.deepEqual(waits(1), [250, 375, 500]);
  t.deepEqual(waits(2), [500, 750, 1000]);
});

test('transient errors are retried up to the limit, and permanent errors are not', (t) => {
  t.not(planRetry({ ...transient, tries: maxTries - 1 }, Math.random), undefined);
  t.is(planRetry({ ...transient, tries: maxTries }, Math.random), undefined);
  t.is(planRetry({ ...transient, isTransient: false }, Math.random), undefined);
});

test('the path of the service, also one with two slashes, stays on the host of its URL', async (t) => {
  for (const [path, asked] of [
    ['', '/active-products'],
    ['/api/', '/api/active-products'],
    ['//api', '//api/active-products'],
  ]) {
    const url = new URL(`https://spec.example.test${path}`);
    const source = createServiceSource({ url, maxAgeSeconds: 900 });
    t.is(source.name, `the specification service at https://spec.example.test${asked}`);
    await source.close();
  }
});

test('a short Retry-After is waited for in full, and a long one is not waited for', (t) => {
  t.is(
    planRetry({ ...transient, retryAfterMs: 3000 }, () => 0),
    3250,
  );
  t.is(
    planRetry({ ...transient, retryAfterMs: 60_000 }, () => 0),
    undefined,
  );
});

test('Retry-After is seconds or a date; other values are ignored', (t) => {
  const now = Date.parse('2026-11-21T16:00:00Z');
  t.is(parseRetryAfter('120', now), 120_000);
  t.is(parseRetryAfter('Sat, 21 Nov 2026 16:00:30 GMT', now), 30_000);
  t.is(parseRetryAfter('Sat, 21 Nov 2026 15:00:00 GMT', now), 0);
  for (const field of [undefined, '', '-1', 'soon', '9'.repeat(20)]) {
    t.is(parseRetryAfter(field, now), undefined);
  }
});
