/** Renders findings: as text for a terminal, JSON for programs, or workflow commands for GitHub Actions. */
import { join } from 'node:path';
import { styleText } from 'node:util';
import { compare } from '../../content/compare.ts';
import {
  escapeControls,
  type Finding,
  type Place,
  type Severity,
  toHeadline,
} from '../../content/findings/finding.ts';
import { groupBy } from '../../content/group-by.ts';

/** Values of the option `--format`; `github` is for GitHub Actions. */
export const formats = ['text', 'json', 'github'] as const;
/** The format in which findings are printed. */
export type Format = (typeof formats)[number];

/** Maximum number of allowed values and places that are listed below a finding. */
const maxListed = 12;
/** Maximum number of shown findings of one kind, such as errors of one rule in one file; others are counted. */
const maxOfKind = 20;
/** Maximum number of shown errors of one rule in all files. */
const maxOfRule = 100;
/** Number of findings with the same rule and message that are shown with their lines; others take one line each. */
const maxFrames = 3;
/** Number of files that are named as those to start with. */
const maxFiles = 3;
const colorOf = { error: 'red', warning: 'yellow' } as const;

/** The content folder, which precedes file names so that a terminal can open them, and whether to use colours. */
export interface TextStyle {
  readonly folder: string;
  readonly colors: boolean;
}

/** What a command found: the findings, and the id of the release if it made one, or else what did not happen. */
export interface Verdict {
  readonly findings: readonly Finding[];
  readonly release?: string;
  /** Such as `nothing was released`. */
  readonly outcome?: string;
}

/**
 * Returns the texts for standard output and standard error. `json` is one object on standard output; otherwise
 * `summary` is there, with the workflow commands of `github`, and the findings and their number on standard error.
 */
export function formatVerdict(
  { findings, release, outcome }: Verdict,
  format: Format,
  { summary = '', ...style }: TextStyle & { readonly summary?: string },
) {
  if (format === 'json') {
    const json = JSON.stringify({ release: release ?? null, findings }, null, 2);
    return { stdout: `${json}\n`, stderr: '' };
  }
  if (findings.length === 0) return { stdout: summary, stderr: '' };
  const count = [countFindings(findings), outcome].filter(Boolean).join('; ');
  const closing = `${count}\n${startWith(findings, style.folder)}`;
  if (format === 'text')
    return { stdout: summary, stderr: `${formatText(findings, style)}\n${closing}` };
  const commands = findings.map((finding) => `${toCommand(finding, style.folder)}\n`);
  return { stdout: commands.join('') + summary, stderr: closing };
}

function countFindings(findings: readonly Finding[]): string {
  const counts = (['error', 'warning'] as const).flatMap((severity) => {
    const { length } = findings.filter((each) => each.severity === severity);
    return length === 0 ? [] : [`${length} ${severity}${length === 1 ? '' : 's'}`];
  });
  return counts.join(', ');
}

/** Names the files with the most errors (or warnings, if there is no error), unless there are only three. */
function startWith(findings: readonly Finding[], folder: string): string {
  const errors = findings.filter(({ severity }) => severity === 'error');
  const files = groupBy(errors.length > 0 ? errors : findings, ({ file }) => file);
  if (files.size <= maxFiles) return '';
  const count = (all: readonly Finding[]) =>
    all.flatMap(({ places = [] }) => [0, ...places]).length;
  const named = Array.from(files, ([file, all]) => ({ file, places: count(all) }))
    .sort((a, b) => b.places - a.places)
    .slice(0, maxFiles)
    .map(({ file, places }) => `${escapeControls(join(folder, file))} (${places})`);
  return `start with ${named.join(', ')}; ${files.size} files need corrections\n`;
}

/**
 * Renders warnings by rule, then errors, so that these are directly above the counts that callers print. Limits the
 * number of findings of a kind; a line such as `and 7 more of price/gap` has the number of others.
 */
export function formatText(findings: readonly Finding[], style: TextStyle): string {
  const ofKind = (severity: Severity) => findings.filter((each) => each.severity === severity);
  const ordered = [
    ...ofKind('warning').sort((a, b) => compare(a.rule, b.rule)),
    ...ofKind('error'),
  ];
  const [shown, hidden] = [new Map<string, number>(), new Map<string, number>()];
  let text = '';
  let wasShort = false;
  for (const finding of ordered) {
    const kinds = kindsOf(finding, style.folder);
    const full = kinds.find(([kind, maximum]) => (shown.get(kind) ?? 0) >= maximum);
    if (full !== undefined) {
      count(hidden, full[0]);
      continue;
    }
    for (const [kind] of kinds) count(shown, kind);
    const isShort = count(shown, `said ${finding.rule} ${finding.message}`) > maxFrames;
    if (text !== '' && !(isShort && wasShort)) text += '\n';
    text += isShort ? formatHeadline(finding, style) : formatFinding(finding, style);
    wasShort = isShort;
  }
  for (const [kind, number] of hidden) {
    text += `\nand ${number} more of ${escapeControls(kind)}; --format json lists every one\n`;
  }
  return text;
}

/** Returns the kinds of a finding, each with the maximum of shown findings. */
function kindsOf({ severity, rule, file, message }: Finding, folder: string) {
  if (severity === 'warning') return [[rule, maxOfKind]] as const;
  return [
    [`${rule} in ${join(folder, file)}`, maxOfKind],
    [`${rule} with the message: ${message}`, maxOfKind],
    [rule, maxOfRule],
  ] as const;
}

function count(counts: Map<string, number>, kind: string): number {
  const number = (counts.get(kind) ?? 0) + 1;
  counts.set(kind, number);
  return number;
}

function formatFinding(finding: Finding, style: TextStyle): string {
  const { frame = [], allowed = [], suggestion, places = [] } = finding;
  const hints = [
    ...(allowed.length === 0 ? [] : [`  allowed: ${listFirst(allowed)}`]),
    ...(suggestion === undefined ? [] : [`  did you mean "${suggestion}"?`]),
    ...(places.length === 0 ? [] : [`  also ${formatPlaces(places)}`]),
  ];
  const lines = [
    ...frame.map((line) => (/^(>| +\| +\^)/.test(line) ? line : paint('dim', line, style))),
    ...hints.map(escapeControls),
  ];
  return (
    formatHeadline({ ...finding, places: [] }, style) + lines.map((each) => `${each}\n`).join('')
  );
}

/** Formats a finding as one line: position, cell, severity, rule, message and number of its other places. */
function formatHeadline(finding: Finding, style: TextStyle): string {
  const { severity, row, columnName, places = [] } = finding;
  const headline = toHeadline({ ...finding, file: join(style.folder, finding.file) });
  const [place = '', ...rest] = headline.split(` ${severity} `);
  const column = columnName ? `, column ${escapeControls(columnName)}` : '';
  const cell = row === undefined ? '' : ` (row ${row}${column})`;
  const more = places.length === 0 ? '' : ` (${places.length + 1} places)`;
  const [bold, kind] = [paint('bold', place, style), paint(colorOf[severity], severity, style)];
  return `${bold}${cell} ${kind} ${rest.join(` ${severity} `)}${more}\n`;
}

function paint(kind: Parameters<typeof styleText>[0], text: string, { colors }: TextStyle): string {
  return colors ? styleText(kind, text, { validateStream: false }) : text;
}

function formatPlaces(places: readonly Place[]): string {
  const inRows = places.flatMap(({ row }) => (row === undefined ? [] : [String(row)]));
  if (inRows.length > 0) return `in row${inRows.length === 1 ? '' : 's'} ${listFirst(inRows)}`;
  return `at ${listFirst(places.map(({ line, column, path = '' }) => `${line}:${column} ${path}`.trimEnd()))}`;
}

function listFirst(values: readonly string[]): string {
  const more = values.length - maxListed;
  return values.slice(0, maxListed).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

/** Renders a workflow command, which GitHub shows at the line of a pull request ("Workflow commands"). */
function toCommand(finding: Finding, folder: string): string {
  const { severity, rule, line, column, endColumn, message, suggestion, places = [] } = finding;
  const properties = {
    file: join(folder, finding.file),
    line,
    col: column,
    endColumn,
    title: rule,
  };
  const written = Object.entries(properties).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${escapeProperty(String(value))}`],
  );
  const hint = suggestion === undefined ? '' : `. Did you mean "${suggestion}"?`;
  const also = places.length === 0 ? '' : `. Also ${formatPlaces(places)}`;
  return `::${severity} ${written.join()}::${escapeMessage(message + hint + also)}`;
}

function escapeMessage(text: string): string {
  const encoded = text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
  // The log of a run is also shown in terminals.
  return escapeControls(encoded);
}

function escapeProperty(text: string): string {
  return escapeMessage(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
