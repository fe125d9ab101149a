/** Decodes a table file from the encodings that spreadsheets and warehouse systems write. */
import { isUtf8 } from 'node:buffer';
import { windowsCharacters } from '../../build/content/rules/text-rules.ts';
import { ExpectedError } from '../../console/errors.ts';

const saveAs = 'save it as .xlsx or as “CSV UTF-8”';

/** First bytes of files that users mistake for tables → the end of the error message. */
const otherKinds: readonly (readonly [begins: string, what: string])[] = [
  ['\xD0\xCF\x11\xE0', 'is an old Excel file (.xls), or has a password'],
  ['%PDF', 'is a PDF, not a table'],
  ['<', 'is a web page or XML, not a table'],
];

/** Returns the text of a file with `\n` as line ending. Throws an `ExpectedError` if it is no text or is empty. */
export function decodeText(file: string, bytes: Uint8Array): string {
  const start = Buffer.from(bytes.subarray(0, 1000)).toString('latin1').replace(/^ï»¿/, '').trim();
  const kind = otherKinds.find(([begins]) => start.startsWith(begins));
  if (kind !== undefined) {
    throw new ExpectedError(`${file} ${kind[1]}; open it in a spreadsheet and ${saveAs}`);
  }
  const encoding = encodingOf(file, bytes);
  const decoded = decodeAs(file, encoding, bytes);
  // Bytes that Windows-1252 does not define: the file is no text, or has another encoding.
  const found = encoding === 'windows-1252' ? /[\0\x81\x8D\x8F\x90\x9D]/.exec(decoded) : null;
  if (found !== null) {
    const line = decoded.slice(0, found.index).split('\n').length;
    const problem = `is no table as text; open it in a spreadsheet and ${saveAs}`;
    throw new ExpectedError(`${file}:${line}: ${problem}`);
  }
  const text = withWindowsCharacters(decoded).replace(/\r\n?/g, '\n');
  if (text.trim() === '') throw new ExpectedError(`${file} is empty; export it again`);
  return text;
}

function encodingOf(file: string, bytes: Uint8Array): string {
  const [first, second] = bytes;
  // UTF-16 without a byte order mark: the first character is ASCII, so that one of its bytes is 0.
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return 'utf-16le';
  if ((first === 0xfe && second === 0xff) || (first === 0 && second !== 0)) return 'utf-16be';
  if (isUtf8(bytes)) return 'utf-8';
  // In UTF-8, an accented letter, `œ`, or a typographic mark; in Windows-1252, unlikely pairs: `Ã©`, `Å“`, `â€™`.
  const isMixed = /\xC3[\x80-\xBF]|\xC5[\x92\x93]|\xE2\x80/.test(
    Buffer.from(bytes).toString('latin1'),
  );
  if (!isMixed) return 'windows-1252';
  throw new ExpectedError(
    `${file} is UTF-8 in part only; open it in a spreadsheet, check its accents, and ${saveAs}`,
  );
}

function decodeAs(file: string, encoding: string, bytes: Uint8Array): string {
  // Several releases of Node.js decode Windows-1252 as Latin-1: https://github.com/nodejs/node/issues/56542
  if (encoding === 'windows-1252') return Buffer.from(bytes).toString('latin1');
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new ExpectedError(`${file} ends within a character; export it again`, { cause });
  }
}

/** Replaces the control characters 0x80 to 0x9F, Windows-1252 decoded as Latin-1, such as 0x92 by `’`. */
function withWindowsCharacters(text: string): string {
  return text.replace(/[\x80-\x9F]/g, (control) =>
    windowsCharacters.charAt(control.charCodeAt(0) - 0x80),
  );
}

/** Matches a control character that is no white space, such as the vertical tab of word processors. */
export const controlCharacter = /[^\P{Cc}\s]/u;

/** Returns why a cell cannot be trusted, because a character of it was lost or is a control character, or undefined. */
export function explainCharacters(cell: string): string | undefined {
  if (cell.includes('\uFFFD')) {
    return 'contains "\uFFFD", which replaces a character that was lost; write it again';
  }
  const [control] = controlCharacter.exec(cell) ?? [];
  if (control === undefined) return undefined;
  const code = control.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
  return `contains the control character U+${code}; write it again`;
}

/** Returns the problems of all cells of a row in `columns` that cannot be trusted, as one text, or undefined. */
export function explainCells(
  { cells }: { readonly cells: Readonly<Record<string, string>> },
  columns: readonly string[],
): string | undefined {
  const problems = columns.flatMap((column) => {
    const problem = explainCharacters(cells[column] ?? '');
    return problem === undefined ? [] : [`${column}: "${cells[column]}" ${problem}`];
  });
  return problems.length === 0 ? undefined : problems.join('; ');
}
