/** Rules about the texts in all fields of JSON files: invisible characters, HTML, spaces, and wrong encoding. */
import { type Fault, type Found, foundBy, type JsonPath, type Rule } from '../findings/finding.ts';
import { isSpreadsheetError } from './value-formats.ts';

/** A rule that is applied to every text of every JSON file. */
interface TextRule extends Rule {
  /** Returns the problem of a text, and the correct text if the correction is certain; undefined for a valid text. */
  explain(text: string): Pick<Fault, 'message' | 'suggestion'> | undefined;
}

// C0 and C1 controls; soft hyphens, zero-width and direction marks (Cf); line separators; lone
// surrogates (Cs), which strict JSON parsers reject. Not a joiner (U+200D) within an emoji (Unicode TR 51, ED-16).
const invisible =
  /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}](?<!\p{ExtPict}[\uFE0F\p{EMod}]?\u200D(?=\p{ExtPict}))/u;

/** Returns the name of a character that cannot be seen, such as `an invisible character (U+200B)` or `a tab`. */
export function nameInvisible(character: string): string {
  if (character === '\t') return 'a tab';
  if (/[\r\n]/.test(character)) return 'a line break';
  const code = character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0');
  const isHalf = /\p{Cs}/u.test(character);
  return `${isHalf ? 'half of a character' : 'an invisible character'} (U+${code})`;
}

/** Returns a text without invisible characters, such as tabs and zero-width spaces, and without spaces at its ends. */
export function visibleText(text: string): string {
  return text.replace(new RegExp(invisible, 'gu'), '').trim();
}

/**
 * Returns the problem of a text that differs from the valid value `meant` only in invisible characters or in spaces at
 * its ends, such as `begins or ends with a space; remove it`; undefined for other texts.
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

/** The characters of Windows-1252 at 0x80 to 0xBF; five bytes are undefined and stay unchanged. */
export const windowsCharacters =
  '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8DŽ\x8F\x90‘’“”•–—˜™š›œ\x9DžŸ\xA0¡¢£¤¥¦§¨©ª«¬\xAD®¯°±²³´µ¶·¸¹º»¼½¾¿';

/** Matches UTF-8 that was read as Windows-1252, such as `Ã©` for é, but not É before a no-break space. */
const misread = new RegExp(`(?:[ÂÃ]|â€)[${windowsCharacters}]|Å“`, 'gu');

function decodeMisread(text: string): string {
  const bytes = Array.from(text, (character) => {
    const at = windowsCharacters.indexOf(character);
    return at === -1 ? character.charCodeAt(0) : 0x80 + at;
  });
  return new TextDecoder().decode(Uint8Array.from(bytes));
}

/** All rules that are applied to every text of a JSON file. */
export const textRules: readonly TextRule[] = [
  {
    id: 'text/control-character',
    severity: 'error',
    summary:
      'Texts contain no control characters, line breaks, invisible marks or halves of characters.',
    remedy: 'Delete the character; retyping the words around it removes it too.',
    example: { file: 'brands.json', valid: 'tout simples', broken: 'tout\\u200Bsimples' },
    explain(text) {
      const [found] = invisible.exec(text) ?? [];
      if (found === undefined) return undefined;
      const remedy = /[\t\r\n]/.test(found) ? 'write a space instead' : 'remove it';
      return { message: `contains ${nameInvisible(found)}; ${remedy}` };
    },
  },
  {
    id: 'text/html',
    severity: 'error',
    summary: 'Texts are plain: no HTML tags or comments, no character references.',
    remedy: 'Remove the tag, or write the character itself: é for &eacute;.',
    example: { file: 'brands.json', valid: 'simples', broken: '<b>simples</b>' },
    explain(text) {
      const [found] = markup.exec(text) ?? [];
      if (found === undefined) return undefined;
      return { message: `contains HTML ("${found}"); texts are plain, so remove it` };
    },
  },
  {
    id: 'text/not-nfc',
    severity: 'error',
    summary: 'Accented letters are single characters (Unicode normalization form C).',
    remedy:
      'Retype the letter; text copied from a PDF or a Mac file name often has it in two parts.',
    example: { file: 'brands.json', valid: 'équipe', broken: 'e\u0301quipe' },
    explain(text) {
      const suggestion = text.normalize('NFC');
      if (suggestion === text) return undefined;
      const letters = [...text];
      const letter = [...suggestion].find((composed, index) => composed !== letters[index]) ?? '';
      const message = `writes "${letter}" as a letter and a separate accent; retype it`;
      return { message, suggestion };
    },
  },
  {
    id: 'text/spreadsheet-error',
    severity: 'error',
    summary: 'Texts are not the error of a spreadsheet, such as #NAME? or #N/A.',
    remedy: 'Write the text; begin it with a letter, since spreadsheets take "-" for a formula.',
    example: { file: 'products/TEE-1.json', valid: 'Runs small.', broken: '#NAME?' },
    explain(text) {
      if (!isSpreadsheetError(text)) return undefined;
      return { message: `is "${text}", the error of a spreadsheet; write the text again` };
    },
  },
  {
    id: 'text/stray-space',
    severity: 'error',
    summary: 'Texts do not begin or end with a space, and no two spaces follow each other.',
    remedy: 'Remove the space.',
    example: { file: 'products/TEE-1.json', valid: 'Runs small.', broken: 'Runs small. ' },
    explain(text) {
      // The schema reports a text of only spaces as empty.
      if (text.trim() === '') return undefined;
      const suggestion = text.trim().replace(/ {2,}/g, ' ');
      if (suggestion === text) return undefined;
      const isInside = text === text.trim();
      const where = isInside ? 'has two spaces in a row' : 'begins or ends with a space';
      return { message: `${where}; remove it`, suggestion };
    },
  },
  {
    id: 'text/wrong-encoding',
    severity: 'error',
    summary:
      'Texts contain no characters that were read in the wrong encoding, such as Ã© for é, or �.',
    remedy:
      'Write the character; copy the text again from a file that is opened and saved as UTF-8.',
    example: { file: 'products/TEE-1.json', valid: 'colour"', broken: 'Ã©tÃ©"' },
    explain(text) {
      if (text.includes('\uFFFD')) {
        const message = 'contains "�", which replaces a character that was lost; write it again';
        return { message };
      }
      const [found] = text.match(misread) ?? [];
      if (found === undefined) return undefined;
      const message = `contains "${found}", which is "${decodeMisread(found)}" read in the wrong encoding`;
      return { message, suggestion: text.replace(misread, decodeMisread) };
    },
  },
];

/** Returns the message of the first text rule that a text violates; undefined if it violates none. */
export function explainText(text: string): string | undefined {
  return textRules.flatMap((rule) => rule.explain(text) ?? []).at(0)?.message;
}

/** Adds to `found` what the text rules find in a JSON value, at any depth, but not in the names of members. */
export function checkTexts(
  file: string,
  json: unknown,
  path: JsonPath = [],
  found: Found[] = [],
): readonly Found[] {
  if (typeof json === 'string') {
    for (const rule of textRules) {
      const fault = rule.explain(json);
      if (fault) found.push(foundBy(rule, { file, path, ...fault }));
    }
  } else if (typeof json === 'object' && json !== null) {
    for (const [name, member] of Object.entries(json)) {
      checkTexts(file, member, [...path, Array.isArray(json) ? Number(name) : name], found);
    }
  }
  return found;
}
