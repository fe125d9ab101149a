import test from 'ava';
import { parseItem } from 'structured-headers';
import { deprecationHeaders, earliestSunset } from '../../../contract/deprecation.ts';

test.serial('the headers are a structured date, an HTTP date in GMT, and a link', (t) => {
  const headers = deprecationHeaders({
    announced: '2026-12-01',
    sunset: '2027-03-01',
    link: 'https://api.example.com/docs/v2',
  });
  t.deepEqual(headers, {
    Deprecation: '@1796083200',
    Sunset: 'Mon, 01 Mar 2027 00:00:00 GMT',
    Link: '<https://api.example.com/docs/v2>; rel="deprecation"; type="text/html"',
  });
  const [date] = parseItem(headers.Deprecation);
  t.deepEqual(date, new Date('2026-12-01T00:00:00Z'));
});

test.serial('three months of notice end on the same day of the month, or on its last day', (t) => {
  t.is(earliestSunset('2026-12-01'), '2027-03-01');
  t.is(earliestSunset('2026-11-30'), '2027-02-28');
  t.is(earliestSunset('2027-11-30'), '2028-02-29');
  t.is(earliestSunset('2026-10-31'), '2027-01-31');
});
