/** Decodes a table file from the encodings that spreadsheets and warehouse systems write. */
import { isUtf8 } from 'node:buffer';
import { windowsCharacters } from '../../build/content/windows-1252.ts';
import { ExpectedError } from '../../console/errors.ts';

const saveAs = 'save it as .xlsx or as “CSV UTF-8”';

/**
 * First bytes of files that users mistake for tables → the end of the error message, such as `is a PDF, not a table`.
 */
const otherKinds: readonly (readonly [begins: string, what: string])[] = [
  ['\xD0\xCF\x11\xE0', 'is an old Excel file (.xls), or has a password'],
  ['%PDF', 'is a PDF, not a table'],
  ['<', 'is a web page or XML, not a table'],
];

/**
 * Returns the text of a file, without byte order mark and with `\n` as line ending. Supports UTF-8 and UTF-16; other
 * bytes are decoded as Windows-1252. Throws an `ExpectedError` if the file is not text, is empty, or its encoding is
 * uncertain.
 */
export function decodeText(file: string, bytes: Uint8Array): string {
  const start = Buffer.from(bytes.subarray(0, 1000)).toString('latin1').replace(/^ï»¿/, '').trim();
  const kind = otherKinds.find(([begins]) => start.startsWith(begins));
  if (kind !== undefined) {
    throw new ExpectedError(`${file} ${kind[1]}; open it in a spreadsheet and ${saveAs}`);
  }
  const encoding = encodingOf(file, bytes);
  const text = decodeAs(file, encoding, bytes).replace(/\r\n?/g, '\n');
  const strange = nonTextCharacter.exec(text);
  if (strange !== null) {
    const line = text.slice(0, strange.index).split('\n').length;
    throw new ExpectedError(
      `${file}:${line}: is no table as text; open it in a spreadsheet and ${saveAs}`,
    );
  }
  if (text.trim() === '') throw new ExpectedError(`${file} is empty; export it again`);
  return text;
}

/**
 * Matches characters that a text file does not contain: control characters except tabs and line endings, and
 * the replacement character U+FFFD. Decoding Windows-1252 results in C1 controls (0x80 to 0x9F) for undefined
 * bytes.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: a file with one of them is not a text
const nonTextCharacter = /[\0-\x08\x0B\x0E-\x1F\x80-\x9F\uFFFD]/;

function encodingOf(file: string, bytes: Uint8Array): string {
  const [first, second] = bytes;
  // UTF-16 without a byte order mark: the first character of the header is ASCII, so that one of its bytes is 0.
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return 'utf-16le';
  if ((first === 0xfe && second === 0xff) || (first === 0 && second !== 0)) return 'utf-16be';
  if (isUtf8(bytes)) return 'utf-8';
  // These two bytes are an accented letter in UTF-8, but an unlikely pair of characters in Windows-1252.
  const isMixed = bytes.some(
    (byte, at) => byte === 0xc3 && ((bytes[at + 1] ?? 0) & 0b1100_0000) === 0b1000_0000,
  );
  if (!isMixed) return 'windows-1252';
  throw new ExpectedError(
    `${file} is UTF-8 in part only; open it in a spreadsheet, check its accents, and ${saveAs}`,
  );
}

function decodeAs(file: string, encoding: string, bytes: Uint8Array): string {
  if (encoding === 'windows-1252') return decodeWindows1252(bytes);
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new ExpectedError(`${file} ends within a character; export it again`, { cause });
  }
}

/**
 * Decodes Windows-1252. Implemented here, because several releases of Node.js decode it as Latin-1.
 * https://github.com/nodejs/node/issues/56542
 */
function decodeWindows1252(bytes: Uint8Array): string {
  return Buffer.from(bytes)
    .toString('latin1')
    .replace(/[\x80-\x9F]/g, (control) => windowsCharacters.charAt(control.charCodeAt(0) - 0x80));
}
