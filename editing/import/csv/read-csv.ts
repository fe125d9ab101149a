/**
 * Reads a CSV table with one variant per row, whose columns a column map (`--map`) assigns to fields. Rows
 * with the same style code are variants of one style.
 */
import { groupBy } from '../../../build/content/group-by.ts';
import { type Language, languages } from '../../../contract/locales.ts';
import { withoutApostrophe } from '../../tables/read-records.ts';
import type {
  ByLanguage,
  NeutralPrice,
  NeutralStyle,
  NeutralTable,
  NeutralText,
  NeutralVariant,
} from '../neutral.ts';
import type { Omissions } from '../omissions.ts';
import {
  createCellReader,
  omitChangedSku,
  type SourceRow,
  type SourceTable,
  type TableReader,
} from '../source-table.ts';
import { createYesOrNoReader, type ReadYesOrNo } from '../yes-or-no.ts';
import { type ColumnMap, parseColumnMap } from './column-map.ts';

/**
 * Returns a reader of CSV tables whose columns the user assigns to fields in a column map (`--map`). `mapText` is the
 * JSON text of the map, `mapFile` its path for messages. Throws an `ImportError` if the map is invalid.
 */
export function createCsvReader(mapFile: string, mapText: string): TableReader {
  const map = parseColumnMap(mapFile, mapText);
  const fields = Object.entries(map).flatMap(([field, columns]) =>
    typeof columns === 'string'
      ? [[field, columns] as const]
      : Object.entries(columns).map(([key, column]) => [`${field}.${key}`, column] as const),
  );
  return {
    form: {
      names: Object.fromEntries(fields.map(([field, column]) => [field, [column]])),
      needed: [fields.map(([field]) => field)],
      keys: ['style'],
    },
    map: Object.fromEntries(fields),
    read: (table, omissions) => readCsv(table, map, omissions),
  };
}

function readCsv(
  { columns, rows }: SourceTable,
  map: ColumnMap,
  omissions: Omissions,
): NeutralTable {
  const reader = createCellReader(columns);
  const isYes = createYesOrNoReader(reader, omissions);
  const cell: ReadCell = (row, column) => (column === undefined ? '' : reader.read(row, column));
  const named = rows.filter((row) => {
    const style = cell(row, map.style);
    if (style !== '') return !omitChangedSku(style, row, omissions);
    omissions.add('rows without a style', { name: `line ${row.line}`, row });
    return false;
  });
  /** Reports a style whose code is written in several ways, such as `ab8` beside `AB8`: it may be two styles. */
  const reportSpellings = (group: readonly SourceRow[]) => {
    const [first, ...others] = new Map(group.map((row) => [cell(row, map.style), row]));
    for (const [name, row] of others) {
      const advice = `imported as a part of ${first?.[0]}`;
      omissions.add('styles whose code differs from another only in case', { name, row, advice });
    }
  };
  const groups = groupBy(named, (row) => cell(row, map.style).toUpperCase());
  for (const group of groups.values()) reportSpellings(group);
  const styles = [...groups].map(([code, group]) => toStyle(code, group, { map, cell, isYes }));
  const language = languageOf(map);
  return { styles, hints: language === undefined ? {} : { language } };
}

/**
 * Returns the language of the source if the map shows it: some text has a column in one language only, such as French
 * for `"short": { "fr": "Résumé" }`, so that it may be missing in the other. Returns undefined if there is no such
 * text, or if there are such texts in both languages.
 */
function languageOf(map: ColumnMap): Language | undefined {
  const texts = [map.name, map.short, map.description, map.category, map.keywords, map.color];
  const only = texts
    .map((columns) => (typeof columns === 'object' ? languages.filter((one) => columns[one]) : []))
    .filter(({ length }) => length === 1);
  const [language, ...others] = new Set(only.flat());
  return others.length > 0 ? undefined : language;
}

/** Status in lower case → true if a style with this status is a draft: `brouillon` → true, `publié` → false. */
const draftWords: ReadonlyMap<string, boolean> = new Map([
  ...['draft', 'brouillon', 'unpublished', 'inactive', 'inactif'].map(
    (word) => [word, true] as const,
  ),
  ...['published', 'publié', 'active', 'actif'].map((word) => [word, false] as const),
]);

type ReadCell = (row: SourceRow, column: string | undefined) => string;

interface Reading {
  readonly map: ColumnMap;
  readonly cell: ReadCell;
  readonly isYes: ReadYesOrNo;
}

function toStyle(code: string, rows: readonly SourceRow[], reading: Reading): NeutralStyle {
  const { map, cell, isYes } = reading;
  const row = rows[0] as SourceRow;
  const draft = {
    ...{ names: [map.draft ?? []].flat(), empty: false, unknown: true },
    words: draftWords,
  };
  /**
   * Returns the first non-empty cell of a column among the rows of the style, or an empty string. Some tables
   * have a text on the first row only.
   */
  const first = (column: string | undefined) =>
    rows.map((one) => cell(one, column)).find((text) => text !== '') ?? '';
  const text = (columns: ColumnMap['name'] | undefined) => toText(columns, first);
  const pictures = (map.pictures ?? []).flatMap((column) => rows.map((one) => cell(one, column)));
  return {
    ...{ row, code, isSku: true },
    name: text(map.name),
    short: text(map.short),
    long: text(map.description),
    brand: first(map.brand),
    category: text(map.category),
    keywords: toKeywords(text(map.keywords)),
    audience: [first(map.for)],
    isDraft: isYes(rows.find((one) => cell(one, map.draft) !== '') ?? row, draft),
    pictures: [...new Set(pictures)].filter((url) => url !== '').map((url) => ({ url, alt: '' })),
    variants: rows.map((one) => toVariant(one, reading)),
  };
}

function toText(
  columns: ColumnMap['name'] | undefined,
  read: (column: string) => string,
): NeutralText {
  if (columns === undefined) return {};
  const named = typeof columns === 'string' ? { source: columns } : columns;
  const entries = Object.entries(named).map(([key, column]) => [key, read(column)] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== ''));
}

function toKeywords(text: NeutralText): ByLanguage<readonly string[]> {
  const entries = Object.entries(text).map(([key, words]) => [
    key,
    words.split(/[,;]/).map((word) => word.trim()),
  ]);
  return Object.fromEntries(entries);
}

function toVariant(row: SourceRow, { map, cell }: Omit<Reading, 'isYes'>): NeutralVariant {
  const color = toText(map.color, (column) => cell(row, column));
  const size = cell(row, map.size);
  const stock = typeof map.stock === 'string' ? { '': map.stock } : (map.stock ?? {});
  return {
    row,
    options: [
      ...(Object.keys(color).length === 0 ? [] : [{ name: 'color', value: color }]),
      ...(size === '' ? [] : [{ name: 'size', value: { source: size } }]),
    ],
    code: withoutApostrophe(cell(row, map.partId)),
    gtin: cell(row, map.gtin),
    prices: pricesOf(row, { map, cell }),
    stock: Object.entries(stock)
      .map(([location, column]) => ({
        location: location === '' ? undefined : location,
        quantity: cell(row, column),
      }))
      .filter(({ quantity }) => quantity !== ''),
    pictures: (map.colorPictures ?? [])
      .map((column) => cell(row, column))
      .filter((url) => url !== ''),
  };
}

function pricesOf(row: SourceRow, { map, cell }: Omit<Reading, 'isYes'>): NeutralVariant['prices'] {
  const own = typeof map.price === 'string' ? { source: map.price } : map.price;
  const { regularPrice = {} } = map;
  const regular: Readonly<Record<string, string>> =
    typeof regularPrice === 'string' ? { source: regularPrice } : regularPrice;
  const entries = Object.entries(own).map(([currency, column]): [string, NeutralPrice] => [
    currency,
    { price: cell(row, column), compareAt: cell(row, regular[currency]) },
  ]);
  return Object.fromEntries(entries.filter(([, { price }]) => price !== ''));
}
