/** The forms of findings: text for a terminal, JSON for programs, commands for GitHub. */
import { join } from 'node:path';
import { styleText } from 'node:util';
import {
  escapeControls,
  type Finding,
  type Severity,
  toHeadline,
} from '../../content/findings/finding.ts';
import { groupBy } from '../../content/group-by.ts';

const shownValues = 12;
/** Maximum number of findings of one kind that are shown; the rest are counted. */
const shownAlike = 20;
const colors = { error: 'red', warning: 'yellow' } as const;

/** Settings of the text format. */
export interface TextStyle {
  /** The content folder, which is put before every file so that a terminal can open it. */
  readonly folder: string;
  /** Whether to use colours, for a terminal. */
  readonly colors: boolean;
}

/**
 * Renders findings, warnings first by rule, so that errors are last, next to the summary. Shows only the
 * first warnings of a rule, errors of a rule in one file, and equal errors in all files.
 */
export function formatText(findings: readonly Finding[], style: TextStyle): string {
  const ofKind = (severity: Severity) => findings.filter((each) => each.severity === severity);
  const warnings = [...groupBy(ofKind('warning'), ({ rule }) => rule).values()].flatMap((ofRule) =>
    formatFirst(ofRule, style, ({ rule }) => [rule]),
  );
  const errors = formatFirst(ofKind('error'), style, ({ rule, file, message }) => [
    `${rule} in ${join(style.folder, file)}`,
    `${rule} that say: ${message}`,
  ]);
  return [...warnings, ...errors].map((block) => `${block}\n`).join('\n');
}

/** Renders findings up to `shownAlike` of each kind, then a line for each kind with more. */
function formatFirst(
  findings: readonly Finding[],
  style: TextStyle,
  kindsOf: (finding: Finding) => readonly string[],
): string[] {
  const shown = new Map<string, number>();
  const hidden = new Map<string, number>();
  const blocks: string[] = [];
  for (const finding of findings) {
    const kinds = kindsOf(finding);
    const full = kinds.find((kind) => (shown.get(kind) ?? 0) >= shownAlike);
    if (full === undefined) blocks.push(formatFinding(finding, style));
    else hidden.set(full, (hidden.get(full) ?? 0) + 1);
    for (const kind of full === undefined ? kinds : []) shown.set(kind, (shown.get(kind) ?? 0) + 1);
  }
  const rest = Array.from(
    hidden,
    ([kind, count]) =>
      `and ${count} more of ${escapeControls(kind)}; --format json lists every one`,
  );
  return [...blocks, ...rest];
}

/** Returns a text such as `3 errors, 1 warning`; empty if there are none. */
export function countFindings(findings: readonly Finding[]): string {
  const count = (severity: Severity) => {
    const number = findings.filter((each) => each.severity === severity).length;
    return number === 0 ? [] : [`${number} ${severity}${number === 1 ? '' : 's'}`];
  };
  return [...count('error'), ...count('warning')].join(', ');
}

function formatFinding(finding: Finding, { folder, colors: colored }: TextStyle): string {
  const { severity, row, columnName, frame = [] } = finding;
  const paint = (kind: Parameters<typeof styleText>[0], text: string) =>
    colored ? styleText(kind, text, { validateStream: false }) : text;
  const headline = toHeadline({ ...finding, file: join(folder, finding.file) });
  const [place = '', ...rest] = headline.split(` ${severity} `);
  const cell =
    row === undefined
      ? ''
      : ` (row ${row}${columnName ? `, column ${escapeControls(columnName)}` : ''})`;
  return [
    `${paint('bold', place)}${cell} ${paint(colors[severity], severity)} ${rest.join(` ${severity} `)}`,
    ...frame.map((line) => (/^(>| +\| +\^)/.test(line) ? line : paint('dim', line))),
    ...hintsOf(finding).map(escapeControls),
  ].join('\n');
}

function hintsOf({ allowed, suggestion }: Finding): string[] {
  const shown = allowed?.length ? allowed.slice(0, shownValues).join(', ') : undefined;
  const more = (allowed?.length ?? 0) - shownValues;
  return [
    ...(shown === undefined ? [] : [`  allowed: ${shown}${more > 0 ? ` and ${more} more` : ''}`]),
    ...(suggestion === undefined ? [] : [`  did you mean "${suggestion}"?`]),
  ];
}

/** Renders the findings and the id of the release, or null if none was made. */
export function formatJson(findings: readonly Finding[], release: string | null): string {
  return `${JSON.stringify({ release, findings }, null, 2)}\n`;
}

/**
 * Renders one workflow command of GitHub Actions for each finding, which a pull request shows at its line
 * (GitHub documentation, "Workflow commands"). `folder` is the content folder, relative to the working
 * folder.
 */
export function formatGithub(findings: readonly Finding[], folder: string): string {
  return findings.map((finding) => `${toCommand(finding, folder)}\n`).join('');
}

function toCommand(finding: Finding, folder: string): string {
  const { severity, rule, line, column, endColumn, message, suggestion } = finding;
  const properties = Object.entries({
    file: join(folder, finding.file),
    line,
    col: column,
    endColumn,
    title: rule,
  })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${escapeProperty(String(value))}`);
  const hint = suggestion === undefined ? '' : `. Did you mean "${suggestion}"?`;
  return `::${severity} ${properties.join()}::${escapeMessage(message + hint)}`;
}

function escapeMessage(text: string): string {
  const encoded = text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
  // The log of a run is also shown in terminals.
  return escapeControls(encoded);
}

function escapeProperty(text: string): string {
  return escapeMessage(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
