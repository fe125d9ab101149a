/** Sections for a pull request: GitHub Flavored Markdown, a table a section. */
import { escapeMarkdown } from './markdown.ts';
import type { Section } from './section.ts';

/** Renders sections as Markdown below a heading, which is Markdown; `limit` rows a section at most. */
export function renderMarkdownSections(
  heading: string,
  sections: readonly Section[],
  limit: number,
): string {
  const parts = sections.map((section) => renderSection(section, limit));
  return [`## ${heading}\n`, ...parts].join('\n');
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
