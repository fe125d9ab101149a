/** Tests of the rules about texts: their characters, and the languages that they lack. */
import { replace, rewriteJson, write } from '../edited-content.ts';
import { accepts, finds, ignores, type Row, type RuleRows } from '../rule-rows.ts';
import { bagWith } from './dates.ts';

const tee = 'products/TEE-1.json';
const note = (written: string) => replace(tee, 'Runs small.', written);

/** Returns a test case for each note of TEE-1, as it is written in JSON: the rule finds the whole note. */
const findsIn = (...notes: readonly string[]): readonly Row[] =>
  notes.map((written) => finds(written, `"${written}"`, note(written)));

const noteLacksFrench = replace(tee, ',\n    "fr": "Taille petit."', '');
const americanTeeLacksFrench = replace(
  'products/USA-4.json',
  ',\n    "fr": "Tee-shirt des États"',
  '',
);

/** Returns an edit that adds members to catalogue.json. */
const setting = (members: object) =>
  rewriteJson('catalogue.json', (catalogue: object) => ({ ...members, ...catalogue }));
const fallback = (fallbackLanguage: object) => setting({ fallbackLanguage });

/** Edits after which BAG-5 is the only product sold in Canada, and the name of a category lacks its French text. */
const onlyBagIsCanadian = [
  replace('categories.json', ',\n        "fr": "Tee-shirts"', ''),
  ...['HOOD-2', 'JER-3', 'TEE-1'].map((sku) =>
    replace(`products/${sku}.json`, '"CA",\n    "US"', '"US"'),
  ),
];
const isEnded = bagWith({ availableUntil: '2026-11-30' });

/** Shared file, a French text in it, and the name of the text that then lacks its French. */
const sharedTexts = [
  ['catalogue.json', '"fr": "Guide de marquage"', '"decorations"'],
  ['brands.json', '"fr": "Des essentiels tout simples."', '"description"'],
  ['categories.json', '"fr": "Tee-shirts"', '"name"'],
  ['tags.json', '"fr": "Plus vert"', '"label"'],
  ['colors.json', '"fr": "Marine"', '"name"'],
  ['facets.json', '"fr": "Jeunes"', '"youth"'],
  ['decorations.json', '"fr": "Toute image."', '"note"'],
  ['size-charts.json', '"fr": "Poitrine"', '{'],
] as const;

const html = [
  ...['Runs <b>small</b>.', 'Runs<br/>small.', 'Runs</p> small.', '<span lang=en>Runs'],
  ...['<script>alert(1)</script>', '<svg/onload=x> small', 'Runs <!-- x --> small'],
  ...['<!DOCTYPE html>', '<?xml version?>', '<my-note>Runs', '<Pepper>', 'Runs&nbsp;small.'],
];
const plain = ['< 5 mm >', 'sizes < M', 'R&D; more', 'a<b', 'I <3 tees', 'So <!> so'];
const joiners = ['Runs\u200Dsmall.', '\u200D👩', '👩\u200D', '👩\u200D\u200D🚀', 'a\uFE0F\u200D🚀'];
const emoji = ['👩\u200D🚀', '👩🏽\u200D🚀', '❤\uFE0F\u200D🔥', '👩\u200D👩\u200D👧\u200D👦'];

export const texts: RuleRows = {
  'text/control-character': [
    ...findsIn('Runs\\u0007 small.', 'Runs sm\u00ADall.', 'Runs\\u2067small.'),
    ...findsIn('Runs\\u2028small.', 'Runs \\ud83d small.', 'Runs\\nsmall.', 'Runs\\tsmall.'),
    ...findsIn(...joiners),
    accepts('a character of two UTF-16 units', note('Runs \\ud83d\\udc55 small.')),
    ...emoji.map((each) => accepts(`a joiner within an emoji: ${each}`, note(`For ${each} only.`))),
    ignores('an id, of which another rule says it', replace(tee, 'acme', 'ac\u200Bme')),
  ],
  'text/html': [
    ...findsIn(...html),
    ...plain.map((text) => accepts(`a text that is not HTML: ${text}`, note(text))),
  ],
  'text/not-nfc': [finds('a separate accent', '"cote\u0301" → coté', note('cote\u0301'))],
  'text/spreadsheet-error': [
    ...findsIn('#VALEUR!'),
    ...['#1 seller', 'Write #N/A where nothing applies.', '#SALE!'].map((text) =>
      accepts(`a text that is no error: ${text}`, note(text)),
    ),
  ],
  'text/stray-space': [
    finds('three spaces', '" Runs  small. " → Runs small.', note(' Runs  small. ')),
    ignores('a text of spaces, which is empty', note('  ')),
  ],
  'text/wrong-encoding': [
    ...Object.entries({
      'Lâ€™Ã©tÃ© Ã\u00A0 BÅ“uf': 'L’été à Bœuf',
      '180 g/mÂ²': '180 g/m²',
    }).map(([text, right]) => finds(text, `"${text}" → ${right}`, note(text))),
    ...findsIn('L�été'),
    accepts('French with its spaces and quotes', note('«\u00A0CAFÉ\u00A0», “Åland”, âge, PÂTÉ, €')),
  ],
  'translation/missing': [
    finds('a text without French of a product sold in Canada', '"note"', noteLacksFrench),
    accepts('the same of a product sold only in the US', americanTeeLacksFrench),
    finds('in a list', '"alt"', replace('products/USA-4.json', '"en": "Stateside tee, worn",', '')),
    ...sharedTexts.map(([file, french, name]) =>
      finds(`a shared text of ${file}`, name, replace(file, french, '"en-US": "Only here"')),
    ),
    ignores('shared texts for a draft’s market', onlyBagIsCanadian, bagWith({ draft: true })),
    ignores('shared texts for an ended product’s market', onlyBagIsCanadian, isEnded),
    finds(
      'a shared text for the market of a product to come',
      '"name"',
      onlyBagIsCanadian,
      bagWith({ availableFrom: '2026-12-02' }),
    ),
    ignores('a language with a fallback', noteLacksFrench, fallback({ fr: 'en' })),
    finds(
      'the label of a tag whose id is a language',
      '"label"',
      write('tags.json', '{ "tags": { "en": { "label": { "en": "England" }, "rank": "other" } } }'),
    ),
  ],
  'translation/fell-back': [
    finds('a text of the fallback language', '"note"', noteLacksFrench, fallback({ fr: 'en' })),
    accepts('a product sold only in the US', americanTeeLacksFrench, fallback({ fr: 'en' })),
  ],
};
