/** The lines around a fault, numbered, with a mark below it. */
import { controls } from '../../content/findings/escape-controls.ts';
import type { TextPlace } from '../../content/findings/text-place.ts';
import { type LineIndex, lineAt } from './line-index.ts';

const linesAround = 2;
/** Longer lines are cut around the fault, so that a one-line file does not fill the screen. */
const widest = 100;

/** Renders lines of a text around a place; `length` is how far the mark reaches. */
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
