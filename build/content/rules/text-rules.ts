/**
 * Rules about the texts in all fields of JSON files: control characters, HTML, Unicode normalization, spaces, wrong
 * encoding (`Ã©` for é), and spreadsheet errors such as `#NAME?`.
 */
import { type Found, foundBy, type JsonPath, type Rule } from '../findings/finding.ts';
import { windowsCharacters } from '../windows-1252.ts';
import { isSpreadsheetError } from './value-formats.ts';

/** A rule that is applied to every text of every JSON file. */
interface TextRule extends Rule {
  /**
   * Returns the problem of a text, and the correct text if the correction is certain. Returns undefined for a
   * valid text.
   */
  explain(text: string): { readonly message: string; readonly suggestion?: string } | undefined;
}

// C0 and C1 controls; soft hyphens, zero-width and direction marks (Cf); line separators; lone
// surrogates (Cs), which strict JSON parsers reject. Not a joiner (U+200D) within an emoji (Unicode TR 51, ED-16).
const invisible =
  /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}](?<!\p{ExtPict}[\uFE0F\p{EMod}]?\u200D(?=\p{ExtPict}))/u;
const loneSurrogate = /\p{Cs}/u;
const characterNames: Readonly<Record<string, string>> = {
  '\n': 'a line break',
  '\r': 'a line break',
  '\t': 'a tab',
};

const controlCharacter: TextRule = {
  id: 'text/control-character',
  severity: 'error',
  summary:
    'Texts contain no control characters, line breaks, invisible marks or halves of characters.',
  remedy: 'Delete the character; retyping the words around it removes it too.',
  explain(text) {
    const [found] = invisible.exec(text) ?? [];
    if (found === undefined) return undefined;
    const name = nameInvisible(found);
    if (found in characterNames) return { message: `contains ${name}; write a space instead` };
    const remedy = loneSurrogate.test(found) ? 'write the whole of it' : 'remove it';
    return { message: `contains ${name}; ${remedy}` };
  },
};

/** Returns the name of a character that cannot be seen, such as `an invisible character (U+200B)` or `a tab`. */
export function nameInvisible(character: string): string {
  const code = `U+${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`;
  const what = loneSurrogate.test(character) ? 'half of a character' : 'an invisible character';
  return characterNames[character] ?? `${what} (${code})`;
}

/** Returns a text without invisible characters, such as tabs and zero-width spaces, and without spaces at its ends. */
export function visibleText(text: string): string {
  return text.replace(new RegExp(invisible, 'gu'), '').trim();
}

/**
 * Returns the problem of a text that differs from the valid value `meant` only in invisible characters, or in spaces at
 * its ends, such as `begins or ends with a space; remove it`. Returns undefined if the text differs in more than these,
 * or if `meant` is undefined.
 */
export function explainInvisible(text: string, meant: string | undefined): string | undefined {
  if (visibleText(text) !== meant) return undefined;
  const [found] = invisible.exec(text) ?? [];
  return found === undefined
    ? 'begins or ends with a space; remove it'
    : `contains ${nameInvisible(found)}; remove it`;
}

/** Matches text that a browser parses as markup. Browsers display "<3" and "< M" unchanged. */
const markup = new RegExp(
  [
    // A tag of any name, which ends with white space, a slash or > (HTML, “Tag name state”).
    '</?[a-z][^\\s/<>]*(?:[\\s/][^<>]*)?>',
    '<!(?:--|\\[|[a-z]+)',
    '<\\?[a-z]+',
    '&(?:[a-z]{2,}\\d*|#\\d+|#x[0-9a-f]+);',
  ].join('|'),
  'i',
);

const html: TextRule = {
  id: 'text/html',
  severity: 'error',
  summary: 'Texts are plain: no HTML tags or comments, no character references.',
  remedy: 'Remove the tag, or write the character itself: é for &eacute;.',
  explain(text) {
    const [found] = markup.exec(text) ?? [];
    if (found === undefined) return undefined;
    return { message: `contains HTML ("${found}"); texts are plain, so remove it` };
  },
};

const notNfc: TextRule = {
  id: 'text/not-nfc',
  severity: 'error',
  summary: 'Accented letters are single characters (Unicode normalization form C).',
  remedy: 'Retype the letter; text copied from a PDF or a Mac file name often has it in two parts.',
  explain(text) {
    const suggestion = text.normalize('NFC');
    if (suggestion === text) return undefined;
    const letters = [...text];
    const letter = [...suggestion].find((composed, index) => composed !== letters[index]) ?? '';
    return {
      message: `writes "${letter}" as a letter and a separate accent; retype it`,
      suggestion,
    };
  },
};

const spreadsheetError: TextRule = {
  id: 'text/spreadsheet-error',
  severity: 'error',
  summary: 'Texts are not the error of a spreadsheet, such as #NAME? or #N/A.',
  remedy: 'Write the text; begin it with a letter, since spreadsheets take "-" for a formula.',
  explain(text) {
    if (!isSpreadsheetError(text)) return undefined;
    return { message: `is "${text}", the error of a spreadsheet; write the text again` };
  },
};

const straySpace: TextRule = {
  id: 'text/stray-space',
  severity: 'error',
  summary: 'Texts do not begin or end with a space, and no two spaces follow each other.',
  remedy: 'Remove the space.',
  explain(text) {
    // The schema reports a text of only spaces as empty.
    if (text.trim() === '') return undefined;
    const suggestion = text.trim().replace(/ {2,}/g, ' ');
    if (suggestion === text) return undefined;
    const where = text === text.trim() ? 'has two spaces in a row' : 'begins or ends with a space';
    return { message: `${where}; remove it`, suggestion };
  },
};

/**
 * The characters of Windows-1252 at 0x80 to 0xBF, in this order. In UTF-8, every byte of a character such as é or ’,
 * except its first, is in this range.
 */
const lastBytes =
  windowsCharacters +
  Buffer.from(Array.from({ length: 32 }, (_, at) => 0xa0 + at)).toString('latin1');

/**
 * Matches UTF-8 that was read as Windows-1252, such as `Ã©` for é. Does not match sequences that occur in French text,
 * such as É before a no-break space.
 */
const misread = new RegExp(`(?:[ÂÃ]|â€)[${lastBytes}]|Å“`, 'gu');

function decodeMisread(text: string): string {
  const bytes = Array.from(text, (character) => {
    const at = lastBytes.indexOf(character);
    return at === -1 ? (character.codePointAt(0) ?? 0) : 0x80 + at;
  });
  return new TextDecoder().decode(Uint8Array.from(bytes));
}

const wrongEncoding: TextRule = {
  id: 'text/wrong-encoding',
  severity: 'error',
  summary:
    'Texts contain no characters that were read in the wrong encoding, such as Ã© for é, or �.',
  remedy: 'Write the character; copy the text again from a file that is opened and saved as UTF-8.',
  explain(text) {
    if (text.includes('\uFFFD')) {
      return { message: 'contains "�", which replaces a character that was lost; write it again' };
    }
    const [found] = text.match(misread) ?? [];
    if (found === undefined) return undefined;
    return {
      message: `contains "${found}", which is "${decodeMisread(found)}" read in the wrong encoding`,
      suggestion: text.replace(misread, decodeMisread),
    };
  },
};

/** All rules that are applied to every text of a JSON file. */
export const textRules: readonly TextRule[] = [
  controlCharacter,
  html,
  notNfc,
  spreadsheetError,
  straySpace,
  wrongEncoding,
];

/**
 * Returns the message of the first text rule that a text violates, such as `contains a tab; write a space instead`;
 * undefined if it violates none.
 */
export function explainText(text: string): string | undefined {
  for (const rule of textRules) {
    const fault = rule.explain(text);
    if (fault) return fault.message;
  }
  return undefined;
}

/**
 * Returns the faults that the text rules find in the texts of a JSON file, at any depth. `json` is the parsed file.
 * Does not check the names of members.
 */
export function checkTexts(file: string, json: unknown): Found[] {
  const found: Found[] = [];
  visitTexts(json, [], (text, path) => {
    for (const rule of textRules) {
      const fault = rule.explain(text);
      if (fault) found.push(foundBy(rule, { file, path, ...fault }));
    }
  });
  return found;
}

function visitTexts(
  json: unknown,
  path: JsonPath,
  visit: (text: string, path: JsonPath) => void,
): void {
  if (typeof json === 'string') visit(json, path);
  else if (Array.isArray(json)) {
    for (const [index, element] of json.entries()) visitTexts(element, [...path, index], visit);
  } else if (typeof json === 'object' && json !== null) {
    for (const [name, member] of Object.entries(json)) visitTexts(member, [...path, name], visit);
  }
}
