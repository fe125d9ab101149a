/** Tests of the rules that apply to every text of a JSON file; the test cases replace the note of TEE-1. */
import { replace } from '../edited-content.ts';
import { accepts, finds, ignores, type RuleRows } from '../rule-rows.ts';

const tee = 'products/TEE-1.json';
const note = (written: string) => replace(tee, 'Runs small.', written);

/**
 * Returns a test case for each pair: a note of TEE-1 as it is written in JSON, and the message of the rule's only
 * finding.
 */
const findsIn = (texts: readonly (readonly [written: string, expected: string])[]) =>
  texts.map(([written, expected]) =>
    finds(`the text ${JSON.stringify(written)}`, note(written), `${tee}:37:11 ${expected}`),
  );

const html: readonly (readonly [written: string, markup: string])[] = [
  ['Runs <b>small</b>.', '<b>'],
  ['Runs<br/>small.', '<br/>'],
  ['Runs</p> small.', '</p>'],
  ['<span lang=en>Runs', '<span lang=en>'],
  ['<script>alert(1)</script>', '<script>'],
  ['Runs <iframe src=x>', '<iframe src=x>'],
  ['<svg/onload=x> small', '<svg/onload=x>'],
  ['<style>p{}', '<style>'],
  ['Runs <!-- x --> small', '<!--'],
  ['<!DOCTYPE html>', '<!DOCTYPE'],
  ['<?xml version?>', '<?xml'],
  ['<![CDATA[Runs]]>', '<!['],
  ['<s>Runs</s> small', '<s>'],
  ['<my-note>Runs', '<my-note>'],
  ['<Pepper>', '<Pepper>'],
  ['Runs&nbsp;small.', '&nbsp;'],
  ['Runs &#233;.', '&#233;'],
];
const plain = ['< 5 mm >', 'sizes < M', 'R&D; more', 'a<b', 'I <3 tees', 'So <!> so'];

export const texts: RuleRows = {
  'text/control-character': [
    ...findsIn([
      ['Runs\\u0007 small.', 'contains an invisible character (U+0007); remove it'],
      ['Runs\u200Bsmall.', 'contains an invisible character (U+200B); remove it'],
      ['Runs sm\u00ADall.', 'contains an invisible character (U+00AD); remove it'],
      ['Runs\\u2067small.', 'contains an invisible character (U+2067); remove it'],
      ['Runs\\u061Csmall.', 'contains an invisible character (U+061C); remove it'],
      ['Runs\\u2028small.', 'contains an invisible character (U+2028); remove it'],
      ['Runs \\ud83d small.', 'contains half of a character (U+D83D); write the whole of it'],
      ['Runs \\udc55 small.', 'contains half of a character (U+DC55); write the whole of it'],
      ['Runs\\nsmall.', 'contains a line break; write a space instead'],
      ['Runs\\tsmall.', 'contains a tab; write a space instead'],
    ]),
    ...findsIn(
      [
        'Runs\u200Dsmall.',
        '\u200D👩',
        '👩\u200D',
        '👩\u200D\u200D🚀',
        '👩\u200D small',
        'a\uFE0F\u200D🚀',
      ].map((text) => [text, 'contains an invisible character (U+200D); remove it'] as const),
    ),
    accepts('a character of two UTF-16 units', note('Runs \\ud83d\\udc55 small.')),
    ...['👩\u200D🚀', '👩🏽\u200D🚀', '❤\uFE0F\u200D🔥', '👩\u200D👩\u200D👧\u200D👦'].map(
      (emoji) => accepts(`a joiner within an emoji: ${emoji}`, note(`For ${emoji} only.`)),
    ),
    finds(
      'an invisible character in an id',
      replace(tee, 'acme', 'ac\u200Bme'),
      `${tee}:41:12 contains an invisible character (U+200B); remove it`,
    ),
  ],
  'text/html': [
    ...findsIn(
      html.map(([written, markup]) => [
        written,
        `contains HTML ("${markup}"); texts are plain, so remove it`,
      ]),
    ),
    ...plain.map((text) => accepts(`a text that is not HTML: ${text}`, note(text))),
  ],
  'text/not-nfc': findsIn([
    ['cote\u0301', 'writes "é" as a letter and a separate accent; retype it [coté]'],
    ['Garc\u0327on', 'writes "ç" as a letter and a separate accent; retype it [Garçon]'],
  ]),
  'text/spreadsheet-error': [
    ...findsIn([
      ['#NAME?', 'is "#NAME?", the error of a spreadsheet; write the text again'],
      ['#VALEUR!', 'is "#VALEUR!", the error of a spreadsheet; write the text again'],
    ]),
    ...['#1 seller', 'Write #N/A where nothing applies.', '#SALE!'].map((text) =>
      accepts(`a text that is no error: ${text}`, note(text)),
    ),
  ],
  'text/stray-space': [
    ...findsIn([
      [' Runs small.', 'begins or ends with a space; remove it [Runs small.]'],
      ['Runs small. ', 'begins or ends with a space; remove it [Runs small.]'],
      ['Runs  small.', 'has two spaces in a row; remove it [Runs small.]'],
    ]),
    finds('a text in a list, at its index', replace(tee, '"colour"\n', '"colour "\n'), {
      is: `${tee}:25:7 begins or ends with a space; remove it [colour]`,
      path: 'keywords.en[1]',
    }),
    ignores('a text of spaces, which is empty', note('  ')),
  ],
  'text/wrong-encoding': [
    ...findsIn([
      [
        'Lâ€™Ã©tÃ© Ã\u00A0 BÅ“uf',
        'contains "â€™", which is "’" read in the wrong encoding [L’été à Bœuf]',
      ],
      ['180 g/mÂ²', 'contains "Â²", which is "²" read in the wrong encoding [180 g/m²]'],
      ['L�été', 'contains "�", which replaces a character that was lost; write it again'],
    ]),
    accepts(
      'letters of French with its spaces and quotes',
      note('«\u00A0CAFÉ\u00A0», voilà\u00A0», “Åland”, âge, PÂTÉ, €'),
    ),
  ],
};
