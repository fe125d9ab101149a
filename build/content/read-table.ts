/** One CSV table of the content: bytes in; the rows that are sound, and every fault out. */
import { CsvError } from 'csv-parse/sync';
import type { z } from 'zod';
import { createCellReader } from './cell-reader.ts';
import type { Placed } from './content.ts';
import type { TableDraft } from './draft.ts';
import { type Fault, type Found, foundBy, type Rule } from './findings/finding.ts';
import {
  cells,
  columns,
  explainCell,
  explainHeader,
  quotes,
  separator,
} from './rules/csv-rules.ts';
import { emptyFile, encoding } from './rules/file-rules.ts';
import { rowsOf, type TextRow } from './table-rows.ts';

export interface TableReading<Row> extends TableDraft<Row> {
  readonly found: readonly Found[];
}

/** Reads a file as a table whose rows have the schema's members as columns, in any order. */
export function readTable<Shape extends z.ZodObject>(
  file: string,
  bytes: Buffer,
  schema: Shape,
): TableReading<z.infer<Shape>> {
  const unreadable = (rule: Rule, faults: readonly Omit<Fault, 'file'>[]) => ({
    file,
    rows: [],
    readable: false,
    doubtful: new Set<string>(),
    found: faults.map((fault) => foundBy(rule, { file, ...fault })),
  });
  const decoded = encoding.decode(file, bytes);
  if ('fault' in decoded) return unreadable(encoding, [decoded.fault]);
  const { text } = decoded;
  const names = Object.keys(schema.shape);
  if (text.trim() === '') {
    return unreadable(emptyFile, [{ message: `is empty; its first line is ${names.join()}` }]);
  }
  const foreign = separator.find(text.split(/\r?\n/, 1)[0] ?? '', names);
  if (foreign) return unreadable(separator, [foreign]);
  try {
    const rows = rowsOf(text);
    const { cells: header } = rows.next().value as TextRow;
    const { faults, columns: meant } = explainHeader(header, names);
    if (meant === undefined) return unreadable(columns, faults);
    const { found, ...table } = readRows(
      { file, header: meant, schema },
      { [Symbol.iterator]: () => rows },
    );
    return { ...table, found: [...unreadable(columns, faults).found, ...found] };
  } catch (error) {
    if (error instanceof CsvError) return unreadable(quotes, [quotes.explain(error, text)]);
    throw error;
  }
}

interface Table<Shape> {
  readonly file: string;
  /** The column that each cell of a row is of; undefined for a column that the schema lacks. */
  readonly header: readonly (string | undefined)[];
  readonly schema: Shape;
}

/** Reads the rows of a table whose header names every column of the schema. */
export function readRows<Shape extends z.ZodObject>(
  { file, header, schema }: Table<Shape>,
  rows: Iterable<TextRow>,
): TableReading<z.infer<Shape>> {
  const sound: Placed<z.infer<Shape>>[] = [];
  const found: Found[] = [];
  const doubtful = new Set<string>();
  const readers = header.map(
    (column) => column && createCellReader(schema.shape[column] as z.ZodType),
  );
  for (const { cells: texts, line } of rows) {
    const wrong = cells.find(texts, header);
    const faults = wrong === undefined ? [] : [foundBy(cells, { file, line, ...wrong })];
    const row: Record<string, unknown> = {};
    if (faults.length === 0) {
      for (const [index, read] of readers.entries()) {
        const column = header[index];
        if (!read || column === undefined) continue;
        const cell = texts[index] as string;
        const { issue, ...reading } = read(cell);
        if (issue) {
          const { rule, fault } = explainCell(column, cell, issue);
          faults.push(foundBy(rule, { file, line, column, ...fault }));
        } else row[column] = (reading as { value: unknown }).value;
      }
    }
    if (faults.length === 0) {
      row['line'] = line;
      sound.push(row as Placed<z.infer<Shape>>);
      continue;
    }
    found.push(...faults);
    doubtful.add(texts[header.indexOf('sku')] ?? '');
  }
  return { file, rows: sound, readable: true, doubtful, found };
}
