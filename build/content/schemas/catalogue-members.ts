/** The parts of `catalogue.json`. */
import { z } from 'zod';
import { referenceTo } from './references.ts';
import { countedTemplate, localizedTemplate, localizedUrlTemplate } from './templates.ts';
import { localizedText, plainTextSchema } from './text.ts';
import { eachOnce, httpsUrlSchema, textLike } from './values.ts';

/** The fallback language of each language. */
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

/** A name of the IANA time zone database. */
export const timeZoneSchema = textLike(
  /^[A-Za-z0-9+_/-]+$/,
  'is not a time zone: write a name such as America/Toronto',
).refine(isTimeZone, 'is not a time zone: write a name such as America/Toronto');

function isTimeZone(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }) !== undefined;
  } catch {
    return false;
  }
}

const productWords = ['slug', 'brand', 'category'];

/** Templates of addresses of the public website. */
export const websiteSchema = z.strictObject({
  product: localizedUrlTemplate('Address of a product’s page.', productWords, {
    en: 'https://www.example.com/en/products/{slug}',
    fr: 'https://www.example.com/fr/produits/{slug}',
  }).exactOptional(),
  brand: localizedUrlTemplate('Address of a brand’s page.', ['brand'], {
    en: 'https://www.example.com/en/brands/{brand}',
    fr: 'https://www.example.com/fr/marques/{brand}',
  }).exactOptional(),
  category: localizedUrlTemplate('Address of a category’s page.', productWords, {
    en: 'https://www.example.com/en/categories/{category}',
    fr: 'https://www.example.com/fr/categories/{category}',
  }).exactOptional(),
  studio: localizedUrlTemplate('Address of the design studio for a product.', productWords, {
    en: 'https://www.example.com/en/studio/{slug}',
    fr: 'https://www.example.com/fr/studio/{slug}',
  }).exactOptional(),
});

/** Facts about the whole API for its OpenAPI document. */
export const apiSchema = z.strictObject({
  contact: z
    .strictObject({
      name: plainTextSchema.meta({ description: 'Who answers.', examples: ['API support'] }),
      url: httpsUrlSchema.meta({
        description: 'Page that says how to reach them.',
        examples: ['https://www.example.com/en/contact'],
      }),
      email: textLike(/^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>"]+$/, 'is not an e-mail address')
        .meta({ description: 'Address to write to.', examples: ['api@example.com'] })
        .exactOptional(),
    })
    .describe(
      'Whom clients ask about the API, for a key for example. If it is missing, OpenAPI has no contact.',
    )
    .exactOptional(),
  license: z
    .strictObject({
      name: plainTextSchema.meta({
        description: 'What the terms are called.',
        examples: ['Terms of use'],
      }),
      url: httpsUrlSchema.meta({
        description: 'Page with the terms.',
        examples: ['https://www.example.com/en/api-terms'],
      }),
    })
    .describe('On what terms the API may be used. Left out, OpenAPI names none.')
    .exactOptional(),
});

/** Price tiers, best price last or first as the operator likes. */
export const tiersSchema = z.strictObject({
  base: referenceTo('tiers').describe('The base distributor tier: one of `all`.'),
  all: z
    .array(
      textLike(
        /^[A-Z][0-9]$/,
        'is not a tier: write a capital letter and a digit, such as A3',
      ).meta({ examples: ['A3'] }),
    )
    .min(1)
    .superRefine(eachOnce)
    .meta({
      description: 'Every tier, each once; each has its prices in content/prices/net-<tier>.csv.',
      uniqueItems: true,
    }),
});

/** Standard sentences; words in braces are filled in. */
export const textsSchema = z.strictObject({
  minimumOrder: countedTemplate('Beside the minimum order.', {
    en: { one: '{quantity} piece', other: '{quantity} pieces, colours mixed' },
    'en-US': { one: '{quantity} piece', other: '{quantity} pieces, colors mixed' },
    fr: { one: '{quantity} pièce', other: '{quantity} pièces, couleurs au choix' },
  }),
  designCredits: countedTemplate('Beside the design credits.', {
    en: {
      one: '{quantity} design credit included',
      other: '{quantity} design credits included',
    },
    fr: {
      one: '{quantity} crédit de conception inclus',
      other: '{quantity} crédits de conception inclus',
    },
  }),
  insufficientInventory: localizedTemplate(
    'Shown when the stock does not cover a project.',
    ['product'],
    { en: 'Not enough {product} in stock.', fr: 'Stock de {product} insuffisant.' },
  ),
  imageFront: localizedTemplate('What a colour’s first picture shows.', ['product', 'color'], {
    en: '{product}, {color}, front',
    fr: '{product}, {color}, devant',
  }),
  imageBack: localizedTemplate('What a colour’s other pictures show.', ['product', 'color'], {
    en: '{product}, {color}, back',
    fr: '{product}, {color}, dos',
  }),
  imageWheel: localizedTemplate('What a colour wheel shows.', ['product'], {
    en: 'Colour wheel of {product}',
    'en-US': 'Color wheel of {product}',
    fr: 'Roue de couleurs de {product}',
  }),
  decorations: localizedText('Heading of the page about decorations.', {
    en: 'Decoration guide',
    fr: 'Guide de marquage',
  }),
});
