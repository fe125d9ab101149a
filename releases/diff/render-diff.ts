/** Renders a comparison of releases as text for a terminal, as Markdown for a pull request, or as JSON. */

import type { Section } from '../../console/sections.ts';
import { renderMarkdownSections, renderTextSections } from '../../console/sections.ts';
import { locales } from '../../contract/locales.ts';
import type { Leaf } from './compare-fields.ts';
import { type PriceLine, type PriceValue, percentOf } from './compare-prices.ts';
import type { FieldChange, ReleaseDiff } from './release-diff.ts';

/** Values of the option `--format` of `npm run diff`. */
export const diffFormats = ['text', 'markdown', 'json'] as const;
/** The format in which the differences between two releases are printed. */
export type DiffFormat = (typeof diffFormats)[number];

/** Maximum length of a printed field value, in characters. */
const maxLength = 60;
/** Number of characters shown before the first difference of two long values. */
const leadLength = 20;

/** Renders the differences between two releases. */
export function renderDiff(diff: ReleaseDiff, format: DiffFormat, limit: number): string {
  const { before, after } = diff;
  if (format === 'json') return `${JSON.stringify(diff, undefined, 2)}\n`;
  const sections = diffSections(diff);
  if (format === 'text') return renderTextSections(`release ${before} → ${after}`, sections, limit);
  return renderMarkdownSections(`Catalogue: \`${before}\` → \`${after}\``, sections, limit);
}

/**
 * Returns the sections to print: always those of products, stock and lists, and each other section only if it has rows.
 */
export function diffSections(diff: ReleaseDiff): Section[] {
  const sections = [
    toProducts(diff),
    toLocales(diff),
    toPrices(diff),
    ...toTexts(diff),
    toOthers(diff),
    toStock(diff),
    toLists(diff),
    toFiles(diff),
    toFacts(diff),
  ];
  return sections.filter(
    ({ rows, title }) => rows.length > 0 || /^(?:Products|Stock|Lists)\b/.test(title),
  );
}

function toProducts({ products }: ReleaseDiff): Section {
  const { before, after, added, removed } = products;
  return {
    title: `Products: ${before} → ${after}`,
    columns: ['', 'SKU'],
    rows: [...removed.map((sku) => ['-', sku]), ...added.map((sku) => ['+', sku])],
  };
}

/** Returns the section of locales. */
function toLocales({ products, locales: changes }: ReleaseDiff): Section {
  const rows = changes
    .filter(({ added, removed }) => added.length + removed.length > 0)
    .flatMap(({ locale, before, after, added, removed }) => [
      [locale, `${before} → ${after}`, ''],
      ...removed.filter((sku) => !products.removed.includes(sku)).map((sku) => [locale, '-', sku]),
      ...added.filter((sku) => !products.added.includes(sku)).map((sku) => [locale, '+', sku]),
    ]);
  return { title: 'Locales', columns: ['Locale', 'Products', 'SKU'], rows };
}

function toPrices({ prices }: ReleaseDiff): Section {
  const rows = prices.map((change) => [
    change.sku,
    change.currency,
    change.list,
    formatLine(change),
    `${formatPrice(change.before)} → ${formatPrice(change.after)}`,
    formatPercent(change.percent),
  ]);
  const columns = ['SKU', 'Currency', 'List', 'What', 'Price', 'Change'];
  return { title: `Prices: ${rows.length} changed`, columns, rows };
}

function toTexts({ texts }: ReleaseDiff): Section[] {
  return locales.map((locale) => {
    const rows = texts
      .filter((change) => change.locale === locale)
      .map((change) => [change.sku, ...fieldCells(change)]);
    const columns = ['SKU', 'Field', 'Before', 'After'];
    return { title: `Text ${locale}: ${rows.length} changed`, columns, rows };
  });
}

function toOthers({ others }: ReleaseDiff): Section {
  const rows = others.map((change) => [change.sku, change.locale, ...fieldCells(change)]);
  const columns = ['SKU', 'Locale', 'Field', 'Before', 'After'];
  return { title: `Other fields: ${rows.length} changed`, columns, rows };
}

function toStock({ stock: { before, after, products } }: ReleaseDiff): Section {
  const rows = products.map((product) => [
    product.sku,
    `${product.before} → ${product.after}`,
    formatDifference(product.before, product.after),
    formatVariants(product.variants),
  ]);
  const change = before === after ? '' : `, ${formatDifference(before, after)}`;
  const title = `Stock: ${before} → ${after} pieces${change}`;
  return { title, columns: ['SKU', 'Pieces', 'Change', 'Where'], rows };
}

/** Formats a number of variants as `3 variants`; returns an empty string for 0. */
function formatVariants(variants: number): string {
  return variants === 0 ? '' : `${variants} ${variants === 1 ? 'variant' : 'variants'}`;
}

function toLists({ lists }: ReleaseDiff): Section {
  const rows = lists.map(({ locale, coding, before, after }) => [
    locale,
    coding,
    `${before ?? 'none'} → ${after ?? 'none'}`,
    before === null || after === null || before === after ? '' : formatDifference(before, after),
  ]);
  return { title: 'Lists', columns: ['Locale', 'Coding', 'Bytes', 'Change'], rows };
}

function toFiles({ files: { added, removed, changed } }: ReleaseDiff): Section {
  const rows = [
    ...removed.map((path) => ['-', path]),
    ...added.map((path) => ['+', path]),
    ...changed.map((path) => ['~', path]),
  ];
  return { title: `Other files: ${rows.length} changed`, columns: ['', 'File'], rows };
}

function toFacts({ facts }: ReleaseDiff): Section {
  const rows = facts.map((fact) => [fact.path, ...formatValues(fact.before, fact.after)]);
  return { title: 'Release', columns: ['Fact', 'Before', 'After'], rows };
}

function fieldCells({ path, before, after }: FieldChange): string[] {
  return [path, ...formatValues(before, after)];
}

function formatPrice(value: PriceValue | null): string {
  return typeof value === 'number' ? value.toFixed(2) : (value ?? 'none');
}

/**
 * Formats the position of a value in a price list: `from 12`, `from 12, regular`, `from 12, until` or `surcharge 2XL`.
 */
function formatLine({ kind, minQuantity, size }: PriceLine): string {
  const suffix = { price: '', regularPrice: ', regular', until: ', until' };
  return kind === 'surcharge' ? `surcharge ${size}` : `from ${minQuantity}${suffix[kind]}`;
}

/** Formats a change in percent with its sign and one decimal: 5 → `+5.0 %`, -5 → `-5.0 %`, 0 → `0.0 %`. */
function formatPercent(percent: number | null): string {
  return percent === null ? '' : `${signed(percent, 1)} %`;
}

/** Formats the difference of two counts as `+12 (+5.0 %)`, or without a percentage if `before` is 0. */
function formatDifference(before: number, after: number): string {
  const percent = percentOf(before, after);
  return `${signed(after - before, 0)}${percent === null ? '' : ` (${formatPercent(percent)})`}`;
}

/** Returns the two values of a changed field as text, shortened so that their difference is visible. */
function formatValues(before: Leaf, after: Leaf): [string, string] {
  const [old, now] = [quote(before), quote(after)];
  const start = Math.max(0, commonLength(old, now) - leadLength);
  const isLong = Math.max(old.length, now.length) > maxLength;
  const cut = (text: string) => shorten(isLong && start > 0 ? `…${text.slice(start)}` : text);
  return [before === null ? 'none' : cut(old), after === null ? 'none' : cut(now)];
}

function quote(leaf: Leaf): string {
  return typeof leaf === 'string' ? `"${leaf.replaceAll(/\p{Cc}+/gu, ' ')}"` : String(leaf);
}

function shorten(text: string): string {
  return text.length > maxLength ? `${text.slice(0, maxLength - 1)}…` : text;
}

function commonLength(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}

function signed(value: number, digits: number): string {
  const text = Math.abs(value).toFixed(digits);
  return value > 0 ? `+${text}` : value < 0 ? `-${text}` : text;
}
