/** Converts faults to findings: adds the position of each fault in the text of its file. */
import { type Node, parseTree } from 'jsonc-parser';
import {
  controls,
  escapeControls,
  type Fault,
  type Finding,
  type Found,
  type JsonPath,
  sortFindings,
} from '../../content/findings/finding.ts';
import {
  indexLines,
  type LineIndex,
  lengthOnLine,
  lineAt,
  placeIn,
  type TextPlace,
} from '../../content/findings/text-lines.ts';
import { groupBy } from '../../content/group-by.ts';
import { locateJson, locateRow, numberRows } from './locate-in-text.ts';

/** Returns the text of a file in the content folder, or undefined if it cannot be read as text. */
export type ReadText = (file: string) => Promise<string | undefined>;

/** Locates every fault, sorted by place. Reads each file with faults once. */
export async function locateFaults(
  found: readonly Found[],
  readText: ReadText,
): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  for (const [file, faults] of groupBy(found, ({ fault }) => fault.file)) {
    const text = await readText(file);
    const locate = text === undefined ? toUnplaced : createLocator(text);
    for (const each of faults) findings.push(locate(each));
  }
  return sortFindings(findings);
}

/** Returns a function that locates faults in a text, which is parsed once. */
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
    if (span === undefined) return toUnplaced(found);
    const [offset] = span;
    const place = placeIn(lines, offset);
    const length = Math.max(1, lengthOnLine(text, ...span));
    const { line } = found.fault;
    if (line !== undefined) rows ??= numberRows(lines);
    const row = line === undefined ? undefined : rows?.[line - 1];
    return {
      ...factsOf(found),
      ...place,
      endColumn: place.column + length,
      ...(row !== undefined && { row }),
      frame: renderFrame(lines, place, length),
    };
  };
}

/** Returns a finding of a whole file, or of one that cannot be read. */
export function toUnplaced(found: Found): Finding {
  const { line } = found.fault;
  return line === undefined ? factsOf(found) : { ...factsOf(found), line };
}

function factsOf({ rule, fault }: Found): Finding {
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

/** Returns a path such as `colors[2].color`; quotes names that are not plain words. */
export function toPathText(path: JsonPath): string {
  return path
    .map((part, index) => {
      if (typeof part === 'number') return `[${part}]`;
      if (!/^[A-Za-z_$][\w$-]*$/.test(part)) return `[${JSON.stringify(part)}]`;
      return index === 0 ? part : `.${part}`;
    })
    .join('');
}

const linesAround = 2;
/** Longer lines are truncated around the fault, so that a one-line file does not fill the screen. */
const widest = 100;

/** Renders lines of a text around a position; `length` is the length of the mark. */
export function renderFrame(
  lines: LineIndex,
  { line, column }: TextPlace,
  length: number,
): string[] {
  const first = Math.max(1, line - linesAround);
  const last = Math.min(lines.starts.length, line + linesAround);
  const width = String(last).length;
  const isCut = lineAt(lines, line).length > widest;
  const skipped = isCut ? Math.max(0, column - widest / 2) : 0;
  const visible = (content: string) =>
    content.slice(skipped, skipped + widest).replace(controls, ' ');
  const frame: string[] = [];
  for (let number = first; number <= last; number += 1) {
    const content = visible(lineAt(lines, number));
    const gutter = `${number === line ? '>' : ' '} ${String(number).padStart(width)} |`;
    frame.push(`${gutter} ${content}`.trimEnd());
    if (number !== line) continue;
    const room = Math.max(1, widest - (column - skipped));
    const mark = '^'.repeat(Math.max(1, Math.min(length, room)));
    frame.push(`  ${' '.repeat(width)} | ${' '.repeat(column - skipped - 1)}${mark}`);
  }
  return frame;
}
