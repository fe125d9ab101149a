/** Days in a time zone, the periods between dates, and which products are in the catalogue on a day. */
import test from 'ava';
import { absenceOn, isDraftOrEnded, shownDay } from '../../../../build/content/availability.ts';
import {
  dayAfter,
  dayAt,
  dayBefore,
  isInRange,
  isValidOn,
  startOfDay,
  validityOn,
} from '../../../../build/content/dates.ts';

test('the day of a time is the day in the given time zone', (t) => {
  const at = new Date('2026-12-01T04:30:00Z');
  t.is(dayAt(at, 'UTC'), '2026-12-01');
  t.is(dayAt(at, 'America/Toronto'), '2026-11-30');
  t.is(dayAt(at, 'Pacific/Kiritimati'), '2026-12-01');
  t.is(dayAt('2026-12-24', 'America/Toronto'), '2026-12-24');
  t.throws(() => dayAt(at, 'America/Nowhere'), { instanceOf: RangeError });
});

test('a day begins at its first millisecond in the time zone, also when clocks change', (t) => {
  const starts = {
    UTC: ['2026-12-01', '2026-12-01T00:00:00.000Z'],
    'America/Toronto': ['2026-12-01', '2026-12-01T05:00:00.000Z'],
    'America/St_Johns': ['2026-07-01', '2026-07-01T02:30:00.000Z'],
    'Pacific/Kiritimati': ['2026-12-01', '2026-11-30T10:00:00.000Z'],
    'Pacific/Pago_Pago': ['2026-12-01', '2026-12-01T11:00:00.000Z'],
    // At midnight the clocks are set forward by an hour.
    'America/Havana': ['2026-03-08', '2026-03-08T05:00:00.000Z'],
  };
  for (const [timeZone, [day = '', start = '']] of Object.entries(starts)) {
    t.is(startOfDay(day, timeZone).toISOString(), start, timeZone);
  }
});

test('the day after the last of a month or year is the first of the next', (t) => {
  t.is(dayAfter('2026-12-31'), '2027-01-01');
  t.is(dayAfter('2028-02-28'), '2028-02-29');
  t.is(dayAfter('2028-02-29'), '2028-03-01');
  for (const [day, before] of [
    ['2027-01-01', '2026-12-31'],
    ['2028-03-01', '2028-02-29'],
    ['2028-02-29', '2028-02-28'],
  ] as const) {
    t.is(dayBefore(day), before);
    t.is(dayAfter(before), day);
  }
});

test('a period includes its first and its last day', (t) => {
  const december = { from: '2026-12-01', until: '2026-12-31' };
  const days = ['2026-11-30', '2026-12-01', '2026-12-31', '2027-01-01'];
  t.deepEqual(
    days.map((day) => isInRange(december, day)),
    [false, true, true, false],
  );
  t.true(isInRange({}, '2026-12-01'));
});

test('between two consecutive dates of a release nothing changes', (t) => {
  const rows = [{ until: '2026-11-30' }, { from: '2026-12-01', until: '2026-12-31' }];
  const december = { from: '2026-12-01', before: '2027-01-01' };
  t.deepEqual(validityOn('2026-11-30', rows), { before: '2026-12-01' });
  t.deepEqual(validityOn('2026-12-01', rows), december);
  t.deepEqual(validityOn('2026-12-31', rows), december);
  const unsorted = [{ until: '2027-06-30' }, rows[1] ?? {}, { from: '2020-01-01' }];
  t.deepEqual(validityOn('2026-12-31', unsorted), december);
  t.deepEqual(validityOn('2027-01-01', rows), { from: '2027-01-01' });
  t.is(validityOn('2027-01-01', [{}, { from: undefined }]), undefined);
  t.is(validityOn('2027-01-01', [{ until: '9999-12-31' }]), undefined);
  t.true(isValidOn(december, '2026-12-31'));
  t.false(isValidOn(december, '2027-01-01'));
  t.false(isValidOn(december, '2026-11-30'));
});

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
