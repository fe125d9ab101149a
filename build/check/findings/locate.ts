/** Faults in, findings out: every fault gets its place in the text of its file. */
import { type Node, parseTree } from 'jsonc-parser';
import { escapeControls } from '../../content/findings/escape-controls.ts';
import {
  type Fault,
  type Finding,
  type Found,
  type JsonPath,
  sortFindings,
} from '../../content/findings/finding.ts';
import { lengthOnLine } from '../../content/findings/text-place.ts';
import { groupBy } from '../../content/group-by.ts';
import { renderFrame } from './code-frame.ts';
import { indexLines, placeIn } from './line-index.ts';
import { locateRow, numberRows } from './locate-cell.ts';
import { locateJson } from './locate-json.ts';

/** The text of a file below the content folder, or undefined when it cannot be read as text. */
export type ReadText = (file: string) => Promise<string | undefined>;

/** Locates every fault, sorted by place. Only files with faults are read, each once. */
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

/** Makes the locator of faults in a text, which is taken apart once. */
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

/** A finding without a place in a text: of a whole file, or of one that cannot be read. */
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
    // It quotes what stands in a file and is one line all the same.
    message: escapeControls(message),
    ...(path !== undefined && path.length > 0 && { path: toPathText(path) }),
    ...(column !== undefined && { columnName: column }),
    ...(allowed && { allowed }),
    ...(suggestion !== undefined && { suggestion }),
  };
}

/** `colors[2].color`; a name that is no plain word is quoted. */
function toPathText(path: JsonPath): string {
  return path
    .map((part, index) => {
      if (typeof part === 'number') return `[${part}]`;
      if (!/^[A-Za-z_$][\w$-]*$/.test(part)) return `[${JSON.stringify(part)}]`;
      return index === 0 ? part : `.${part}`;
    })
    .join('');
}
