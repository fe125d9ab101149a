/** Tests of the rules about the syntax of JSON files. */
import { replace, write } from '../edited-content.ts';
import { finds, findsOnly, type RuleRows } from '../rule-rows.ts';

const tee = 'products/TEE-1.json';
const comment = 'is a comment, which JSON does not allow; remove it';
const straight = 'has other quotation marks; write " around names and texts';
const invisible = (code: string) =>
  `is an invisible character (${code}), which JSON does not allow between values; write a space, or remove it`;
const noEnd =
  'the text that begins here does not end on its line; add the closing " (a line break inside a text is written \\n)';
const conflictMark =
  'is the mark of a merge conflict; decide between the two versions and remove the marks';
const deep =
  'lists and objects are nested more than 100 levels deep here; remove the surplus [ or {';
const end = '"percentage": 19.5\n    }\n  ]\n}';
const brand = '  "brand": "acme",\n';
const noComma = replace(tee, '"sku": "TEE-1",', '"sku": "TEE-1"');

/**
 * JSON mistakes with an unambiguous correction, so that the rest of the file is still checked: test title,
 * text in TEE-1.json, its replacement, and the only finding.
 */
const understood = [
  ['a missing comma', '"sku": "TEE-1",', '"sku": "TEE-1"', '2:16 a comma is missing after this'],
  ['no comma between elements', '"outdoor",', '"outdoor"', '45:13 a comma is missing after this'],
  [
    'a comma before ]',
    '"team"',
    '"team",',
    '46:11 there is a comma before the closing ]; remove it',
  ],
  [
    'a comma before }',
    '"Un tee-shirt."',
    '"Un tee-shirt.",',
    '15:28 there is a comma before the closing }; remove it',
  ],
  ['a comment', '"acme",', '"acme", // ours', `41:20 ${comment}`],
  ['a comment between marks', '"brand"', '/* ours */ "brand"', `41:3 ${comment}`],
] as const;

/** JSON mistakes after which the rest of the file is not checked, in the form of `understood`. */
const mistakes = [
  ['two commas', '"acme",', '"acme",,', '41:19 two commas follow each other; remove one'],
  ['a comment as of other languages', '"brand"', '# ours\n  "brand"', `41:3 ${comment}`],
  ['a name without quotes', '"brand"', 'brand', '41:3 is a name without quotes; write "brand"'],
  ['single quotes', '"acme"', "'acme'", `41:12 ${straight}`],
  ['typographic quotes', '"acme"', '“acme”', `41:12 ${straight}`],
  ['French quotes', '"brand"', '« brand »', `41:3 ${straight}`],
  [
    'a quote inside a text',
    'Runs small',
    'Runs "very" small',
    '37:18 a text ends before this; a " inside a text is written \\"',
  ],
  ['a text without its closing quote', '"Runs small."', '"Runs small.', `37:11 ${noEnd}`],
  ['a line break inside a text', 'Runs small', 'Runs\nsmall', `37:11 ${noEnd}`],
  [
    'a tab inside a text',
    'Runs small',
    'Runs\tsmall',
    '37:11 contains a tab or another control character inside a text; remove it (a tab is written \\t)',
  ],
  [
    'a backslash',
    'Runs small',
    'Runs \\small',
    '37:11 contains a backslash before a letter that JSON does not escape; write \\\\ for a backslash',
  ],
  [
    'half a Unicode escape',
    'Runs small',
    'Runs \\u00',
    '37:11 is not a Unicode escape; write \\u and four hex digits',
  ],
  ['a decimal comma', '19.5', '19,5', '120:24 a number has a decimal point: write 12.5, not 12,5'],
  [
    'a number that begins with 0',
    '"quantity": 12',
    '"quantity": 012',
    '59:17 a number does not begin with 0 unless a decimal point follows',
  ],
  ['a plus sign', '"quantity": 12', '"quantity": +12', '59:17 a number has no plus sign; write 12'],
  ['no value', '"brand": "acme"', '"brand": ', '41:12 a value is missing here'],
  [
    'a text without quotes',
    '"acme"',
    'acme',
    '41:12 is not a value; a text has double quotes: "acme"',
  ],
  [
    'True in upper case',
    '"studio": true',
    '"studio": True',
    '61:13 is written true, in lower case',
  ],
  [
    'no colon',
    '"brand": "acme"',
    '"brand" "acme"',
    '41:11 a colon is missing between the name and its value',
  ],
  [
    '= for a colon',
    '"brand": "acme"',
    '"brand" = "acme"',
    '41:11 a colon belongs between a name and its value, not =',
  ],
  ['a no-break space', '"brand": "', '"brand":\u00a0"', `41:11 ${invisible('U+00A0')}`],
  ['a no-break space after a text', '"acme",', '"acme"\u00a0,', `41:18 ${invisible('U+00A0')}`],
  [
    'a no-break space after a word',
    '"studio": true',
    '"studio": true\u00a0',
    `61:17 ${invisible('U+00A0')}`,
  ],
  ['a zero-width space', '  "brand"', '  \u200b"brand"', `41:3 ${invisible('U+200B')}`],
  [
    'a second byte order mark',
    '{\n  "sku"',
    '\ufeff\ufeff{\n  "sku"',
    `1:1 ${invisible('U+FEFF')}`,
  ],
  [
    'a closing mark too many',
    end,
    `${end}\n}`,
    '124:1 the file should end before this; is there one closing } or ] too many?',
  ],
  ['no closing mark', end, end.slice(0, -1), '124:1 a closing } is missing'],
] as const;

export const json: RuleRows = {
  'json/syntax': [
    ...understood.map(([what, right, wrong, expected]) =>
      findsOnly(what, replace(tee, right, wrong), `${tee}:${expected}`),
    ),
    ...mistakes.map(([what, right, wrong, expected]) =>
      findsOnly(what, replace(tee, right, wrong), `${tee}:${expected}; fix this to see more`),
    ),
    finds(
      'each mark of a merge conflict',
      replace(tee, brand, `<<<<<<< HEAD\n${brand}=======\n${brand}>>>>>>> branch\n`),
      [41, 43, 45].map((line) => {
        const more = line === 45 ? '; fix this to see more' : '';
        return `${tee}:${line}:1 ${conflictMark}${more}`;
      }),
    ),
    finds(
      'each of several mistakes in a file',
      [noComma, replace(tee, '"acme",', '"acme", // ours'), replace(tee, '"team"\n', '"team",\n')],
      [
        `${tee}:2:16 a comma is missing after this`,
        `${tee}:41:20 ${comment}`,
        `${tee}:46:11 there is a comma before the closing ]; remove it`,
      ],
    ),
  ],
  'json/duplicate-name': [
    finds(
      'a name that an object repeats, with the line of the first',
      [
        replace(tee, '"acme",', '"acme",\n  "brand": "zeta",\n  "brand": "zeta",'),
        replace('brands.json', '"zeta": {', '"acme": {'),
      ],
      [
        'brands.json:11:5 "acme" is already used on line 3; remove one of the two',
        `${tee}:42:3 "brand" is already used on line 41; remove one of the two`,
        `${tee}:43:3 "brand" is already used on line 41; remove one of the two`,
      ],
    ),
  ],
  'json/nesting': [
    findsOnly(
      'lists that are nested too deeply, in a product and in a shared file',
      ['products/TEE-1.json', 'catalogue.json'].map((file) =>
        write(file, `{\n"sku": ${'['.repeat(100_000)}`),
      ),
      ['catalogue.json', tee].map((file) => `${file}:2:107 ${deep}; fix this to see more`),
    ),
  ],
};
