/** Numbers as people write them; those that can be read as two different numbers are refused. */
import test from 'ava';
import { decimalSignOf, readNumber } from '../../../../editing/tables/read-number.ts';

const space = ['\u00A0', '\u202F'];
const ofPrice = (text: string) => [text, 24.5] as const;

test('numbers are read with separators of thousands, decimals and currencies', (t) => {
  for (const [text, number] of [
    ['1200', 1200],
    ['0', 0],
    ['1 200', 1200],
    [`1${space[0]}200`, 1200],
    [`1${space[1]}200,50 $`, 1200.5],
    ["1'200", 1200],
    ['1,200,300', 1_200_300],
    ['1.200.300', 1_200_300],
    ['1,200.50', 1200.5],
    ['1.200,50', 1200.5],
    ['$24.50', 24.5],
    ['24,50 $', 24.5],
    ['CA$1,200.00', 1200],
    ['24.50 USD', 24.5],
    ...['24,50 $ CA', `24,50${space[0]}$${space[1]}CA`, '24,50 $CAN', '24,50 $ CAD'].map(ofPrice),
    ...['24,50 $ US', '24,50 $US', '24,50 US$', '24,50 CA$', 'CAD 24.50', 'CAD $24.50'].map(
      ofPrice,
    ),
    ...['24,50 $ U.S.', 'US$ 24.50', 'CAN$24.50', '24.50 GBP'].map(ofPrice),
    ['0,500', 0.5],
    ['1200,500', 1200.5],
    ['12.00', 12],
    ['-5', -5],
    ['−5', -5],
    ['+5', 5],
    ['-$5.25', -5.25],
  ] as const) {
    t.deepEqual(readNumber(text), { number }, text);
  }
});

test('text that is not a number, or is an ambiguous number, is refused', (t) => {
  const noNumber = 'is not a number; write digits only, as in 1200 or 24.50';
  for (const [text, problem] of [
    ['1,200', 'may be 1200 or 1.2; write it without separator'],
    ['12.000', 'may be 12000 or 12; write it without separator'],
    ['=A1*2', 'is a formula; copy the column and paste its values'],
    ['', 'is empty'],
    ['n/a', noNumber],
    ['12 pcs', noNumber],
    ['24,50 $ AU', noNumber],
    ['24,50 CA', noNumber],
    ['500+', noNumber],
    ['(5)', noNumber],
    ['1.2.3', noNumber],
    ['12,34,567', noNumber],
    ['1200 300', noNumber],
    ['1 200.300,50', noNumber],
    ['.5', noNumber],
    ['#N/A', noNumber],
    [
      '1.2E+5',
      'looks like a number that a spreadsheet shortened; format the column as text and write all of its digits',
    ],
    [
      '2-Jan',
      'looks like a date that a spreadsheet made of a number; format the column as text and write the value again',
    ],
  ] as const) {
    t.deepEqual(readNumber(text), { problem }, text);
  }
});

test('unambiguous numbers of a column determine its decimal sign', (t) => {
  for (const [texts, sign] of [
    [['1,200', '950'], '.'],
    [['1.200', '950'], ','],
    [['1,200', '24.50'], '.'],
    [['1.200', '24,50'], ','],
    [['1,200', '1,200,300'], '.'],
    [['1,200', '3,400'], undefined],
    [['1,200', '0'], undefined],
    [['1,200', '950', '1500'], undefined],
    [['1,200', '1.200', '950'], undefined],
    [['1,200', '24.50', '24,50'], undefined],
    [['1200', '950'], undefined],
  ] as const) {
    t.is(decimalSignOf(texts), sign, texts.join(' '));
  }
  t.deepEqual(readNumber('1,200', '.'), { number: 1200 });
  t.deepEqual(readNumber('1,200', ','), { number: 1.2 });
  t.deepEqual(readNumber('1.200', ','), { number: 1200 });
});
