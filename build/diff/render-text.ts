/** A comparison for a terminal: aligned rows below a line a section. */
import type { ReleaseDiff } from './release-diff.ts';
import { type Section, toSections } from './sections.ts';

/** Renders a comparison as text, `limit` rows a section at most. */
export function renderText(diff: ReleaseDiff, limit: number): string {
  const head = `release ${diff.before} → ${diff.after}\n`;
  return [head, ...toSections(diff).map((section) => renderSection(section, limit))].join('\n');
}

function renderSection({ title, rows }: Section, limit: number): string {
  const shown = rows.slice(0, limit);
  const widths = (shown[0] ?? []).map((_cell, column) =>
    Math.max(...shown.map((row) => row[column]?.length ?? 0)),
  );
  const lines = shown.map((row) => {
    const cells = row.map((cell, column) => cell.padEnd(widths[column] ?? 0));
    return `  ${cells.join('  ').trimEnd()}\n`;
  });
  const more = rows.length - shown.length;
  const rest = more > 0 ? `  … and ${more} more; --limit ${rows.length} shows them\n` : '';
  return `${title}\n${lines.join('')}${rest}`;
}
