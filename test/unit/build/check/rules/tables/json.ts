/** Tests of the rules about JSON files: their syntax, and the names, types and values of their fields. */
import { replace, rewriteJson, write } from '../edited-content.ts';
import { finds, only, type Row, type RuleRows } from '../rule-rows.ts';

const tee = 'products/TEE-1.json';
const bag = 'products/BAG-5.json';
const usa = 'products/USA-4.json';
const end = '"percentage": 19.5\n    }\n  ]\n}';
const brand = '  "brand": "acme",\n';

/** JSON mistakes: text in TEE-1.json, its replacement, and the marked text of the only finding. */
const mistakes: readonly (readonly [right: string, wrong: string, marked: string])[] = [
  ['"acme",', '"acme", // ours', '// ours'],
  ['"brand"', 'brand', 'brand'],
  ['"brand"', '« brand »', '«'],
  ['Runs small', 'Runs "very" small', 'very'],
  ['"Runs small."', '"Runs small.', '"Runs small.,'],
  ['19.5', '19,5', '5'],
  ['"quantity": 12', '"quantity": 012', '0'],
  ['"brand": "acme"', '"brand": ', ','],
  ['"brand": "', '"brand":\u00a0"', '\u00a0'],
  ['{\n  "sku"', '\ufeff\ufeff{\n  "sku"', '\ufeff'],
  [end, end.slice(0, -1), ''],
];

const wrongTypes = [
  ['"quantity": 12', '"quantity": 12.5', '12.5'],
  ['"minimumOrder": {\n    "quantity": 12', '"minimumOrders": {\n    "quantity": "12"', '"12"'],
] as const;

/** File, text in it, its replacement, and the place of the finding. */
const wrongValues: readonly (readonly [file: string, from: string, to: string, found: string])[] = [
  [tee, 'Runs small.', '', '""'],
  [tee, '"quantity": 12', '"quantity": 0', '0'],
  [usa, '"US"', '', '['],
  ['sizes.json', '"S"', '"S  M"', '"S  M"'],
  ['colors.json', '"grey",\n        "blue"', '"grey",\n        "grey"', '"grey"'],
  ['decorations.json', 'icons/', '../icons/', '"../icons/embroidery.svg"'],
  ['sizes.json', '"2XL"', '"S"', '"S"'],
  [
    'catalogue.json',
    'https://shop',
    'http://shop',
    '"http://shop.example.test/ca/product/{slug}" → https://shop.example.test/ca/product/{slug}',
  ],
  ['catalogue.json', '"A3"\n', '"A1"\n', '"A1"'],
  ['catalogue.json', '{slug}', '{slog}', '"https://shop.example.test/ca/product/{slog}" → {slug}'],
  ['companies.json', '"north-shop"', '"all"', '{'],
  ['catalogue.json', '{', '{ "timeZone": "+05:30",', '"+05:30"'],
];

const written = (file: string, json: object, marked: string): Row =>
  only(JSON.stringify(json), marked, write(file, JSON.stringify(json)));
const deprecated = (path: string, sunset: string) => ({
  routes: { [path]: { announced: '2026-12-01', sunset, link: 'https://x.test/v2' } },
});

export const json: RuleRows = {
  'json/syntax': [
    ...mistakes.map(([right, wrong, marked]) => only(wrong, marked, replace(tee, right, wrong))),
    finds(
      'each mark of a merge conflict',
      '<<<<<<< ×3',
      replace(tee, brand, `<<<<<<< HEAD\n${brand}=======\n${brand}>>>>>>> branch\n`),
    ),
    finds(
      'each of several mistakes in a file',
      ['"', '// ours', ','],
      replace(tee, '"sku": "TEE-1",', '"sku": "TEE-1"'),
      replace(tee, '"acme",', '"acme", // ours'),
      replace(tee, '"team"\n', '"team",\n'),
    ),
  ],
  'json/duplicate-name': [
    finds(
      'names that an object repeats, and not those of the objects in it',
      ['"acme" @ brands.json', '"brand" ×2'],
      replace(tee, '"acme",', '"acme",\n  "brand": "zeta",\n  "brand": "zeta",'),
      replace('brands.json', '"zeta": {', '"acme": {'),
    ),
  ],
  'json/nesting': [
    only(
      'lists that are nested too deeply, in a product and in a shared file',
      ['[ @ catalogue.json', '['],
      ...[tee, 'catalogue.json'].map((file) => write(file, `{\n"sku": ${'['.repeat(100_000)}`)),
    ),
  ],
  'shape/missing-field': [
    finds('a missing field where its object begins', '{', replace(tee, brand, '')),
  ],
  'shape/unknown-field': [
    finds(
      'unknown fields at their names',
      ['"keyWords" → keywords', '"fr-ca" → fr-CA', '"origin"'],
      replace(tee, '"keywords"', '"keyWords"'),
      replace(tee, '"fr": "Taille petit."', '"fr-ca": "Taille petit."'),
      replace(tee, '"gsm": 200', '"gsm": 200, "origin": "QC"'),
    ),
    only('a misspelt field, not as missing', '"brnd" → brand', replace(tee, '"brand"', '"brnd"')),
    finds('a wrong id', '"Zeta & Co" → zeta-co', replace('brands.json', '"zeta"', '"Zeta & Co"')),
    finds('a name of all JavaScript objects', '"__proto__"', replace(tee, '"note"', '"__proto__"')),
    written(
      'deprecations.json',
      deprecated('/v1/product', '2027-03-01'),
      '"/v1/product" → /v1/products',
    ),
  ],
  'shape/wrong-type': [
    ...wrongTypes.map(([right, wrong, marked]) => finds(wrong, marked, replace(tee, right, wrong))),
    only(
      'a text without its language',
      '"Plain Bag"',
      rewriteJson(bag, (product: object) => ({ ...product, name: 'Plain Bag' })),
    ),
    finds('a file that is not an object', '["TEE-1"]', write(tee, '["TEE-1"]')),
  ],
  'shape/wrong-value': [
    ...wrongValues.map(([file, from, to, found]) => finds(to, found, replace(file, from, to))),
    only(
      'a malformed day, once',
      '"31/12/2026"',
      rewriteJson(bag, (product: object) => ({ ...product, availableFrom: '31/12/2026' })),
    ),
    written('deprecations.json', deprecated('/v1/products', '2027-02-30'), '"2027-02-30"'),
    written('inventory.json', { asOf: '2026-11-20T06:00:00' }, '"2026-11-20T06:00:00"'),
    written('inventory.json', { asOf: '2026-02-30T06:00:00Z' }, '"2026-02-30T06:00:00Z"'),
  ],
};
