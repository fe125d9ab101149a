/** Faults in, findings out: every fault gets its place in the text of its file. */
import { renderFrame } from './code-frame.ts';
import { type Fault, type Finding, type Found, type JsonPath, sortFindings } from './finding.ts';
import { locateRow, rowNumber } from './locate-cell.ts';
import { locateJson } from './locate-json.ts';
import { lengthOnLine, placeAt } from './text-place.ts';

/** The text of a file below the content folder, or undefined when it cannot be read as text. */
export type ReadText = (file: string) => Promise<string | undefined>;

/** Locates every fault, sorted by place. A text is read once; only files with faults are read. */
export async function locateFaults(
  found: readonly Found[],
  readText: ReadText,
): Promise<readonly Finding[]> {
  const files = [...new Set(found.map(({ fault }) => fault.file))];
  const texts = new Map<string, string | undefined>();
  for (const file of files) texts.set(file, await readText(file));
  return sortFindings(found.map((each) => locateFault(each, texts.get(each.fault.file))));
}

/** Locates one fault in the text of its file. */
export function locateFault({ rule, fault }: Found, text: string | undefined): Finding {
  const { file, path, line, column, message, allowed, suggestion } = fault;
  const facts = {
    rule: rule.id,
    severity: rule.severity,
    file,
    message,
    ...(path !== undefined && path.length > 0 && { path: toPathText(path) }),
    ...(column !== undefined && { columnName: column }),
    ...(allowed && { allowed }),
    ...(suggestion !== undefined && { suggestion }),
  };
  const span = text === undefined ? undefined : spanOf(fault, text);
  if (text === undefined || span === undefined)
    return line === undefined ? facts : { ...facts, line };
  const [offset] = span;
  const place = placeAt(text, offset);
  const length = Math.max(1, lengthOnLine(text, ...span));
  return {
    ...facts,
    ...place,
    endColumn: place.column + length,
    ...(line !== undefined && { row: rowNumber(text, line) }),
    frame: renderFrame(text, place, length),
  };
}

function spanOf(
  { span, path, atName, line, column }: Fault,
  text: string,
): readonly [number, number] | undefined {
  if (span) return span;
  if (path) return locateJson(text, path, atName);
  return line === undefined ? undefined : locateRow(text, line, column);
}

/** `colors[2].color`; a name that is no plain word is quoted. */
export function toPathText(path: JsonPath): string {
  return path
    .map((part, index) => {
      if (typeof part === 'number') return `[${part}]`;
      if (!/^[A-Za-z_$][\w$-]*$/.test(part)) return `[${JSON.stringify(part)}]`;
      return index === 0 ? part : `.${part}`;
    })
    .join('');
}
