/** Which products are in the catalogue on a day, and why others are absent. */
import test from 'ava';
import { absenceOn, isDraftOrEnded, shownDay } from '../../../../build/content/availability.ts';

const december = { availableFrom: '2026-12-01', availableUntil: '2026-12-31' };

test('a product is available from its first to its last day, both included', (t) => {
  t.deepEqual(absenceOn(december, '2026-11-30'), { reason: 'upcoming' });
  t.is(absenceOn(december, '2026-12-01'), undefined);
  t.is(absenceOn(december, '2026-12-31'), undefined);
  t.deepEqual(absenceOn(december, '2027-01-01'), { reason: 'ended' });
  const replaced = { ...december, replacedBy: 'TEE-1' };
  t.deepEqual(absenceOn(replaced, '2027-01-01'), { reason: 'replaced', replacedBy: 'TEE-1' });
  t.is(absenceOn(replaced, '2026-12-31'), undefined);
});

test('a draft is absent on every day', (t) => {
  for (const day of ['2026-11-30', '2026-12-01', '2027-01-01']) {
    t.deepEqual(absenceOn({ ...december, draft: true }, day), { reason: 'draft' }, day);
  }
});

test('a product may lack prices after its last day, and as a draft', (t) => {
  t.false(isDraftOrEnded(december, '2026-11-30'));
  t.false(isDraftOrEnded(december, '2026-12-31'));
  t.true(isDraftOrEnded(december, '2027-01-01'));
  t.true(isDraftOrEnded({ ...december, draft: true }, '2026-12-01'));
});

test('a product is shown with the prices of the nearest day on which it is available', (t) => {
  for (const [day, shown] of [
    ['2026-11-30', '2026-12-01'],
    ['2026-12-01', '2026-12-01'],
    ['2026-12-24', '2026-12-24'],
    ['2026-12-31', '2026-12-31'],
    ['2027-01-01', '2026-12-31'],
  ] as const) {
    t.is(shownDay(december, day), shown, day);
  }
  t.is(shownDay({}, '2026-12-24'), '2026-12-24');
});
