/** A comparison as sections of rows: what the text and the Markdown form both show. */

import type { Section } from '../../console/sections.ts';
import { locales } from '../../contract/locales.ts';
import type { FieldChange, ReleaseDiff } from './release-diff.ts';
import { amountWords, countWords, lineWords, percentWords, valueWords } from './words.ts';

/** Every section that has something to say; products, stock and lists always have. */
export function toSections(diff: ReleaseDiff): Section[] {
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

/** Where a product that stays was put on sale or taken off; counts of all. */
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
    lineWords(change),
    `${amountWords(change.before)} → ${amountWords(change.after)}`,
    percentWords(change.percent),
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
    countWords(product.before, product.after),
  ]);
  const change = before === after ? '' : `, ${countWords(before, after)}`;
  const title = `Stock: ${before} → ${after} pieces${change}`;
  return { title, columns: ['SKU', 'Pieces', 'Change'], rows };
}

function toLists({ lists }: ReleaseDiff): Section {
  const rows = lists.map(({ locale, coding, before, after }) => [
    locale,
    coding,
    `${before ?? 'none'} → ${after ?? 'none'}`,
    before === null || after === null || before === after ? '' : countWords(before, after),
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
  const rows = facts.map((fact) => [fact.path, ...valueWords(fact.before, fact.after)]);
  return { title: 'Release', columns: ['Fact', 'Before', 'After'], rows };
}

function fieldCells({ path, before, after }: FieldChange): string[] {
  return [path, ...valueWords(before, after)];
}
