/** Renders findings: as text for a terminal, JSON for programs, or workflow commands for GitHub Actions. */
import { join } from 'node:path';
import { styleText } from 'node:util';
import {
  escapeControls,
  type Finding,
  type Place,
  type Severity,
  toHeadline,
} from '../../content/findings/finding.ts';
import { groupBy } from '../../content/group-by.ts';

/** Maximum number of allowed values that are listed below a finding. */
const maxShownValues = 12;
/**
 * Maximum number of shown findings of one kind, such as errors of one rule in one file. Further findings are only
 * counted.
 */
const maxShownPerKind = 20;
/** Number of findings with the same rule and message that are shown with their lines; others take one line each. */
const maxFrames = 3;
/** Maximum number of shown errors of one rule in all files. */
const maxShownPerRule = 100;
const colors = { error: 'red', warning: 'yellow' } as const;

/** Options of `formatText`. */
export interface TextStyle {
  /** The content folder, which is prepended to every file name so that a terminal can open the file. */
  readonly folder: string;
  /** True to use colours, for a terminal. */
  readonly colors: boolean;
}

/**
 * Renders findings as text for a terminal: first warnings, grouped by rule, then errors. A caller that prints the
 * counts (`countFindings`) after this text thus has the errors directly above them. Shows at most twenty warnings of a
 * rule. Shows an error only if fewer than a hundred errors of its rule are shown already, fewer than twenty of its rule
 * in the same file, and fewer than twenty of its rule with the same message. If findings are left out because of a
 * limit, a line such as `and 7 more of price/gap` has their number.
 */
export function formatText(findings: readonly Finding[], style: TextStyle): string {
  const ofKind = (severity: Severity) => findings.filter((each) => each.severity === severity);
  const warnings = [...groupBy(ofKind('warning'), ({ rule }) => rule).values()].flatMap((ofRule) =>
    formatFirst(ofRule, style, ({ rule }) => [[rule, maxShownPerKind]]),
  );
  const errors = formatFirst(ofKind('error'), style, ({ rule, file, message }) => [
    [`${rule} in ${join(style.folder, file)}`, maxShownPerKind],
    [`${rule} with the message: ${message}`, maxShownPerKind],
    [rule, maxShownPerRule],
  ]);
  return [...warnings, ...errors].map((block) => `${block}\n`).join('\n');
}

/**
 * Renders findings, each as one block of text, until maximums are reached. `kindsOf` returns the kinds of a finding,
 * each with its maximum, such as `['price/gap', 100]`; a finding is left out if one of its kinds was already shown that
 * often. Adds a line such as `and 7 more of price/gap` for each kind of which findings were left out.
 */
function formatFirst(
  findings: readonly Finding[],
  style: TextStyle,
  kindsOf: (finding: Finding) => readonly (readonly [kind: string, maximum: number])[],
): string[] {
  const shown = new Map<string, number>();
  const hidden = new Map<string, number>();
  const countIn = (counts: Map<string, number>, kind: string) => {
    const before = counts.get(kind) ?? 0;
    counts.set(kind, before + 1);
    return before;
  };
  const blocks: string[][] = [[]];
  let wasShort = false;
  for (const finding of findings) {
    const kinds = kindsOf(finding);
    const [full] = kinds.find(([kind, maximum]) => (shown.get(kind) ?? 0) >= maximum) ?? [];
    if (full !== undefined) {
      countIn(hidden, full);
      continue;
    }
    for (const [kind] of kinds) countIn(shown, kind);
    const isShort = countIn(shown, `said ${finding.rule} ${finding.message}`) >= maxFrames;
    const text = isShort ? formatHeadline(finding, style) : formatFinding(finding, style);
    if (isShort && wasShort) blocks.at(-1)?.push(text);
    else blocks.push([text]);
    wasShort = isShort;
  }
  const rest = Array.from(
    hidden,
    ([kind, count]) =>
      `and ${count} more of ${escapeControls(kind)}; --format json lists every one`,
  );
  return [...blocks.slice(1).map((lines) => lines.join('\n')), ...rest];
}

/** Returns a summary such as `3 errors, 1 warning`, or an empty string if there are no findings. */
export function countFindings(findings: readonly Finding[]): string {
  const count = (severity: Severity) => {
    const number = findings.filter((each) => each.severity === severity).length;
    return number === 0 ? [] : [`${number} ${severity}${number === 1 ? '' : 's'}`];
  };
  return [...count('error'), ...count('warning')].join(', ');
}

/** Number of files that `startWith` names. */
const maxFiles = 3;

/**
 * Returns a line that names the three files with the most errors (or warnings, if there is no error), to correct first.
 * Returns an empty string if findings are in three files or fewer. File names begin with `folder`.
 */
export function startWith(findings: readonly Finding[], folder: string): string {
  const errors = findings.filter(({ severity }) => severity === 'error');
  const files = groupBy(errors.length > 0 ? errors : findings, ({ file }) => file);
  if (files.size <= maxFiles) return '';
  const count = (all: readonly Finding[]) =>
    all.reduce((sum, { places = [] }) => sum + 1 + places.length, 0);
  const named = Array.from(files, ([file, all]) => ({ file, places: count(all) }))
    .sort((a, b) => b.places - a.places)
    .slice(0, maxFiles)
    .map(({ file, places }) => `${escapeControls(join(folder, file))} (${places})`);
  return `start with ${named.join(', ')}; ${files.size} files need corrections\n`;
}

function formatFinding(finding: Finding, style: TextStyle): string {
  const { frame = [] } = finding;
  return [
    formatHeadline({ ...finding, places: [] }, style),
    ...frame.map((line) => (/^(>| +\| +\^)/.test(line) ? line : paint('dim', line, style))),
    ...hintsOf(finding).map(escapeControls),
  ].join('\n');
}

/** Formats a finding as one line: position, cell, severity, rule, message and number of its other places. */
function formatHeadline(finding: Finding, style: TextStyle): string {
  const { severity, row, columnName, places = [] } = finding;
  const headline = toHeadline({ ...finding, file: join(style.folder, finding.file) });
  const [place = '', ...rest] = headline.split(` ${severity} `);
  const cell =
    row === undefined
      ? ''
      : ` (row ${row}${columnName ? `, column ${escapeControls(columnName)}` : ''})`;
  const more = places.length === 0 ? '' : ` (${places.length + 1} places)`;
  return `${paint('bold', place, style)}${cell} ${paint(colors[severity], severity, style)} ${rest.join(` ${severity} `)}${more}`;
}

function paint(kind: Parameters<typeof styleText>[0], text: string, { colors }: TextStyle): string {
  return colors ? styleText(kind, text, { validateStream: false }) : text;
}

function hintsOf({ allowed = [], suggestion, places = [] }: Finding): string[] {
  return [
    ...(allowed.length === 0 ? [] : [`  allowed: ${listFirst(allowed)}`]),
    ...(suggestion === undefined ? [] : [`  did you mean "${suggestion}"?`]),
    ...(places.length === 0 ? [] : [`  also ${formatPlaces(places)}`]),
  ];
}

function listFirst(values: readonly string[]): string {
  const more = values.length - maxShownValues;
  return values.slice(0, maxShownValues).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

function formatPlaces(places: readonly Place[]): string {
  const inRows = places.flatMap(({ row }) => (row === undefined ? [] : [String(row)]));
  if (inRows.length > 0) return `in row${inRows.length === 1 ? '' : 's'} ${listFirst(inRows)}`;
  const named = places.map(({ line, column, path }) => {
    return `${line}:${column}${path === undefined ? '' : ` ${path}`}`;
  });
  return `at ${listFirst(named)}`;
}

/** Renders the JSON object `{ release, findings }`. `release` is the release id, or null if no release was built. */
export function formatJson(findings: readonly Finding[], release: string | null): string {
  return `${JSON.stringify({ release, findings }, null, 2)}\n`;
}

/**
 * Renders each finding as a workflow command of GitHub Actions, which shows the finding at its line in a pull request
 * (GitHub documentation, "Workflow commands"). `folder` is the content folder relative to the working folder.
 */
export function formatGithub(findings: readonly Finding[], folder: string): string {
  return findings.map((finding) => `${toCommand(finding, folder)}\n`).join('');
}

function toCommand(finding: Finding, folder: string): string {
  const { severity, rule, line, column, endColumn, message, suggestion, places = [] } = finding;
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
  const also = places.length === 0 ? '' : `. Also ${formatPlaces(places)}`;
  return `::${severity} ${properties.join()}::${escapeMessage(message + hint + also)}`;
}

function escapeMessage(text: string): string {
  const encoded = text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
  // The log of a run is also shown in terminals.
  return escapeControls(encoded);
}

function escapeProperty(text: string): string {
  return escapeMessage(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
