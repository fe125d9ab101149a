import test from 'ava';
import { checkDigitAfter, isGtin, toGtin14 } from '../../../../build/content/schemas/gtin.ts';

/**
 * Returns true if the check digit of a GTIN is correct. Computes it by GS1 General Specifications 7.9, without the code
 * that is tested: the number is padded to 14 digits, the digits at odd positions count three times and the others once,
 * and the sum must be a multiple of ten.
 */
function isWhole(digits: string): boolean {
  const weights = [3, 1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1];
  const field = [...`${'0'.repeat(14 - digits.length)}${digits}`].map(Number);
  let sum = 0;
  for (const [place, weight] of weights.entries()) sum += weight * (field[place] ?? 0);
  return sum % 10 === 0;
}

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

test('the check digit equals the one of another implementation, for each length', (t) => {
  // Multiples of a prime have every digit at every position.
  for (const length of [8, 12, 13, 14]) {
    for (let index = 1; index <= 500; index += 1) {
      const digits = String((index * 7_368_787_919) % 10 ** (length - 1)).padStart(length - 1, '0');
      const whole = digits + checkDigitAfter(digits);
      t.true(isWhole(whole), whole);
      t.true(isGtin(whole), whole);
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
