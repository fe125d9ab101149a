/** Standard texts in English and French, and other values that all imports share. */
import type { CountedText, LocalizedText } from '../../build/content/schemas/text.ts';
import { type Language, localeFacts, locales } from '../../contract/locales.ts';
import type { ImportedContent } from './content-files.ts';

/** Returns a text in only the given languages. */
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
  // The order of a shop's pictures is unknown, so no standard text mentions a back.
  imageFront: { en: '{product}, {color}', fr: '{product}, {color}' },
  imageBack: { en: '{product}, {color}', fr: '{product}, {color}' },
  imageWheel: {
    en: 'Colour-block wheel for {product}',
    'en-US': 'Color-block wheel for {product}',
    fr: 'Roue des blocs de couleurs de {product}',
  },
  decorations: { en: 'Decorations', fr: 'Techniques de marquage' },
};

/** Returns the standard sentences of `catalogue.json` in some languages. */
export function toCatalogueTexts(inUse: readonly Language[]): CatalogueTexts {
  const entries = Object.entries(catalogueTexts).map(([id, text]) => [
    id,
    inLanguages(text, inUse),
  ]);
  return Object.fromEntries(entries) as unknown as CatalogueTexts;
}

/** Labels of audiences. */
export const audienceNames = {
  adults: { en: 'Unisex', fr: 'Unisexe' },
  men: { en: 'Men', fr: 'Hommes' },
  women: { en: 'Women', fr: 'Femmes' },
  youth: { en: 'Youth', fr: 'Enfants' },
} as const;

export type Audience = keyof typeof audienceNames;

const audienceWords = [
  ['women', /^(women|ladies|femmes?|dames?|female)(['’]?s)?$/i],
  ['men', /^(men|gentlemen|hommes?|male)(['’]?s)?$/i],
  [
    'youth',
    /^(youth|kids?|children|boys?|girls?|enfants?|jeunes?|jeunesse|gar[cç]ons?|filles?)(['’]?s?)?$/i,
  ],
] as const;

/** Returns the audience for a name such as `Women’s` or `Hommes`, or undefined for other text. */
export function audienceNamed(name: string): Audience | undefined {
  return audienceWords.find(([, pattern]) => pattern.test(name))?.[0];
}

/** The tags that sources can give to styles. */
export const tagTexts = {
  'best-seller': { label: { en: 'Recommended', fr: 'Recommandé' }, rank: 'best-seller' },
  new: { label: { en: 'New', fr: 'Nouveau' }, rank: 'new' },
  'eco-pick': { label: { en: 'Eco pick', fr: 'Choix écologique' }, rank: 'other' },
} as const;

export type TagId = keyof typeof tagTexts;

/** The category of styles that have none. */
export const noCategory = { en: 'Other', fr: 'Autres' } as const;

/** The brand of styles without one, and its description. */
export const noBrand = {
  name: { en: 'Unbranded', fr: 'Sans marque' },
  description: { en: 'Garments without a brand name.', fr: 'Vêtements sans marque.' },
} as const;

/** Returns a description of a brand of which only the name is known. */
export function describeBrand(name: string, inUse: readonly Language[]): LocalizedText {
  if (Object.values<string>(noBrand.name).includes(name))
    return inLanguages(noBrand.description, inUse);
  return inLanguages({ en: `Garments by ${name}.`, fr: `Vêtements ${name}.` }, inUse);
}

/** Id of the only company, which sells every product. */
export const onlyCompany = 'default';

/** `companies.json` */
export const companies = { [onlyCompany]: { name: 'Default' } };

/** Percent off the MSRP by price tier. */
export const discountsByTier = { A1: 30, A2: 34, A3: 38, A4: 42, A5: 46 } as const;

/** The colour of products whose source has none. */
export const noColor = { en: 'As shown', fr: 'Comme illustré' } as const;
