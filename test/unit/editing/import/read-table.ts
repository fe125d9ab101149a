/**
 * Converts a table of an import source to the neutral table, the common format of all import
 * sources.
 */

import { type NeutralTable, withoutPlaceholders } from '../../../../editing/import/neutral.ts';
import { createReport } from '../../../../editing/import/report.ts';
import {
  createCellReader,
  noteUnread,
  type TableReader,
} from '../../../../editing/import/source-table.ts';
import { readForeignTable } from '../../../../editing/tables/foreign-table.ts';

/**
 * Reads styles (products with variants) from rows, each given as column → cell. Returns the
 * styles, the hints for the options of the import, and a report of the omitted data.
 */
export async function readStyles(
  { read, ...source }: TableReader,
  rows: readonly Readonly<Record<string, string>>[],
): Promise<NeutralTable & { readonly report: string; readonly leftOut: string }> {
  const columns = [...new Set(rows.flatMap(Object.keys))];
  const quote = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
  const lines = [columns, ...rows.map((row) => columns.map((name) => row[name] ?? ''))];
  const text = lines.map((cells) => cells.map(quote).join(',')).join('\n');
  const report = createReport();
  const table = await readForeignTable('export.csv', Buffer.from(text), source);
  const cells = createCellReader(table, report);
  const neutral = withoutPlaceholders(read(table, cells, report), report);
  noteUnread(table, cells, report);
  return { ...neutral, report: report.toText(), leftOut: report.toCsv(table) ?? '' };
}
