/** The parts of `catalogue.json`. */
import { z } from 'zod';
import { referenceTo } from './references.ts';
import { localizedText } from './text.ts';
import { textLike } from './values.ts';

/** Which language stands in for the other. */
export const fallbackSchema = z.strictObject({
  en: z
    .literal('fr')
    .describe('Where English text is missing, the French one is shown.')
    .exactOptional(),
  fr: z
    .literal('en')
    .describe('Where French text is missing, the English one is shown.')
    .exactOptional(),
});

/** Templates of addresses of the public website. */
export const websiteSchema = z.strictObject({
  product: localizedText(
    'Address of a product’s page; `{slug}`, `{brand}` and `{category}` are filled in.',
    {
      en: 'https://www.example.com/en/products/{slug}',
      fr: 'https://www.example.com/fr/produits/{slug}',
    },
  ).exactOptional(),
  brand: localizedText('Address of a brand’s page; `{brand}` is filled in.', {
    en: 'https://www.example.com/en/brands/{brand}',
    fr: 'https://www.example.com/fr/marques/{brand}',
  }).exactOptional(),
  category: localizedText(
    'Address of a category’s page; `{slug}`, `{brand}` and `{category}` are filled in.',
    {
      en: 'https://www.example.com/en/categories/{category}',
      fr: 'https://www.example.com/fr/categories/{category}',
    },
  ).exactOptional(),
  studio: localizedText(
    'Address of the design studio for a product; `{slug}`, `{brand}` and `{category}` are filled in.',
    {
      en: 'https://www.example.com/en/studio/{slug}',
      fr: 'https://www.example.com/fr/studio/{slug}',
    },
  ).exactOptional(),
});

/** Price tiers, best price last or first as the operator likes. */
export const tiersSchema = z.strictObject({
  base: referenceTo('tiers').describe('The base distributor tier: one of `all`.'),
  all: z
    .array(textLike(/^[A-Z][0-9]$/, 'is not a tier such as A3').meta({ examples: ['A3'] }))
    .min(1)
    .describe('Every tier; each has its prices in content/prices/net-<tier>.csv.'),
});

/** Standard sentences; words in braces are filled in. */
export const textsSchema = z.strictObject({
  minimumOrder: localizedText('Beside the minimum order; `{quantity}` is filled in.', {
    en: '{quantity} pieces, colours mixed',
    'en-US': '{quantity} pieces, colors mixed',
    fr: '{quantity} pièces, couleurs au choix',
  }),
  designCredits: localizedText('Beside the design credits; `{quantity}` is filled in.', {
    en: '{quantity} design credits included',
    fr: '{quantity} crédits de conception inclus',
  }),
  insufficientInventory: localizedText(
    'Shown when the stock does not cover a project; `{product}` is filled in.',
    { en: 'Not enough {product} in stock.', fr: 'Stock de {product} insuffisant.' },
  ),
  imageFront: localizedText(
    'What a colour’s first picture shows; `{product}` and `{color}` are filled in.',
    { en: '{product}, {color}, front', fr: '{product}, {color}, devant' },
  ),
  imageBack: localizedText(
    'What a colour’s other pictures show; `{product}` and `{color}` are filled in.',
    { en: '{product}, {color}, back', fr: '{product}, {color}, dos' },
  ),
  imageWheel: localizedText('What a colour wheel shows; `{product}` is filled in.', {
    en: 'Colour wheel of {product}',
    'en-US': 'Color wheel of {product}',
    fr: 'Roue de couleurs de {product}',
  }),
  decorations: localizedText('Heading of the page about decorations.', {
    en: 'Decoration guide',
    fr: 'Guide de marquage',
  }),
});
