/** Turns faults into findings: adds line, column and the surrounding text, and merges those that say the same. */
import { type Node, parseTree } from 'jsonc-parser';
import { compare } from '../../content/compare.ts';
import {
  controls,
  escapeControls,
  type Finding,
  type Found,
  type JsonPath,
  type Place,
  sortFindings,
} from '../../content/findings/finding.ts';
import {
  indexLines,
  type LineIndex,
  lengthOnLine,
  lineAt,
  positionAt,
  type TextPosition,
} from '../../content/findings/text-lines.ts';
import { groupBy } from '../../content/group-by.ts';
import { omitUndefined } from '../../content/omit-undefined.ts';
import { seeMore } from '../../content/rules/file-rules.ts';
import { locateJson, locateRow, numberRows } from './locate-in-text.ts';

/**
 * Converts faults to findings, sorted by file, line and column. `readText` returns the text of a file with faults, or
 * undefined if it cannot be read; its findings then have no column.
 */
export async function locateFaults(
  found: readonly Found[],
  readText: (file: string) => Promise<string | undefined>,
): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  for (const [file, faults] of groupBy(found, ({ fault }) => fault.file)) {
    const text = await readText(file);
    const locate = text === undefined ? toFinding : createLocator(text);
    findings.push(...mergeRepeated(sortFindings(faults.map(locate))));
  }
  return sortFindings(findings);
}

/** Minimum number of cells of a column with the same problem, but other values, to be one finding. */
const minCells = 4;

/**
 * Merges findings of one file that say the same: twenty texts without a translation, or a column of prices with dollar
 * signs. The first finding remains, with the `places` of the others.
 */
function mergeRepeated(findings: readonly Finding[]): Finding[] {
  const exact = [...groupBy(findings, keyOf).values()].map(mergeAll);
  const isCell = ({ rule, row = 0 }: Finding) => rule.startsWith('csv/') && row > 1;
  const columns = groupBy(exact, (each) =>
    // Messages quote the values of cells.
    isCell(each) ? keyOf({ ...each, message: each.message.replace(/"[^"]*"|\d+/g, '') }) : each,
  );
  return [...columns.values()].flatMap((all) => (all.length < minCells ? all : [mergeAll(all)]));
}

function keyOf({ rule, columnName, message }: Finding): string {
  return JSON.stringify([rule, columnName, message.replace(`; ${seeMore}`, '')]);
}

function mergeAll([first, ...others]: readonly Finding[]): Finding {
  const finding = first as Finding;
  if (others.length === 0) return finding;
  const places = others.flatMap((each) => [toPlace(each, finding), ...(each.places ?? [])]);
  const all = [...(finding.places ?? []), ...places];
  return { ...finding, places: all.sort((a, b) => compare(a.line ?? 0, b.line ?? 0)) };
}

function toPlace(finding: Finding, first: Finding): Place {
  const { line, column, endColumn, path, row } = finding;
  const suggestion = finding.suggestion === first.suggestion ? undefined : finding.suggestion;
  const message = keyOf(finding) === keyOf(first) ? undefined : finding.message;
  return omitUndefined({ line, column, endColumn, path, row, suggestion, message });
}

/** Returns the function that converts faults of a file with this text. It parses the text only if a fault has a path. */
function createLocator(text: string): (found: Found) => Finding {
  const lines = indexLines(text);
  let root: Node | undefined;
  let rows: readonly number[] | undefined;
  return (found) => {
    const { path, atName, line, column, span: given } = found.fault;
    if (path) root ??= parseTree(text);
    if (line !== undefined) rows ??= numberRows(lines);
    const ofPath = path && root && locateJson(root, path, atName);
    const ofRow = line === undefined ? undefined : locateRow(lines, line, column);
    const span = given ?? ofPath ?? ofRow;
    if (span === undefined) return toFinding(found);
    const place = positionAt(lines, span[0]);
    const length = Math.max(1, lengthOnLine(text, ...span));
    const row = line === undefined ? undefined : rows?.[line - 1];
    const frame = renderFrame(lines, place, length);
    const endColumn = place.column + length;
    return omitUndefined({ ...toFinding(found), ...place, endColumn, row, frame });
  };
}

/** Converts a fault to a finding without column and surrounding text, as of a whole file; keeps the line of a row. */
export function toFinding({ rule, fault }: Found): Finding {
  const { file, path = [], line, column, message, allowed, suggestion } = fault;
  return omitUndefined({
    ...{ rule: rule.id, severity: rule.severity, file, line },
    // A message is one line, even if it quotes a file.
    message: escapeControls(message),
    path: path.length > 0 ? toPathText(path) : undefined,
    ...{ columnName: column, allowed, suggestion },
  });
}

/**
 * Formats a JSON path, such as `colors[2].color`; a name that is no identifier is in brackets and quotes, as in
 * `rows["2XL"]`.
 */
export function toPathText(path: JsonPath): string {
  return path
    .map((part, index) => {
      if (typeof part === 'number') return `[${part}]`;
      if (!/^[A-Za-z_$][\w$-]*$/.test(part)) return `[${JSON.stringify(part)}]`;
      return index === 0 ? part : `.${part}`;
    })
    .join('');
}

/** Number of lines shown before and after the line with a fault. */
const contextLines = 2;
/** Maximum number of shown characters of a line; a JSON file may be one long line, which is cut around the fault. */
const maxWidth = 100;

/**
 * Returns the line of a position with up to two lines before and after it, each with its number, and a line of `^` marks
 * under `length` characters.
 */
export function renderFrame(
  lines: LineIndex,
  { line, column }: TextPosition,
  length: number,
): string[] {
  const first = Math.max(1, line - contextLines);
  const last = Math.min(lines.starts.length, line + contextLines);
  const width = String(last).length;
  const isCut = lineAt(lines, line).length > maxWidth;
  const skipped = isCut ? Math.max(0, column - maxWidth / 2) : 0;
  const frame: string[] = [];
  for (let number = first; number <= last; number += 1) {
    const shown = lineAt(lines, number)
      .slice(skipped, skipped + maxWidth)
      .replace(controls, ' ');
    const gutter = `${number === line ? '>' : ' '} ${String(number).padStart(width)} |`;
    frame.push(`${gutter} ${shown}`.trimEnd());
    if (number !== line) continue;
    const room = Math.max(1, maxWidth - (column - skipped));
    const mark = '^'.repeat(Math.max(1, Math.min(length, room)));
    frame.push(`  ${' '.repeat(width)} | ${' '.repeat(column - skipped - 1)}${mark}`);
  }
  return frame;
}
