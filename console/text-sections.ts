/** Sections for a terminal: aligned rows below a line a section. */
import type { Section } from './section.ts';

/** Renders sections as text below a heading, `limit` rows a section at most. */
export function renderTextSections(
  heading: string,
  sections: readonly Section[],
  limit: number,
): string {
  return [`${heading}\n`, ...sections.map((section) => renderSection(section, limit))].join('\n');
}

function renderSection({ title, rows }: Section, limit: number): string {
  const shown = rows.slice(0, limit);
  const widths = (shown[0] ?? []).map((_cell, column) =>
    shown.reduce((width, row) => Math.max(width, row[column]?.length ?? 0), 0),
  );
  const lines = shown.map((row) => {
    const cells = row.map((cell, column) => cell.padEnd(widths[column] ?? 0));
    return `  ${cells.join('  ').trimEnd()}\n`;
  });
  const more = rows.length - shown.length;
  const rest = more > 0 ? `  … and ${more} more; --limit ${rows.length} shows them\n` : '';
  return `${title}\n${lines.join('')}${rest}`;
}
