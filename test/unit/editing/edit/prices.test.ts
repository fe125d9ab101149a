/** Arithmetic of prices in whole cents; half a cent is rounded up. */
import test from 'ava';
import { readChange, readRounding, toCents, toPrice } from '../../../../editing/edit/prices.ts';

test('a percentage or an amount is added or subtracted, and half a cent is rounded up', (t) => {
  for (const [by, cents, expected] of [
    ['+1%', 50, 51],
    ['-10%', 5, 5],
    ['+12.5%', 100, 113],
    ['+0.04%', 100_000, 100_040],
    ['-100%', 2450, 0],
    ['+1.5', 100, 250],
    ['+1.05', 100, 205],
    ['-0.25', 100, 75],
    ['+2', 100, 300],
  ] as const) {
    t.is(readChange(by)(cents), expected, by);
  }
});

test('a price is rounded to the nearest cent, five cents or .99', (t) => {
  for (const [to, cents, expected] of [
    ['0.01', 2451, 2451],
    ['0.05', 2452, 2450],
    ['0.05', 2453, 2455],
    ['.99', 2448, 2399],
    ['.99', 2449, 2499],
    ['.99', 2499, 2499],
    ['.99', 20, 99],
    // A negative price is refused later, so rounding must not make it positive.
    ['.99', -2550, -2550],
  ] as const) {
    t.is(readRounding(to)(cents), expected, `${cents} to ${to}`);
  }
});

test('prices are converted to cents and back without floating-point errors', (t) => {
  for (const price of ['8.29', '1.15', '4.35', '1024.01', '0.29']) {
    t.is(toPrice(toCents(price, 'prices/msrp.csv:2')), price);
  }
});

test('a cell that is not a price is refused with its place', (t) => {
  for (const cell of ['', '24,50', '1e3', '0x1F', ' 24.50', '-5.00', '24.505']) {
    const error = t.throws(() => toCents(cell, 'prices/msrp.csv:2'), undefined, cell);
    t.true(error?.message.startsWith(`prices/msrp.csv:2: "${cell}" `), error?.message);
  }
});
