/** Renders reports that consist of tables, for a terminal or as GitHub Flavored Markdown. */

/** One section of a report: a title, and a table below the title. */
export interface Section {
  readonly title: string;
  /** Column headings, which only Markdown shows. */
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/**
 * Renders sections for a terminal: the heading, then the title and the aligned rows of each section. Shows at most
 * `limit` rows per section. If there are more, a line says how many, and that the option `--limit` shows them.
 */
export function renderTextSections(
  heading: string,
  sections: readonly Section[],
  limit: number,
): string {
  return [`${heading}\n`, ...sections.map((section) => toText(section, limit))].join('\n');
}

function toText({ title, rows }: Section, limit: number): string {
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

/**
 * Renders sections as Markdown for a pull request: the heading (level 2), then the title (level 3) and the table of
 * each section. A table has at most `limit` rows; if there are more, a line below it says how many. A section without
 * rows has only its title. `heading` is Markdown; titles and cells are plain text and are escaped.
 */
export function renderMarkdownSections(
  heading: string,
  sections: readonly Section[],
  limit: number,
): string {
  const parts = sections.map((section) => toMarkdown(section, limit));
  return [`## ${heading}\n`, ...parts].join('\n');
}

function toMarkdown({ title, columns, rows }: Section, limit: number): string {
  if (rows.length === 0) return `### ${escapeMarkdown(title)}\n`;
  const shown = rows.slice(0, limit).map(toMarkdownRow);
  const more = rows.length - shown.length;
  const rest = more > 0 ? `\n… and ${more} more.\n` : '';
  const table = [toMarkdownRow(columns), toMarkdownRow(columns.map(() => '---')), ...shown].join(
    '',
  );
  return `### ${escapeMarkdown(title)}\n\n${table}${rest}`;
}

function toMarkdownRow(cells: readonly string[]): string {
  return `| ${cells.map(escapeMarkdown).join(' | ')} |\n`;
}

/**
 * Escapes text from content, so that Markdown shows it literally: without markup, mentions or additional
 * cells.
 */
function escapeMarkdown(text: string): string {
  return text.replaceAll(/[\\`*_~[\]<>|@#&]/g, (character) => `&#${character.charCodeAt(0)};`);
}

/**
 * Escapes text that this project wrote, such as a message, for a cell of a Markdown table. Code in backticks
 * stays code, in which only pipes are escaped; all other text is shown literally.
 */
export function escapeOutsideCode(text: string): string {
  return text.replaceAll(/(`[^`]*`)|[\\<&*_[\]|]/g, (part: string, code: string | undefined) =>
    code === undefined ? `\\${part}` : code.replaceAll('|', '\\|'),
  );
}
