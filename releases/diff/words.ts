/** How the values of a comparison are written for people. */
import type { Leaf } from './compare-fields.ts';
import { type PriceChange, percentOf } from './compare-prices.ts';

/** Longest text that is shown, in characters. */
const maxLength = 60;
/** Of what two texts begin with alike, this much is shown before the difference. */
const leadLength = 20;

/** An amount of money, or "none". */
export function amountWords(amount: number | null): string {
  return amount === null ? 'none' : amount.toFixed(2);
}

/** `+5.0 %`; empty when there is nothing to compare with. */
export function percentWords(percent: number | null): string {
  return percent === null ? '' : `${signed(percent, 1)} %`;
}

/** `from 12`, `from 12, regular` or `surcharge 2XL`. */
export function lineWords({ kind, minQuantity, size }: PriceChange): string {
  if (kind === 'surcharge') return `surcharge ${size}`;
  return kind === 'price' ? `from ${minQuantity}` : `from ${minQuantity}, regular`;
}

/** `+12 (+5.0 %)` between two counts. */
export function countWords(before: number, after: number): string {
  const percent = percentOf(before, after);
  return `${signed(after - before, 0)}${percent === null ? '' : ` (${percentWords(percent)})`}`;
}

/** Two values as short as they may be and still differ; control characters are spaces. */
export function valueWords(before: Leaf, after: Leaf): [string, string] {
  const [old, now] = [toWords(before), toWords(after)];
  const start = Math.max(0, commonLength(old, now) - leadLength);
  const isLong = Math.max(old.length, now.length) > maxLength;
  const cut = (words: string) => shorten(isLong && start > 0 ? `…${words.slice(start)}` : words);
  return [before === null ? 'none' : cut(old), after === null ? 'none' : cut(now)];
}

function toWords(leaf: Leaf): string {
  return typeof leaf === 'string' ? `"${leaf.replaceAll(/\p{Cc}+/gu, ' ')}"` : String(leaf);
}

function shorten(words: string): string {
  return words.length > maxLength ? `${words.slice(0, maxLength - 1)}…` : words;
}

function commonLength(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}

function signed(value: number, digits: number): string {
  const words = Math.abs(value).toFixed(digits);
  return value > 0 ? `+${words}` : value < 0 ? `-${words}` : words;
}
