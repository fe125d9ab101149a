import test from 'ava';
import { listingCacheControl } from '../../../contract/headers.ts';
import {
  createValidity,
  parseValidity,
  renderValidity,
  secondsLeft,
} from '../../../contract/listing-validity.ts';

test('the validity file has the time of the request and the time of expiry, or never', (t) => {
  t.is(renderValidity(createValidity(1_763_740_000_999, 900)), '1763740000 1763740900\n');
  t.is(renderValidity(createValidity(1_763_740_000_999, undefined)), '1763740000 never\n');
});

test('a truncated or invalid validity file is parsed as undefined', (t) => {
  for (const text of ['', '1763740000', '1763740000 17637409', '1 x\n', 'x 1\n', '1 2 3\n']) {
    t.is(parseValidity(text), undefined, text);
  }
});

test('an answer is never served longer than its maximum age', (t) => {
  const askedAtMs = 1_763_740_000_999;
  const validity = createValidity(askedAtMs, 10);
  t.is(secondsLeft(validity, askedAtMs), 10);
  for (let ageMs = 0; ageMs < 12_000; ageMs += 7) {
    if (secondsLeft(validity, askedAtMs + ageMs) > 0) t.true(ageMs < 10_000);
  }
  t.is(secondsLeft(createValidity(askedAtMs, undefined), askedAtMs), Infinity);
});

test('no cache stores or uses a listing after its expiry', (t) => {
  for (const [left, maxAge] of [
    [Infinity, 30],
    [31, 30],
    [30, 29],
    [1, 0],
  ] as const) {
    t.is(
      listingCacheControl(left),
      `public, max-age=${maxAge}, must-revalidate, stale-while-revalidate=0, stale-if-error=0`,
    );
  }
});
