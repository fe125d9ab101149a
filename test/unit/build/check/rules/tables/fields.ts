/** Tests of the rules about the fields of JSON files: their names, types and values. */
import { replace, write } from '../edited-content.ts';
import { finds, findsOnly, type RuleRows } from '../rule-rows.ts';

const tee = 'products/TEE-1.json';
const hoodie = 'products/HOOD-2.json';

const wrongTypes = [
  ['"acme"', '7', '41:12 7 must be a text in double quotes'],
  ['"acme"', '["acme"]', '41:12 ["acme"] must be a text in double quotes'],
  ['"acme"', 'null', '41:12 null must be a text in double quotes'],
  [
    '"percentage": 30',
    '"percentage": "30,5"',
    '112:21 "30,5" must be a number without quotes: 30.5',
  ],
  ['"quantity": 12', '"quantity": 1e999', '59:17 the number is too large'],
  ['"quantity": 12', '"quantity": 12.5', '59:17 12.5 must be a whole number without quotes'],
  ['"studio": true', '"studio": "yes"', '61:13 "yes" must be true or false, without quotes'],
] as const;

const notAllowed = 'is not one of the allowed values';
const notId = 'is not an id: use lower-case letters, digits and hyphens';
const notHex = 'is not a hex colour: write # and six hex digits, such as #1F3A5F';
const notPicture =
  'is neither a picture below content/assets (.svg, .png, .jpg, .jpeg, .webp, .avif) nor an https URL';

const notSize =
  "is not a size: use letters, digits and . ' / -, with single spaces between words, such as 2XL or One size";
const notUrl = 'is not an absolute https URL';
const notFilledIn = 'is not a known placeholder';

const wrongValues = [
  [tee, '"CA"', '"Canada"', `55:5 "Canada" ${notAllowed}`],
  [tee, '"TEE-1"', '"Tee 1"', '2:10 "Tee 1" is not a SKU: upper-case letters, digits, . _ -'],
  [tee, '"acme"', '"Acme"', `41:12 "Acme" ${notId} [acme]`],
  [tee, 'Runs small.', '', '37:11 "" is empty; write the text or leave the field out'],
  [tee, '19.5', '119.5', '120:21 119.5 must be 100 or less'],
  [tee, '"quantity": 12', '"quantity": 0', '59:17 0 must be more than 0'],
  ['products/USA-4.json', '"US"', '', '19:14 [] must have 1 or more elements'],
  ['size-charts.json', '90', '1e308', '21:11 1e+308 must be 10000 or less'],
  ['tags.json', '"rank": "new"', '"rank": "newest"', `15:15 "newest" ${notAllowed} [new]`],
  ['sizes.json', '"S"', '"S  M"', `3:5 "S  M" ${notSize}`],
  ['sizes.json', '"S"', '"S,M"', `3:5 "S,M" ${notSize}`],
  ['sizes.json', '"S"', '"’S"', `3:5 "’S" ${notSize}`],
  ['sizes.json', '"2XL"', '"S"', '5:5 "S" is listed twice'],
  [
    'colors.json',
    '"grey",\n        "blue"',
    '"grey",\n        "grey"',
    '55:9 "grey" is listed twice',
  ],
  ['colors.json', '#1B2745', '#1B274', `37:9 "#1B274" ${notHex}`],
  ['colors.json', '#2457A6', 'blue', `8:14 "blue" ${notHex}`],
  [
    'decorations.json',
    'https:',
    'http:',
    `28:15 "http://cdn.example.test/print.svg" ${notPicture} [https://cdn.example.test/print.svg]`,
  ],
  ['decorations.json', 'https:', '', `28:15 "//cdn.example.test/print.svg" ${notPicture}`],
  ['decorations.json', 'icons/', '../icons/', `13:15 "../icons/embroidery.svg" ${notPicture}`],
  [
    'catalogue.json',
    'https://shop',
    'shop',
    `5:13 "shop.example.test/ca/product/{slug}" ${notUrl}`,
  ],
  ['catalogue.json', '"A3"\n', '"A1"\n', '29:7 "A1" is listed twice'],
  ['catalogue.json', '{slug}', '{slog}', `5:13 "{slog}" ${notFilledIn} [{slug}]`],
  ['catalogue.json', 'brand/{brand}', 'brand/{slug}', `10:13 "{slug}" ${notFilledIn}`],
  [
    'catalogue.json',
    '{product}, {color}',
    '{product}, { color }',
    `47:13 "{ color }" ${notFilledIn} [{color}]`,
  ],
  ['catalogue.json', '{product} in', '{product in', `43:13 "{" ${notFilledIn}`],
  [hoodie, '{quantity}', '{quantiy}', `27:13 "{quantiy}" ${notFilledIn} [{quantity}]`],
  ['products/JER-3.json', '{product} is', '{name} is', `28:11 "{name}" ${notFilledIn}`],
] as const;

export const fields: RuleRows = {
  'shape/missing-field': [
    finds(
      'a missing field where its object begins',
      [
        replace(tee, '  "brand": "acme",\n', ''),
        replace(tee, '"quantity": 12', '"description": { "en": "Twelve", "fr": "Douze" }'),
      ],
      [
        `${tee}:1:1 the field "brand" is missing; add it`,
        `${tee}:57:3 the field "quantity" is missing; add it`,
      ],
    ),
    finds(
      'a field that is missing below a name that is not an id',
      replace('brands.json', '"zeta": {', '"Zeta": { "pages": true },\n    "zeta": {'),
      ['name', 'description'].map(
        (name) => `brands.json:11:5 the field "${name}" is missing; add it`,
      ),
    ),
  ],
  'shape/unknown-field': [
    finds(
      'unknown fields at their names, with a suggestion',
      [
        replace(tee, '"keywords"', '"keyWords"'),
        replace(tee, '"fr": "Taille petit."', '"fr-ca": "Taille petit."'),
        replace(tee, '"gsm": 200', '"gsm": 200, "origin": "QC"'),
      ],
      [
        `${tee}:22:3 "keyWords" is not a known field [keywords]`,
        {
          is: `${tee}:38:5 "fr-ca" is not a known field [fr-CA]`,
          allowed: ['en', 'fr', 'en-CA', 'en-US', 'fr-CA'],
        },
        {
          is: `${tee}:99:21 "origin" is not a known field`,
          allowed: ['composition', 'weight', 'gsm'],
        },
      ],
    ),
    findsOnly(
      'a misspelt field, without a finding that the correct field is missing',
      replace(tee, '"brand"', '"brnd"'),
      `${tee}:41:3 "brnd" is not a known field [brand]`,
    ),
    finds(
      'a field whose name has an invisible character',
      [replace(tee, '"brand"', '"brand\u00ad"'), replace(tee, '"sku"', '"sku "')],
      [
        `${tee}:2:3 "sku " begins or ends with a space; remove it [sku]`,
        `${tee}:41:3 "brand\u00ad" contains an invisible character (U+00AD); remove it [brand]`,
      ],
    ),
    finds(
      'the name of an entry that is not an id',
      replace('brands.json', '"zeta"', '"Zeta & Co"'),
      'brands.json:11:5 "Zeta & Co" is not an id: use lower-case letters, digits and hyphens [zeta-co]',
    ),
    finds(
      'a name that every JavaScript object has',
      replace(tee, '"note"', '"__proto__"'),
      `${tee}:36:3 "__proto__" is not a known field`,
    ),
    findsOnly(
      'a route of deprecations.json that does not exist',
      write(
        'deprecations.json',
        '{ "routes": { "/v1/product": { "announced": "2026-12-01", "sunset": "2027-03-01", "link": "https://x.test/v2" } } }',
      ),
      'deprecations.json:1:15 "/v1/product" is not a known field [/v1/products]',
    ),
  ],
  'shape/wrong-type': [
    finds(
      'a value below a misspelt field, in the same run',
      replace(
        tee,
        '"minimumOrder": {\n    "quantity": 12',
        '"minimumOrders": {\n    "quantity": "12"',
      ),
      `${tee}:59:17 "12" must be a number without quotes: 12`,
    ),
    ...wrongTypes.map(([right, wrong, expected]) =>
      findsOnly(
        `a value of another type, with the type to write: ${wrong}`,
        replace(tee, right, wrong),
        `${tee}:${expected}`,
      ),
    ),
    findsOnly(
      'a text without its language, with the form to write',
      replace(
        'products/BAG-5.json',
        '{\n    "en": "Plain Bag",\n    "fr": "Sac uni"\n  }',
        '"Plain Bag"',
      ),
      'products/BAG-5.json:3:11 "Plain Bag" must be a text for each language: write {"en": "Plain Bag", "fr": "…"}',
    ),
    findsOnly(
      'a long text without its language, shortened',
      replace(
        'products/BAG-5.json',
        '{\n      "en": "It holds things",\n      "fr": "Il contient des choses"\n    }',
        JSON.stringify(`It holds ${'many '.repeat(20)}things`),
      ),
      'products/BAG-5.json:8:16 "It holds many many many many many many… must be a text for each language: write {"en": "It holds many many many many many many …", "fr": "…"}',
    ),
    ...(
      [
        ['["bag", "tote"]', '["bag","tote"]', '["bag","tote"]'],
        ['"bag"', '"bag"', '["bag"]'],
      ] as const
    ).map(([written, shown, list]) =>
      findsOnly(
        `a list of texts without its language, with the form to write: ${written}`,
        replace('products/BAG-5.json', '"tag": "eco"', `"keywords": ${written}, "tag": "eco"`),
        `products/BAG-5.json:13:15 ${shown} must be a list for each language: write {"en": ${list}, "fr": ["…"]}`,
      ),
    ),
    finds(
      'a file that is not an object',
      write(tee, '["TEE-1"]'),
      `${tee}:1:1 ["TEE-1"] must be an object in { }`,
    ),
    finds(
      'a long value, shortened',
      replace(tee, '"acme"', JSON.stringify(Array.from({ length: 100 }, () => 'x'))),
      `${tee}:41:12 ["x","x","x","x","x","x","x","x","x","x… must be a text in double quotes`,
    ),
  ],
  'shape/wrong-value': [
    findsOnly(
      'a malformed day, once',
      replace(
        'products/BAG-5.json',
        '"sku": "BAG-5",',
        '"sku": "BAG-5", "availableFrom": "31/12/2026",',
      ),
      'products/BAG-5.json:2:36 "31/12/2026" is not a date: write year-month-day, such as 2027-01-31',
    ),
    findsOnly(
      'a malformed time zone, once',
      replace('catalogue.json', '{', '{ "timeZone": "+05:30",'),
      'catalogue.json:1:15 "+05:30" is not a time zone: write a name such as America/Toronto',
    ),
    ...wrongValues.map(([file, right, wrong, expected]) =>
      finds(
        `a value that its field does not accept: ${expected}`,
        replace(file, right, wrong),
        `${file}:${expected}`,
      ),
    ),
    ...['1e999', '{ "from": [-1e999] }'].map((beyond) =>
      finds(
        `a number that is too large in open content: ${beyond}`,
        replace(hoodie, '"id": "panels"', `"id": ${beyond}`),
        `${hoodie}:44:15 contains a number that is too large`,
      ),
    ),
    finds(
      'an unknown value, with every value',
      replace('tags.json', '"rank": "new"', '"rank": "newest"'),
      {
        is: `tags.json:15:15 "newest" ${notAllowed} [new]`,
        allowed: ['best-seller', 'new', 'other'],
      },
    ),
    finds(
      'an unknown word of a template, with every word',
      replace('catalogue.json', '{slug}', '{}'),
      {
        is: `catalogue.json:5:13 "{}" ${notFilledIn}`,
        allowed: ['{slug}', '{brand}', '{category}'],
      },
    ),
    findsOnly(
      'a day of deprecations.json that does not exist',
      write(
        'deprecations.json',
        '{ "routes": { "/v1/products": { "announced": "2026-12-01", "sunset": "2027-02-30", "link": "https://x.test/v2" } } }',
      ),
      'deprecations.json:1:70 "2027-02-30" is not a date: write year-month-day, such as 2027-01-31',
    ),
    findsOnly(
      'a moment of the stock without its zone',
      write('inventory.json', '{ "asOf": "2026-11-20T06:00:00" }'),
      'inventory.json:1:11 "2026-11-20T06:00:00" is not a moment: write date, time and zone, such as 2027-01-31T06:00:00-05:00',
    ),
    findsOnly(
      'a moment of the stock that does not exist',
      write('inventory.json', '{ "asOf": "2026-02-30T06:00:00Z" }'),
      'inventory.json:1:11 "2026-02-30T06:00:00Z" is not a moment: write date, time and zone, such as 2027-01-31T06:00:00-05:00',
    ),
  ],
};
