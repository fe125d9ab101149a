/** Reads a CSV table by a column map; rows with one style code are the variants of a style. */
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
import type { Report } from '../report.ts';
import {
  type CellReader,
  omitChangedSku,
  type SourceRow,
  type SourceTable,
  type TableReader,
} from '../source-table.ts';
import type { ColumnMap } from './column-map.ts';

/** Returns a reader of tables whose columns the user assigns to fields in a column map. */
export function createCsvReader(map: ColumnMap): TableReader {
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
    read: (table, cells, report) => readCsv(table, { map, cells, report }),
  };
}

interface Reading {
  readonly map: ColumnMap;
  readonly cells: CellReader;
  readonly report: Report;
}

function cellOf({ cells }: Reading, row: SourceRow, column: string | undefined): string {
  return column === undefined ? '' : cells.read(row, column);
}

function readCsv({ rows }: SourceTable, reading: Reading): NeutralTable {
  const { map, report } = reading;
  const named = rows.filter((row) => {
    const style = cellOf(reading, row, map.style);
    if (style !== '') return !omitChangedSku(style, [row], report);
    report.leaveOut('rows without a style', { name: `line ${row.line}`, rows: [row] });
    return false;
  });
  const groups = groupBy(named, (row) => cellOf(reading, row, map.style).toUpperCase());
  const styles = [...groups].map(([code, group]) => {
    // Codes such as `ab8` beside `AB8` may be two styles.
    const spellings = new Map(group.map((row) => [cellOf(reading, row, map.style), row]));
    const [first, ...others] = spellings;
    for (const [name, row] of others) {
      const advice = `imported as a part of ${first?.[0]}`;
      const reason = 'styles whose code differs from another only in case';
      report.leaveOut(reason, { name, rows: [row], advice });
    }
    return toStyle(code, group, reading);
  });
  const language = languageOf(map);
  return { styles, hints: language === undefined ? {} : { language } };
}

/** Returns the language of the source if the map shows it: some text has a column in one language only. */
function languageOf(map: ColumnMap): Language | undefined {
  const texts = [map.name, map.short, map.description, map.category, map.keywords, map.color];
  const only = texts
    .map((columns) => (typeof columns === 'object' ? languages.filter((one) => columns[one]) : []))
    .filter(({ length }) => length === 1);
  const [language, ...others] = new Set(only.flat());
  return others.length > 0 ? undefined : language;
}

const draftWords: ReadonlyMap<string, boolean> = new Map([
  ...'draft brouillon unpublished inactive inactif hidden masqué private privé archived archivé unlisted disabled discontinued discontinué retired'
    .split(' ')
    .map((word) => [word, true] as const),
  ...['published', 'publié', 'active', 'actif', 'visible', 'enabled'].map(
    (word) => [word, false] as const,
  ),
]);
const visibleWords = new Map([...draftWords].map(([word, isDraft]) => [word, !isDraft]));

function toStyle(code: string, rows: readonly SourceRow[], reading: Reading): NeutralStyle {
  const { map, report } = reading;
  /** Some tables have a text on the first row of a style only. */
  const first = (column: string | undefined) =>
    rows.map((one) => cellOf(reading, one, column)).find((text) => text !== '') ?? '';
  const text = (columns: ColumnMap['name'] | undefined) => toText(columns, first);
  const pictures = (map.pictures ?? []).flatMap((column) =>
    rows.flatMap((row) => splitUrls(cellOf(reading, row, column))),
  );
  const parent = findParent(rows, reading);
  const variantRows = rows.filter((row) => row !== parent);
  const isShown = (row: SourceRow) => isVisible(row, reading);
  const shown = variantRows.filter(isShown);
  const hidden = hiddenBy(rows, parent, shown.length === 0, reading);
  const variants = hidden === undefined ? shown : variantRows;
  for (const row of variantRows.filter((one) => !variants.includes(one))) {
    const name = cellOf(reading, row, map.partId) || `${code} ${cellOf(reading, row, map.size)}`;
    report.leaveOut('variants that are not visible', { name, rows: [row] });
  }
  return {
    ...{ rows, code, isSku: true, hidden },
    name: text(map.name),
    short: text(map.short),
    long: text(map.description),
    brand: first(map.brand),
    category: text(map.category),
    keywords: toKeywords(text(map.keywords)),
    audience: [first(map.for)],
    pictures: [...new Set(pictures)].map((url) => ({ url, alt: '' })),
    variants: variants.map((row) => toVariant(row, parent, reading)),
  };
}

function isVisible(row: SourceRow, { map, cells }: Reading): boolean {
  if (map.visible === undefined) return true;
  return cells.isYes(row, {
    ...{ names: [map.visible], empty: true, unknown: false, words: visibleWords },
  });
}

/** Returns why the source does not show a style: its draft cell, or that it or all its variants are not visible. */
function hiddenBy(
  rows: readonly SourceRow[],
  parent: SourceRow | undefined,
  isEmpty: boolean,
  reading: Reading,
): string | undefined {
  const { map, cells } = reading;
  if (map.draft !== undefined) {
    const names = [map.draft];
    const row = rows.find((one) => cellOf(reading, one, map.draft) !== '') ?? rows[0];
    if (row && cells.isYes(row, { names, empty: false, unknown: true, words: draftWords })) {
      return `${map.draft} ${cellOf(reading, row, map.draft)}`;
    }
  }
  const row = parent ?? rows[0];
  const isHidden = parent === undefined ? isEmpty : !isVisible(parent, reading);
  return isHidden && row ? `${map.visible} ${cellOf(reading, row, map.visible)}` : undefined;
}

/** Returns the row of a style whose size or colour cell lists values of the other rows: `M;XXL`. It is no variant. */
function findParent(rows: readonly SourceRow[], reading: Reading): SourceRow | undefined {
  const { size, color = [] } = reading.map;
  const columns = [size ?? [], typeof color === 'string' ? color : Object.values(color)].flat();
  return rows.find((row) =>
    columns.some((column) => {
      const values = cellOf(reading, row, column).split(/[;|,]/);
      const others = new Set(
        rows.filter((one) => one !== row).map((one) => cellOf(reading, one, column)),
      );
      return values.length > 1 && values.every((value) => others.has(value.trim()));
    }),
  );
}

function splitUrls(cell: string): string[] {
  return cell.split(/[;|\s]+|,(?=\s*(?:https?:)?\/\/)/).filter((url) => url !== '');
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

function toVariant(
  row: SourceRow,
  parent: SourceRow | undefined,
  reading: Reading,
): NeutralVariant {
  const { map } = reading;
  const cell = (column: string | undefined) => cellOf(reading, row, column);
  const color = toText(map.color, cell);
  const size = cell(map.size);
  const stock = typeof map.stock === 'string' ? { '': map.stock } : (map.stock ?? {});
  const own = pricesOf(row, reading);
  return {
    row,
    options: [
      ...(Object.keys(color).length === 0 ? [] : [{ name: 'color', value: color }]),
      ...(size === '' ? [] : [{ name: 'size', value: { source: size } }]),
    ],
    code: withoutApostrophe(cell(map.partId)),
    gtin: cell(map.gtin),
    prices: parent === undefined ? own : { ...pricesOf(parent, reading), ...own },
    stock: Object.entries(stock)
      .map(([location, column]) => ({
        location: location === '' ? undefined : location,
        quantity: cell(column),
      }))
      .filter(({ quantity }) => quantity !== ''),
    pictures: (map.colorPictures ?? []).flatMap((column) => splitUrls(cell(column))),
  };
}

function pricesOf(row: SourceRow, reading: Reading): NeutralVariant['prices'] {
  const { price, regularPrice = {} } = reading.map;
  const own = typeof price === 'string' ? { source: price } : price;
  const regular: Readonly<Record<string, string>> =
    typeof regularPrice === 'string' ? { source: regularPrice } : regularPrice;
  const cell = (column: string | undefined) => cellOf(reading, row, column);
  const entries = Object.entries(own).map(([currency, column]): [string, NeutralPrice] => [
    currency,
    { price: cell(column), compareAt: cell(regular[currency]) },
  ]);
  return Object.fromEntries(entries.filter(([, { price: text }]) => text !== ''));
}
