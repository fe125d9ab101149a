/** Rules about whole files: each exists, is no symbolic link, and is a text in UTF-8; each drawing is an SVG. */
import { isUtf8 } from 'node:buffer';
import { type FaultInFile, type Found, foundBy, type Rule } from '../findings/finding.ts';
import { detectFormat } from '../read-picture.ts';
import { unfinishedEdit } from '../unfinished-edit.ts';

const emptyFile: Rule = {
  id: 'file/empty',
  severity: 'error',
  summary: 'No JSON file, table or drawing is empty.',
  remedy: 'Write its content, or remove the file of a product that no longer exists.',
  example: { file: 'brands.json', broken: ' \n' },
};

const encoding: Rule = {
  id: 'file/encoding',
  severity: 'error',
  summary: 'Files are text in UTF-8.',
  remedy:
    'Save the file as UTF-8: in Excel as “CSV UTF-8 (comma delimited)”, elsewhere by the encoding that the save dialog offers.',
  example: { file: 'inventory.csv', broken: 's\0k\0u\0,\0' },
};

/** The end of each message about a fault that keeps other faults of the same file from being found. */
export const seeMore = 'fix this to see more';

/** Returns faults that keep others from being found, with `seeMore` in the last message. */
export function withSeeMore<Kind extends FaultInFile>(faults: readonly Kind[]): Kind[] {
  return faults.map((each, at) => (at < faults.length - 1 ? each : addSeeMore(each)));
}

/** Returns a fault whose message ends with `seeMore`. */
export function addSeeMore<Kind extends FaultInFile>(fault: Kind): Kind {
  const { message } = fault;
  return message.endsWith(seeMore) ? fault : { ...fault, message: `${message}; ${seeMore}` };
}

/** The first four bytes of a file in hexadecimal → its format. In UTF-16, every other byte of a Latin text is 0. */
const otherFormats: readonly (readonly [begins: RegExp, format: string])[] = [
  [/^(fffe|feff|(..)*00)/, 'UTF-16'],
  [/^504b0304/, 'an Excel or LibreOffice workbook'],
  [/^d0cf11e0/, 'an old Excel workbook'],
];

/**
 * Returns the text of a JSON file, table or drawing, without byte order mark; or its fault, if it is not UTF-8 or has
 * only white space. `remedy` says what an empty file needs.
 */
export function decodeFile(
  file: string,
  bytes: Buffer,
  remedy = 'write its content',
): string | Found {
  const start = bytes.subarray(0, 4).toString('hex');
  const [, format] = otherFormats.find(([begins]) => begins.test(start)) ?? [];
  const text = new TextDecoder().decode(bytes);
  if (format !== undefined) {
    const message = `is ${format}; save it as UTF-8 text; ${seeMore}`;
    return foundBy(encoding, { file, message });
  }
  if (!isUtf8(bytes)) {
    // Findings show the decoded text, in which U+FFFD replaces invalid bytes.
    const span = [text.indexOf('\uFFFD'), 1] as const;
    const message = `this character is not UTF-8; save the file as UTF-8; ${seeMore}`;
    return foundBy(encoding, { file, span, message });
  }
  return text.trim() === '' ? foundBy(emptyFile, { file, message: `is empty; ${remedy}` }) : text;
}

const noSvg: Rule = {
  id: 'file/no-svg',
  severity: 'error',
  summary: 'Every drawing is an SVG.',
  remedy: 'Replace the file with the drawing, saved as SVG.',
  example: { file: 'drawings/tee-front.svg', broken: 'The front of the tee.' },
};

/** Returns the fault of a drawing that is empty, not UTF-8, or no SVG. */
export function findInDrawing(file: string, bytes: Buffer): Found | undefined {
  const { kind, description, picture } = detectFormat(bytes);
  const text = picture === undefined ? decodeFile(file, bytes) : '';
  if (typeof text !== 'string') return text;
  if (kind === 'svg') return undefined;
  return foundBy(noSvg, { file, message: `is no SVG: it is ${description}` });
}

const symbolicLink: Rule = {
  id: 'file/symbolic-link',
  severity: 'error',
  summary: 'No file or folder in the content folder is a symbolic link.',
  remedy:
    'Replace the link with a copy of what it points at. The content folder itself may be a link.',
};

/** Returns the fault of a symbolic link in the content folder; links are not followed. */
export function explainSymbolicLink(file: string): Found {
  const message =
    'is a symbolic link, which could publish what is outside the content folder; replace it with a copy';
  return foundBy(symbolicLink, { file, message });
}

export const unreadableFile: Rule = {
  id: 'file/unreadable',
  severity: 'error',
  summary: 'Every file that the catalogue needs exists and can be read.',
  remedy: 'Add the missing file, or give the person who builds the right to read it.',
  example: { file: 'brands.json' },
};

/** All rules about whole files. */
export const fileRules: readonly Rule[] = [
  emptyFile,
  encoding,
  noSvg,
  symbolicLink,
  unfinishedEdit,
  unreadableFile,
];
