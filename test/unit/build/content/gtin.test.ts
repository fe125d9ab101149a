import test from 'ava';
import { checkDigitAfter, isGtin, toGtin14 } from '../../../../build/content/schemas/gtin.ts';

/** Published GTINs: an example of GS1, and numbers from the tests of check digit libraries. */
const published = [
  '6291041500213',
  ...['894232288721', '051275060824', '888430139121', '076092011774', '681131161374'],
  ...['5025301371401', '4009856026109', '4406030021903', '5028881084631', '6291041500213'],
  ...['14567810', '23456785', '897854613315', '14567815983469'],
];

test('published GTINs are valid, and any other last digit makes them invalid', (t) => {
  for (const gtin of published) {
    t.true(isGtin(gtin), gtin);
    for (let digit = 0; digit < 10; digit += 1) {
      const other = `${gtin.slice(0, -1)}${digit}`;
      t.is(isGtin(other), other === gtin, other);
    }
  }
});

test('other lengths, other characters and only zeros are not a GTIN', (t) => {
  for (const text of ['', '0', '00000000', '00000000000000', '629104150021 3', '62910415-0021-3']) {
    t.false(isGtin(text), text);
  }
  // The check digit is correct.
  for (const length of [7, 9, 10, 11, 15, 18]) {
    const digits = '1'.repeat(length - 1);
    t.false(isGtin(digits + checkDigitAfter(digits)));
  }
});

test('GTINs that differ only in leading zeros are equal', (t) => {
  t.is(toGtin14('051275060824'), toGtin14('0051275060824'));
  t.not(toGtin14('14567810'), toGtin14('145678100'));
});
