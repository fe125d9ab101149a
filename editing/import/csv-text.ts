/** Quotes a cell as RFC 4180 has it, where it must be. */
function toCell(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * Writes a table with a header line; RFC 4180, but lines end in LF alone, as in files that people
 * keep under version control.
 */
export function toCsv<Column extends string>(
  columns: readonly Column[],
  rows: readonly Readonly<Record<Column, string>>[],
): string {
  const lines = [columns, ...rows.map((row) => columns.map((column) => row[column]))];
  return lines.map((cells) => `${cells.map(toCell).join(',')}\n`).join('');
}
