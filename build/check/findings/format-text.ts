/** Findings as a person reads them in a terminal. */
import { join } from 'node:path';
import { styleText } from 'node:util';
import { escapeControls } from '../../content/findings/escape-controls.ts';
import { type Finding, type Severity, toHeadline } from '../../content/findings/finding.ts';
import { groupBy } from '../../content/group-by.ts';

const shownValues = 12;
/** Of one rule's warnings; errors are all shown, since each of them has to be mended. */
const shownWarnings = 20;
const colors = { error: 'red', warning: 'yellow' } as const;

/** What the text form needs to know besides the findings. */
export interface TextStyle {
  /** The content folder, put before every file so that a terminal can open it. */
  readonly folder: string;
  /** Colours, for a terminal. */
  readonly colors: boolean;
}

/** Renders findings, warnings first by rule, so that errors stand last, next to the closing line. */
export function formatText(findings: readonly Finding[], style: TextStyle): string {
  const ofKind = (severity: Severity) => findings.filter((each) => each.severity === severity);
  const blocks = [...groupBy(ofKind('warning'), ({ rule }) => rule)].flatMap(([rule, warnings]) => {
    const shown = warnings.slice(0, shownWarnings).map((each) => formatFinding(each, style));
    const more = warnings.length - shown.length;
    const rest = `and ${more} more of ${rule}; --format json lists every one`;
    return more > 0 ? [...shown, rest] : shown;
  });
  const errors = ofKind('error').map((finding) => formatFinding(finding, style));
  return [...blocks, ...errors].map((block) => `${block}\n`).join('\n');
}

/** `3 errors, 1 warning`; empty when there is nothing to count. */
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
  const shown = allowed?.slice(0, shownValues).join(', ');
  const more = (allowed?.length ?? 0) - shownValues;
  return [
    ...(shown === undefined ? [] : [`  allowed: ${shown}${more > 0 ? ` and ${more} more` : ''}`]),
    ...(suggestion === undefined ? [] : [`  did you mean "${suggestion}"?`]),
  ];
}
