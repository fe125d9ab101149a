/** Days in a time zone, the periods between dates, and which products are in the catalogue on a day. */
import test from 'ava';
import { shownDay } from '../../../../build/content/availability.ts';
import { dayAt, startOfDay } from '../../../../build/content/dates.ts';

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

const december = { availableFrom: '2026-12-01', availableUntil: '2026-12-31' };

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
