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
 * Returns the text of a file, without byte order mark and with `\n` as line ending. Decodes a file in valid UTF-8 or
 * UTF-16 as such, and any other file as Windows-1252. Throws an `ExpectedError` if the file:
 * - is empty, or no table, such as a PDF or a web page,
 * - is invalid UTF-16, usually because it was cut within a character,
 * - is UTF-8 only in part: it is invalid UTF-8, but some of its bytes are accented letters or typographic marks in
 *   UTF-8, such as `é`, which would become `Ã©` in Windows-1252,
 * - contains U+FFFD, which replaces a lost character.
 */
export function decodeText(file: string, bytes: Uint8Array): string {
  const start = Buffer.from(bytes.subarray(0, 1000)).toString('latin1').replace(/^ï»¿/, '').trim();
  const kind = otherKinds.find(([begins]) => start.startsWith(begins));
  if (kind !== undefined) {
    throw new ExpectedError(`${file} ${kind[1]}; open it in a spreadsheet and ${saveAs}`);
  }
  const encoding = encodingOf(file, bytes);
  const text = withWindowsCharacters(decodeAs(file, encoding, bytes)).replace(/\r\n?/g, '\n');
  const noText = `is no table as text; open it in a spreadsheet and ${saveAs}`;
  assertWithout(neverInText, noText, file, text);
  const lost = 'contains "\uFFFD", which replaces a character that was lost; write it again';
  assertWithout(/\uFFFD/, lost, file, text);
  if (text.trim() === '') throw new ExpectedError(`${file} is empty; export it again`);
  return text;
}

/**
 * Matches characters that no text file contains: the null character, and the bytes that Windows-1252 does not define.
 * Does not match other control characters, because texts copied from word processors contain them.
 */
const neverInText = /[\0\x81\x8D\x8F\x90\x9D]/;

/** Throws an `ExpectedError` with the line if a text contains a character that matches `pattern`. */
function assertWithout(pattern: RegExp, problem: string, file: string, text: string): void {
  const found = pattern.exec(text);
  if (found === null) return;
  const line = text.slice(0, found.index).split('\n').length;
  throw new ExpectedError(`${file}:${line}: ${problem}`);
}

function encodingOf(file: string, bytes: Uint8Array): string {
  const [first, second] = bytes;
  // UTF-16 without a byte order mark: the first character of the header is ASCII, so that one of its bytes is 0.
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return 'utf-16le';
  if ((first === 0xfe && second === 0xff) || (first === 0 && second !== 0)) return 'utf-16be';
  if (isUtf8(bytes)) return 'utf-8';
  // In UTF-8, an accented letter, `œ`, or a typographic mark; in Windows-1252, an unlikely pair of characters: `Ã©`,
  // `Å“`, `â€™`.
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

/**
 * Replaces the control characters 0x80 to 0x9F by the characters with these bytes in Windows-1252, such as 0x92 by `’`.
 * The control characters are there because Windows-1252 was decoded as Latin-1: by `decodeAs`, or when the data of a
 * shop was moved from one system to another.
 */
function withWindowsCharacters(text: string): string {
  return text.replace(/[\x80-\x9F]/g, (control) =>
    windowsCharacters.charAt(control.charCodeAt(0) - 0x80),
  );
}
