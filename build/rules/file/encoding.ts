import type { Fault } from '../../findings/finding.ts';
import { placeAt } from '../../findings/text-place.ts';
import type { LoadRule } from '../rule.ts';

/** Told by the load step, which turns bytes into text. A byte order mark is read and does no harm. */
export const encoding = {
  id: 'file/encoding',
  severity: 'error',
  summary: 'Files are text in UTF-8.',
  remedy:
    'Save the file as UTF-8: in Excel as “CSV UTF-8 (comma delimited)”, elsewhere by the encoding that the save dialog offers.',
  /** The text of a file, or its fault. */
  decode(file: string, bytes: Buffer): { text: string } | { fault: Fault } {
    try {
      return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
    } catch {
      return { fault: { file, message: explain(bytes) } };
    }
  },
} satisfies LoadRule;

function explain(bytes: Buffer): string {
  const mark = bytes.subarray(0, 2).toString('hex');
  if (mark === 'fffe' || mark === 'feff') return 'is UTF-16; save it as UTF-8';
  const text = bytes.toString('utf8');
  const { line, column } = placeAt(text, text.indexOf('\uFFFD'));
  return `is not UTF-8: line ${line}, column ${column} holds a byte that is none; save it as UTF-8`;
}
