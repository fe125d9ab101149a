/** Standard texts in English and French, and other default values of all imports. */
import type { CountedText, LocalizedText } from '../../build/content/schemas/text.ts';
import { type Language, localeFacts, locales } from '../../contract/locales.ts';
import type { ImportedContent } from './content-files.ts';

/** Returns the members of a localized text for languages and their locales. */
export function inLanguages<Text extends LocalizedText | CountedText>(
  text: Text,
  inUse: readonly Language[],
): Text {
  const keys = [
    ...inUse,
    ...locales.filter((locale) => inUse.includes(localeFacts[locale].language)),
  ];
  const shown = Object.entries(text).filter(([key]) => (keys as string[]).includes(key));
  return Object.fromEntries(shown) as Text;
}

type CatalogueTexts = ImportedContent['catalogue']['texts'];

const catalogueTexts: CatalogueTexts = {
  minimumOrder: { en: 'Minimum order: {quantity}', fr: 'Commande minimale : {quantity}' },
  designCredits: {
    en: 'Design credits included: {quantity}',
    fr: 'Crédits de conception inclus : {quantity}',
  },
  insufficientInventory: {
    en: 'There are not enough pieces in stock for this project.',
    fr: 'Il n’y a pas assez de pièces en stock pour ce projet.',
  },
  // The order of pictures in a shop is unknown, so that no text can state the side.
  imageFront: { en: '{product}, {color}', fr: '{product}, {color}' },
  imageBack: { en: '{product}, {color}', fr: '{product}, {color}' },
  imageWheel: {
    en: 'Colour-block wheel for {product}',
    'en-US': 'Color-block wheel for {product}',
    fr: 'Roue des blocs de couleurs de {product}',
  },
  decorations: { en: 'Decorations', fr: 'Techniques de marquage' },
};

/** Returns the texts of `catalogue.json` that are the same in every import. */
export function toCatalogueTexts(inUse: readonly Language[]): CatalogueTexts {
  const entries = Object.entries(catalogueTexts).map(([id, text]) => [
    id,
    inLanguages(text, inUse),
  ]);
  return Object.fromEntries(entries) as unknown as CatalogueTexts;
}

/** Id of an audience (for whom garments are made) → label. */
export const audienceNames = {
  adults: { en: 'Unisex', fr: 'Unisexe' },
  men: { en: 'Men', fr: 'Hommes' },
  women: { en: 'Women', fr: 'Femmes' },
  youth: { en: 'Youth', fr: 'Enfants' },
} as const;

/** The id of an audience, the group of people for whom garments are made, such as `women`. */
export type Audience = keyof typeof audienceNames;

const audienceWords = [
  ['women', /^(women|ladies|femmes?|dames?|female)(['’]?s)?$/i],
  ['men', /^(men|gentlemen|hommes?|male)(['’]?s)?$/i],
  [
    'youth',
    /^(youth|kids?|children|boys?|girls?|enfants?|jeunes?|jeunesse|gar[cç]ons?|filles?)(['’]?s?)?$/i,
  ],
] as const;

/** Returns the audience that a word such as `Women’s` or `Hommes` names, or undefined for other text. */
export function audienceNamed(name: string): Audience | undefined {
  return audienceWords.find(([, pattern]) => pattern.test(name))?.[0];
}

/** Name of the category that imported styles get if the source and the import option `category` name none. */
export const noCategory = { en: 'Other', fr: 'Autres' } as const;

/** Name and description of the brand that imported styles get if the source and the import option `brand` name none. */
export const noBrand = {
  name: { en: 'Unbranded', fr: 'Sans marque' },
  description: { en: 'Garments without a brand name.', fr: 'Vêtements sans marque.' },
} as const;

/** Returns a description, in the languages `inUse`, for a brand of which only the name is known. */
export function describeBrand(name: string, inUse: readonly Language[]): LocalizedText {
  if (Object.values<string>(noBrand.name).includes(name))
    return inLanguages(noBrand.description, inUse);
  return inLanguages({ en: `Garments by ${name}.`, fr: `Vêtements ${name}.` }, inUse);
}

/** Id of the only company in imported content, which sells every product. */
export const onlyCompany = 'default';

/** The entries of `companies.json` in imported content. */
export const companies = { [onlyCompany]: { name: 'Default' } };

/** Price tier of accounts → percent off the MSRP (the public price) that imports propose for its net prices. */
export const discountsByTier = { A1: 30, A2: 34, A3: 38, A4: 42, A5: 46 } as const;

/** Name of the colour that imported variants get if the source states no colour. */
export const noColor = { en: 'As shown', fr: 'Comme illustré' } as const;
