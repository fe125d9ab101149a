/** Renders tables, and lists of names and values, as aligned text for a terminal. */

/** Renders a table as text: headings, then rows, in aligned columns separated by two spaces; null is shown as `-`. */
export function renderTable(
  headings: readonly string[],
  rows: readonly (readonly (string | number | null)[])[],
): string {
  const cells = [headings, ...rows].map((row) => row.map((cell) => String(cell ?? '-')));
  // Not Math.max with all widths as arguments, which fails for more than about 100,000 rows.
  const widths = headings.map((_, column) =>
    cells.reduce((width, row) => Math.max(width, [...(row[column] ?? '')].length), 0),
  );
  const pad = (cell: string, column: number) =>
    cell + ' '.repeat((widths[column] ?? 0) - [...cell].length);
  return cells.map((row) => `${row.map(pad).join('  ').trimEnd()}\n`).join('');
}

/** Renders names and values, one pair per line, with aligned values; null is shown as `-`. */
export function renderFacts(facts: readonly (readonly [string, string | number | null])[]): string {
  const width = Math.max(...facts.map(([name]) => name.length));
  return facts.map(([name, value]) => `${name.padEnd(width)}  ${value ?? '-'}\n`).join('');
}
