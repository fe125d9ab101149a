/** Turns faults into findings: adds line, column and the surrounding text. */
import { type Node, parseTree } from 'jsonc-parser';
import { compare } from '../../content/compare.ts';
import {
  controls,
  escapeControls,
  type Fault,
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
import { seeMore } from '../../content/rules/file-rules.ts';
import { locateJson, locateRow, numberRows } from './locate-in-text.ts';

/** Resolves to the text of a file, given its path within the content folder; to undefined if it cannot be read. */
export type ReadText = (file: string) => Promise<string | undefined>;

/**
 * Converts faults to findings, sorted by file, line and column. Reads each file with faults once. A fault gets no
 * column if it concerns a whole file, or if `readText` resolves to undefined for its file.
 */
export async function locateFaults(
  found: readonly Found[],
  readText: ReadText,
): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  for (const [file, faults] of groupBy(found, ({ fault }) => fault.file)) {
    const text = await readText(file);
    const locate = text === undefined ? toUnlocated : createLocator(text);
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
  const columns = groupBy(exact, (each) => (isCell(each) ? maskedKeyOf(each) : each));
  return [...columns.values()].flatMap((all) => (all.length < minCells ? all : [mergeAll(all)]));
}

function isCell({ rule, row }: Finding): boolean {
  return rule.startsWith('csv/') && row !== undefined && row > 1;
}

function keyOf({ rule, columnName, message }: Finding): string {
  return JSON.stringify([rule, columnName, message.replace(`; ${seeMore}`, '')]);
}

/** Returns a key that is equal for cells with other values, which a message quotes, and the same problem. */
function maskedKeyOf(finding: Finding): string {
  return keyOf({ ...finding, message: finding.message.replace(/"[^"]*"|\d+/g, '') });
}

function mergeAll([first, ...others]: readonly Finding[]): Finding {
  const finding = first as Finding;
  if (others.length === 0) return finding;
  const places = others.flatMap(({ places: more = [], ...each }) => [
    toPlace(each, finding),
    ...more,
  ]);
  const all = [...(finding.places ?? []), ...places];
  return { ...finding, places: all.sort((a, b) => compare(a.line ?? 0, b.line ?? 0)) };
}

function toPlace(finding: Finding, first: Finding): Place {
  const { line, column, endColumn, path, row, suggestion, message } = finding;
  return {
    ...(line !== undefined && { line }),
    ...(column !== undefined && { column }),
    ...(endColumn !== undefined && { endColumn }),
    ...(path !== undefined && { path }),
    ...(row !== undefined && { row }),
    ...(suggestion !== undefined && suggestion !== first.suggestion && { suggestion }),
    ...(message !== first.message && { message }),
  };
}

/**
 * Returns a function that converts a fault of one file to a finding with line, column and the text around. `text` is
 * the text of the file. A fault without a position, which concerns the whole file, gets none of these. The function
 * parses `text` as JSON at most once, and only if a fault has a JSON path.
 */
export function createLocator(text: string): (found: Found) => Finding {
  const lines = indexLines(text);
  let root: Node | undefined;
  let rows: readonly number[] | undefined;
  const spanOf = ({ span, path, atName, line, column }: Fault) => {
    if (span) return span;
    if (path) {
      root ??= parseTree(text);
      return root && locateJson(root, path, atName);
    }
    return line === undefined ? undefined : locateRow(lines, line, column);
  };
  return (found) => {
    const span = spanOf(found.fault);
    if (span === undefined) return toUnlocated(found);
    const [offset] = span;
    const place = positionAt(lines, offset);
    const length = Math.max(1, lengthOnLine(text, ...span));
    const { line } = found.fault;
    if (line !== undefined) rows ??= numberRows(lines);
    const row = line === undefined ? undefined : rows?.[line - 1];
    return {
      ...toBaseFinding(found),
      ...place,
      endColumn: place.column + length,
      ...(row !== undefined && { row }),
      frame: renderFrame(lines, place, length),
    };
  };
}

/**
 * Converts a fault to a finding without column and surrounding text, because the fault concerns a whole file or is in a
 * file that cannot be read. Keeps the line of a table row.
 */
export function toUnlocated(found: Found): Finding {
  const { line } = found.fault;
  return line === undefined ? toBaseFinding(found) : { ...toBaseFinding(found), line };
}

function toBaseFinding({ rule, fault }: Found): Finding {
  const { file, path, column, message, allowed, suggestion } = fault;
  return {
    rule: rule.id,
    severity: rule.severity,
    file,
    // A message is one line, even if it quotes a file.
    message: escapeControls(message),
    ...(path !== undefined && path.length > 0 && { path: toPathText(path) }),
    ...(column !== undefined && { columnName: column }),
    ...(allowed && { allowed }),
    ...(suggestion !== undefined && { suggestion }),
  };
}

/**
 * Formats a JSON path, such as `colors[2].color`. A name is in brackets and quotes, as in `rows["2XL"]`, if it contains
 * other characters than the letters A to Z, digits, `_`, `$` and `-`, or begins with a digit or `-`.
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
/**
 * Maximum length of a shown line, in characters. Longer lines are cut around the fault, because a JSON file
 * may be one long line.
 */
const maxWidth = 100;

/**
 * Returns the line of a position with up to two lines before and after it, each with its line number. Below the line of
 * the position, a line of `^` marks up to `length` characters. Shows at most 100 columns, the same ones of every line:
 * the first 100 or, if the line of the position is longer than that, 100 around the position.
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
  const visible = (content: string) =>
    content.slice(skipped, skipped + maxWidth).replace(controls, ' ');
  const frame: string[] = [];
  for (let number = first; number <= last; number += 1) {
    const content = visible(lineAt(lines, number));
    const gutter = `${number === line ? '>' : ' '} ${String(number).padStart(width)} |`;
    frame.push(`${gutter} ${content}`.trimEnd());
    if (number !== line) continue;
    const room = Math.max(1, maxWidth - (column - skipped));
    const mark = '^'.repeat(Math.max(1, Math.min(length, room)));
    frame.push(`  ${' '.repeat(width)} | ${' '.repeat(column - skipped - 1)}${mark}`);
  }
  return frame;
}
