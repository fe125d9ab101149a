import type { Fault } from '../../findings/finding.ts';
import type { LoadRule } from '../../findings/rule.ts';

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
      return { fault: { file, ...explain(bytes) } };
    }
  },
} satisfies LoadRule;

function explain(bytes: Buffer): Omit<Fault, 'file'> {
  const mark = bytes.subarray(0, 2).toString('hex');
  if (mark === 'fffe' || mark === 'feff') return { message: 'is UTF-16; save it as UTF-8' };
  // Reports show the text as a decoder gives it that puts this character for what it cannot read.
  const offset = new TextDecoder().decode(bytes).indexOf('\uFFFD');
  return {
    span: [offset, 1],
    message: 'the character here is not in UTF-8; save the file as UTF-8',
  };
}
