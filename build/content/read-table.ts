/** One CSV table of the content: bytes in; the rows that are sound, and every fault out. */
import { CsvError } from 'csv-parse/sync';
import type { z } from 'zod';
import { createCellReader } from './cell-reader.ts';
import type { Placed } from './content.ts';
import type { TableDraft } from './draft.ts';
import { type Fault, type Found, foundBy, type Rule } from './findings/finding.ts';
import { cells, columns, decimalComma, quotes, separator, wrongCell } from './rules/csv-rules.ts';
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
    const wrong = columns.find(header, names);
    if (wrong.length > 0) return unreadable(columns, wrong);
    return readRows({ file, header, schema }, { [Symbol.iterator]: () => rows });
  } catch (error) {
    if (error instanceof CsvError) return unreadable(quotes, [quotes.explain(error, text)]);
    throw error;
  }
}

/** Reads the rows of a table whose header names every column of the schema, and no other. */
export function readRows<Shape extends z.ZodObject>(
  { file, header, schema }: { file: string; header: readonly string[]; schema: Shape },
  rows: Iterable<TextRow>,
): TableReading<z.infer<Shape>> {
  const sound: Placed<z.infer<Shape>>[] = [];
  const found: Found[] = [];
  const doubtful = new Set<string>();
  const readers = header.map((column) => createCellReader(schema.shape[column] as z.ZodType));
  for (const { cells: texts, line } of rows) {
    const wrong = cells.find(texts, header);
    const faults = wrong === undefined ? [] : [foundBy(cells, { file, line, ...wrong })];
    const row: Record<string, unknown> = {};
    if (faults.length === 0) {
      for (const [index, read] of readers.entries()) {
        const column = header[index] as string;
        const cell = texts[index] as string;
        const { issue, ...reading } = read(cell);
        if (issue) faults.push(explainCell({ file, line, column }, cell, issue));
        else row[column] = (reading as { value: unknown }).value;
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

function explainCell(
  place: { file: string; line: number; column: string },
  cell: string,
  issue: z.core.$ZodIssue,
): Found {
  const comma = decimalComma.find(cell);
  return comma
    ? foundBy(decimalComma, { ...place, ...comma })
    : foundBy(wrongCell, { ...place, ...wrongCell.explain(cell, issue) });
}
