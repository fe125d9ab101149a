/** A comparison for a pull request: GitHub Flavored Markdown, a table a section. */
import type { ReleaseDiff } from './release-diff.ts';
import { type Section, toSections } from './sections.ts';

/** Renders a comparison as Markdown, `limit` rows a section at most. */
export function renderMarkdown(diff: ReleaseDiff, limit: number): string {
  const head = `## Catalogue: \`${diff.before}\` → \`${diff.after}\`\n`;
  return [head, ...toSections(diff).map((section) => renderSection(section, limit))].join('\n');
}

function renderSection({ title, columns, rows }: Section, limit: number): string {
  if (rows.length === 0) return `### ${escapeMarkdown(title)}\n`;
  const shown = rows.slice(0, limit).map((row) => toRow(row));
  const more = rows.length - shown.length;
  const rest = more > 0 ? `\n… and ${more} more.\n` : '';
  const table = [toRow(columns), toRow(columns.map(() => '---')), ...shown].join('');
  return `### ${escapeMarkdown(title)}\n\n${table}${rest}`;
}

function toRow(cells: readonly string[]): string {
  return `| ${cells.map(escapeMarkdown).join(' | ')} |\n`;
}

/** What an editor wrote is shown as it is: no markup, no mention, no new cell. */
function escapeMarkdown(text: string): string {
  return text.replaceAll(/[\\`*_~[\]<>|@#&]/g, (character) => `&#${character.charCodeAt(0)};`);
}
