/** Tests of the rules about texts that lack the language of a locale. */
import { replace, write } from '../edited-content.ts';
import { accepts, finds, ignores, type RuleRows } from '../rule-rows.ts';
import { bagWith } from './dates.ts';

const tee = 'products/TEE-1.json';
const noteLacksFrench = replace(tee, ',\n    "fr": "Taille petit."', '');
const americanTeeLacksFrench = replace(
  'products/USA-4.json',
  ',\n    "fr": "Tee-shirt des États"',
  '',
);
const keywordsLackFrench = replace(
  tee,
  ',\n    "fr": [\n      "tee-shirt",\n      "couleur"\n    ]',
  '',
);

/** Returns an edit that adds `members`, as JSON text, to catalogue.json. */
const setting = (members: string) =>
  replace('catalogue.json', '"defaultLocale"', `${members}, "defaultLocale"`);
const fallback = (languages: string) => setting(`"fallbackLanguage": ${languages}`);

/** Edits after which BAG-5 is the only product sold in Canada, and the name of a category lacks its French text. */
const onlyBagIsCanadian = [
  ...['HOOD-2', 'JER-3', 'TEE-1'].map((sku) =>
    replace(`products/${sku}.json`, '"CA",\n    "US"', '"US"'),
  ),
  replace('categories.json', ',\n        "fr": "Tee-shirts"', ''),
];
const isEnded = bagWith('"availableUntil": "2026-11-30"');

const sharedTexts = [
  ['catalogue.json', '"fr": "Guide de marquage"', 'texts.decorations', '59:5'],
  ['brands.json', '"fr": "Des essentiels tout simples."', 'brands.acme.description', '5:7'],
  ['categories.json', '"fr": "Tee-shirts"', 'categories.tees.name', '4:7'],
  ['tags.json', '"fr": "Plus vert"', 'tags.eco.label', '18:7'],
  ['colors.json', '"fr": "Marine"', 'colors.navy.name', '31:7'],
  ['colors.json', '"fr": "Bleu"', 'families.blue.name', '4:7'],
  ['facets.json', '"fr": "Jeunes"', 'for.youth', '7:5'],
  ['decorations.json', '"fr": "Toute image."', 'decorations.print.note', '24:7'],
  ['size-charts.json', '"fr": "Poitrine"', 'charts.tops.measures[0]', '9:9'],
] as const;

export const translations: RuleRows = {
  'translation/missing': [
    finds(
      'a text without French of a product that is sold in Canada',
      noteLacksFrench,
      `${tee}:36:3 has no text for fr-CA; add "fr"`,
    ),
    accepts(
      'a text without French of a product that is sold only in the US',
      americanTeeLacksFrench,
    ),
    finds(
      'a text for one region that another region lacks',
      replace('products/HOOD-2.json', '"en": "Block Hoodie"', '"en-US": "Block Hoodie"'),
      'products/HOOD-2.json:3:3 has no text for en-CA; add "en"',
    ),
    finds(
      'a text that lacks two languages, with every locale and language',
      replace(
        'products/BAG-5.json',
        '"en": "Plain Bag",\n    "fr": "Sac uni"',
        '"en-US": "Plain Bag"',
      ),
      'products/BAG-5.json:3:3 has no text for en-CA and fr-CA; add "en" and "fr"',
    ),
    finds(
      'a text in a list, at its position',
      replace('products/USA-4.json', '"en": "Stateside tee, worn",', ''),
      { is: 'products/USA-4.json:40:7 has no text for en-US; add "en"', path: 'images[1].alt' },
    ),
    finds('keywords that lack a language', keywordsLackFrench, {
      is: `${tee}:22:3 has no text for fr-CA; add "fr"`,
      path: 'keywords',
    }),
    ...sharedTexts.map(([file, french, path, place]) =>
      finds(
        `a shared text without French: ${file}, ${path}`,
        replace(file, french, '"en-US": "Only here"'),
        { is: `${file}:${place} has no text for fr-CA; add "fr"`, path },
      ),
    ),
    ignores(
      'shared texts for the market of a draft',
      ...onlyBagIsCanadian,
      bagWith('"draft": true'),
    ),
    ignores('shared texts for the market of an ended product', ...onlyBagIsCanadian, isEnded),
    finds(
      'a shared text for the market of a product to come',
      [...onlyBagIsCanadian, bagWith('"availableFrom": "2026-12-02"')],
      'categories.json:4:7 has no text for fr-CA; add "fr"',
    ),
    ignores('a text whose language has a fallback', noteLacksFrench, fallback('{ "fr": "en" }')),
    ignores(
      'every text while the fallback language is invalid',
      noteLacksFrench,
      fallback('{ "fr": "de" }'),
    ),
    ignores(
      'every text while the name of the fallback setting is misspelt',
      noteLacksFrench,
      setting('"fallbackLanguages": {}'),
    ),
    accepts(
      'open content of an option that looks like a text',
      replace('products/HOOD-2.json', '"limit": 3', '"label": { "en": "Panels" }'),
    ),
    finds(
      'the label of a tag whose id is a language, and not the tag itself',
      write(
        'tags.json',
        JSON.stringify({ tags: { en: { label: { en: 'Made in England' }, rank: 'other' } } }),
      ),
      { is: 'tags.json:1:16 has no text for fr-CA; add "fr"', path: 'tags.en.label' },
    ),
  ],
  'translation/fell-back': [
    accepts(
      'texts in every language beside fallback languages',
      fallback('{ "fr": "en", "en": "fr" }'),
    ),
    finds(
      'a text of the fallback language, with its locale',
      [noteLacksFrench, fallback('{ "fr": "en" }')],
      `${tee}:36:3 warning fr-CA shows this in another language; add "fr"`,
    ),
    finds(
      'every text of the fallback language, each at its position',
      [
        noteLacksFrench,
        replace(tee, '"fr": "Un tee-shirt."', '"en-CA": "English"'),
        fallback('{ "fr": "en" }'),
      ],
      [
        {
          is: `${tee}:13:5 warning fr-CA shows this in another language; add "fr"`,
          path: 'descriptions.short',
        },
        { is: `${tee}:36:3 warning fr-CA shows this in another language; add "fr"`, path: 'note' },
      ],
    ),
    finds(
      'a text of the fallback language, with each locale that shows it',
      [replace(tee, '"en": "Runs small.",', ''), fallback('{ "en": "fr" }')],
      `${tee}:36:3 warning en-CA and en-US show this in another language; add "en"`,
    ),
    ignores(
      'a missing text without a fallback language, because another rule reports it',
      noteLacksFrench,
    ),
    ignores(
      'shared texts for the market of an ended product',
      ...[...onlyBagIsCanadian, isEnded, fallback('{ "fr": "en" }')],
    ),
    accepts(
      'a text without French of a product that is sold only in the US',
      americanTeeLacksFrench,
      fallback('{ "fr": "en" }'),
    ),
  ],
};
