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

/** Renders the differences. Text and Markdown have at most `limit` rows per section; JSON is complete. */
export function renderDiff(diff: ReleaseDiff, format: DiffFormat, limit: number): string {
  const { before, after } = diff;
  if (format === 'json') return `${JSON.stringify(diff, undefined, 2)}\n`;
  const sections = diffSections(diff);
  if (format === 'text') return renderTextSections(`release ${before} → ${after}`, sections, limit);
  return renderMarkdownSections(`Catalogue: \`${before}\` → \`${after}\``, sections, limit);
}

/** Returns the sections to print: always products, stock and lists, and each other section only if it has rows. */
export function diffSections(diff: ReleaseDiff): Section[] {
  const { products, prices, others, stock, lists, files, facts } = diff;
  const signedRows = (sign: string, names: readonly string[]) => names.map((name) => [sign, name]);
  const fileRows = [
    ...signedRows('-', files.removed),
    ...signedRows('+', files.added),
    ...signedRows('~', files.changed),
  ];
  const gained =
    stock.before === stock.after ? '' : `, ${formatDifference(stock.before, stock.after)}`;
  const sections: Section[] = [
    {
      title: `Products: ${products.before} → ${products.after}`,
      columns: ['', 'SKU'],
      rows: [...signedRows('-', products.removed), ...signedRows('+', products.added)],
    },
    { title: 'Locales', columns: ['Locale', 'Products', 'SKU'], rows: localeRows(diff) },
    {
      title: `Prices: ${prices.length} changed`,
      columns: ['SKU', 'Currency', 'List', 'What', 'Price', 'Change'],
      rows: prices.map((change) => [
        ...[change.sku, change.currency, change.list, formatLine(change)],
        `${formatPrice(change.before)} → ${formatPrice(change.after)}`,
        formatPercent(change.percent),
      ]),
    },
    ...locales.map((locale): Section => {
      const texts = diff.texts.filter((change) => change.locale === locale);
      return {
        title: `Text ${locale}: ${texts.length} changed`,
        columns: ['SKU', 'Field', 'Before', 'After'],
        rows: texts.map((change) => [change.sku, ...fieldCells(change)]),
      };
    }),
    {
      title: `Other fields: ${others.length} changed`,
      columns: ['SKU', 'Locale', 'Field', 'Before', 'After'],
      rows: others.map((change) => [change.sku, change.locale, ...fieldCells(change)]),
    },
    {
      title: `Stock: ${stock.before} → ${stock.after} pieces${gained}`,
      columns: ['SKU', 'Pieces', 'Change', 'Where'],
      rows: stock.products.map(({ sku, before, after, variants }) => [
        ...[sku, `${before} → ${after}`, formatDifference(before, after)],
        variants === 0 ? '' : `${variants} ${variants === 1 ? 'variant' : 'variants'}`,
      ]),
    },
    {
      title: 'Lists',
      columns: ['Locale', 'Coding', 'Bytes', 'Change'],
      rows: lists.map(({ locale, coding, before, after }) => [
        ...[locale, coding, `${before ?? 'none'} → ${after ?? 'none'}`],
        before === null || after === null || before === after
          ? ''
          : formatDifference(before, after),
      ]),
    },
    {
      title: `Other files: ${fileRows.length} changed`,
      columns: ['', 'File'],
      rows: fileRows,
    },
    { title: 'Release', columns: ['Fact', 'Before', 'After'], rows: facts.map(fieldCells) },
  ];
  return sections.filter(
    ({ rows, title }) => rows.length > 0 || /^(?:Products|Stock|Lists)\b/.test(title),
  );
}

/** A row for each locale that changed, and one for each SKU, except those that the whole catalogue gained or lost. */
function localeRows({ products, locales: changes }: ReleaseDiff): string[][] {
  return changes
    .filter(({ added, removed }) => added.length + removed.length > 0)
    .flatMap(({ locale, before, after, added, removed }) => [
      [locale, `${before} → ${after}`, ''],
      ...removed.filter((sku) => !products.removed.includes(sku)).map((sku) => [locale, '-', sku]),
      ...added.filter((sku) => !products.added.includes(sku)).map((sku) => [locale, '+', sku]),
    ]);
}

/** Returns a path and its two values, quoted, and shortened so that their difference is visible. */
function fieldCells({ path, before, after }: Pick<FieldChange, 'path' | 'before' | 'after'>) {
  const [old, now] = [quote(before), quote(after)];
  const start = Math.max(0, commonLength(old, now) - leadLength);
  const isLong = Math.max(old.length, now.length) > maxLength;
  const cut = (text: string) => shorten(isLong && start > 0 ? `…${text.slice(start)}` : text);
  return [path, before === null ? 'none' : cut(old), after === null ? 'none' : cut(now)];
}

function formatPrice(value: PriceValue | null): string {
  return typeof value === 'number' ? value.toFixed(2) : (value ?? 'none');
}

/** Formats a position in a price list: `from 12`, `from 12, regular`, `from 12, until` or `surcharge 2XL`. */
function formatLine({ kind, minQuantity, size }: PriceLine): string {
  const suffix = { price: '', regularPrice: ', regular', until: ', until' };
  return kind === 'surcharge' ? `surcharge ${size}` : `from ${minQuantity}${suffix[kind]}`;
}

/** Formats a change in percent: 5 → `+5.0 %`, -5 → `-5.0 %`, 0 → `0.0 %`, null → an empty text. */
function formatPercent(percent: number | null): string {
  return percent === null ? '' : `${signed(percent, 1)} %`;
}

/** Formats the difference of two counts as `+12 (+5.0 %)`, or without a percentage if `before` is 0. */
function formatDifference(before: number, after: number): string {
  const percent = percentOf(before, after);
  return `${signed(after - before, 0)}${percent === null ? '' : ` (${formatPercent(percent)})`}`;
}

/** Control characters of editors' texts could change the terminal. */
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
