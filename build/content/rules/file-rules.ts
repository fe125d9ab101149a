/**
 * Rules about whole files: each file is readable and not a symbolic link; each JSON file, table and drawing is not
 * empty and is UTF-8 text; each drawing is an SVG.
 */
import { isUtf8 } from 'node:buffer';
import { type Fault, type Found, foundBy, type LoadRule, type Rule } from '../findings/finding.ts';
import { detectFormat } from '../read-picture.ts';
import { unfinishedEdit } from '../unfinished-edit.ts';

/** Reports files that are empty or contain only white space. */
export const emptyFile: Rule = {
  id: 'file/empty',
  severity: 'error',
  summary: 'No JSON file, table or drawing is empty.',
  remedy: 'Write its content, or remove the file of a product that no longer exists.',
};

/** The end of each message about a fault that keeps other faults of the same file from being found. */
export const seeMore = 'fix this to see more';

/** Reports files that are not text in UTF-8. The byte order mark of UTF-8 is valid. */
export const encoding = {
  id: 'file/encoding',
  severity: 'error',
  summary: 'Files are text in UTF-8.',
  remedy:
    'Save the file as UTF-8: in Excel as “CSV UTF-8 (comma delimited)”, elsewhere by the encoding that the save dialog offers.',
  /** Returns the fault of a file that is not text in UTF-8, from its bytes; otherwise undefined. */
  find(bytes: Buffer): Omit<Fault, 'file'> | undefined {
    const start = bytes.subarray(0, 4);
    // Without a byte order mark, every other byte of a text in UTF-16 is 0; such bytes are valid UTF-8.
    const isUtf16 = /^(fffe|feff)/.test(start.toString('hex')) || start.includes(0);
    const other = isUtf16 ? 'UTF-16' : workbooks[start.toString('hex')];
    if (other) return { message: `is ${other}; save it as UTF-8 text; ${seeMore}` };
    return isUtf8(bytes) ? undefined : explain(bytes);
  },
} satisfies LoadRule;

/**
 * The first four bytes, in hexadecimal, of a file that a spreadsheet program saved in its own format → the name of the
 * format.
 */
const workbooks: Readonly<Record<string, string>> = {
  '504b0304': 'an Excel or LibreOffice workbook',
  d0cf11e0: 'an old Excel workbook',
};

function explain(bytes: Buffer): Omit<Fault, 'file'> {
  // Findings show the decoded text, in which U+FFFD replaces invalid bytes.
  const offset = new TextDecoder().decode(bytes).indexOf('\uFFFD');
  return {
    span: [offset, 1],
    message: `this character is not UTF-8; save the file as UTF-8; ${seeMore}`,
  };
}

/** Reports files in `drawings/` whose name ends in `.svg` but whose content is not SVG, such as a PNG or a text. */
const noSvg: Rule = {
  id: 'file/no-svg',
  severity: 'error',
  summary: 'Every drawing is an SVG.',
  remedy: 'Replace the file with the drawing, saved as SVG.',
};

/**
 * Returns the fault of a drawing, given its bytes: it is empty, is not UTF-8 text, or is not an SVG. Returns undefined
 * for a valid drawing.
 */
export function findInDrawing(file: string, bytes: Buffer): Found | undefined {
  if (bytes.toString().trim() === '') {
    return foundBy(emptyFile, { file, message: 'is empty; write its content' });
  }
  const { kind, description, picture } = detectFormat(bytes);
  const notText = picture === undefined ? encoding.find(bytes) : undefined;
  if (notText) return foundBy(encoding, { file, ...notText });
  if (kind === 'svg') return undefined;
  return foundBy(noSvg, { file, message: `is no SVG: it is ${description}` });
}

/** Reports symbolic links in the content folder, which are not followed. */
export const symbolicLink = {
  id: 'file/symbolic-link',
  severity: 'error',
  summary: 'No file or folder in the content folder is a symbolic link.',
  remedy:
    'Replace the link with a copy of what it points at. The content folder itself may be a link.',
  /** Returns the fault of a link, given its path within the content folder. */
  explain(file: string): Fault {
    return {
      file,
      message:
        'is a symbolic link, which could publish what is outside the content folder; replace it with a copy',
    };
  },
} satisfies LoadRule;

/** Reports files that are missing or cannot be opened. */
export const unreadableFile: Rule = {
  id: 'file/unreadable',
  severity: 'error',
  summary: 'Every file that the catalogue needs exists and can be read.',
  remedy: 'Add the missing file, or give the person who builds the right to read it.',
};

/**
 * All rules about whole files. They report files that are empty, not UTF-8 or not readable, drawings that are not SVG,
 * and symbolic links.
 */
export const fileRules: readonly Rule[] = [
  emptyFile,
  encoding,
  noSvg,
  symbolicLink,
  unfinishedEdit,
  unreadableFile,
];
