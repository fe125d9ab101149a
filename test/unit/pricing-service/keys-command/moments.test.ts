import test from 'ava';
import { UsageError } from '../../../../pricing-service/keys-command/failures.ts';
import {
  parseDuration,
  parseMoment,
  readGrace,
  readRevokeAt,
  readSince,
} from '../../../../pricing-service/keys-command/moments.ts';

const nowMs = Date.UTC(2026, 10, 21, 12);

test('a duration is a number of minutes, hours or days', (t) => {
  t.deepEqual(
    ['0', '30m', '24h', '7d'].map(parseDuration),
    [0, 1_800_000, 86_400_000, 604_800_000],
  );
  for (const text of ['', '7', 'd', '-1d', '1.5h', '1w', '7 d', '7D', '1h30m', '99999999d']) {
    t.is(parseDuration(text), undefined, text);
  }
});

test('a time needs a time zone; a date alone means a day in UTC', (t) => {
  const evening = Date.UTC(2027, 0, 31, 23);
  t.is(parseMoment('2027-01-31T18:00-05:00'), evening);
  t.is(parseMoment('2027-01-31T23:00Z'), evening);
  t.is(parseMoment('2027-01-31T23:00:00.000Z'), evening);
  t.is(parseMoment('2027-01-31'), Date.UTC(2027, 0, 31));
  for (const text of ['', 'tomorrow', '2027-01-31T18:00', '2027-02-30', '31/01/2027', '2027']) {
    t.is(parseMoment(text), undefined, text);
  }
});

test('a replaced key stays active for at most a year', (t) => {
  t.is(readGrace('366d'), 366 * 86_400_000);
  t.throws(() => readGrace('367d'), { instanceOf: UsageError, message: /more than a year/ });
  t.throws(() => readGrace('soon'), { instanceOf: UsageError, message: /--grace must be/ });
  t.is(readRevokeAt('2027-11-21', nowMs), Date.UTC(2027, 10, 21));
  t.throws(() => readRevokeAt('2062-01-31', nowMs), { message: /more than a year/ });
  t.throws(() => readRevokeAt('7d', nowMs), { message: /--revoke-at must be/ });
});

test('--since is a time or a duration before now, and never a time before 1970', (t) => {
  t.is(readSince('7d', nowMs), Date.UTC(2026, 10, 14, 12));
  t.is(readSince('2026-11-01', nowMs), Date.UTC(2026, 10, 1));
  t.is(readSince('999999d', nowMs), 0);
  t.throws(() => readSince('soon', nowMs), { instanceOf: UsageError, message: /--since must be/ });
});
