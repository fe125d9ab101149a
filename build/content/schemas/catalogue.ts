/** The schema of `catalogue.json`: settings of the whole catalogue. */
import { z } from 'zod';
import { locales } from '../../../contract/locales.ts';
import { referenceTo } from './references.ts';
import { countedTemplate, localizedTemplate, localizedUrlTemplate } from './templates.ts';
import { localizedText, localizedTextOf, plainTextSchema } from './text.ts';
import {
  editorSchemaMember as $schema,
  httpsUrlSchema,
  refuseDuplicates,
  textLike,
  textThat,
} from './values.ts';

/** Validates `fallbackLanguage`: language → the language whose text is shown where a text is missing. */
const fallbackSchema = z.strictObject({
  en: z
    .literal('fr')
    .describe('French text is shown where English text is missing.')
    .exactOptional(),
  fr: z
    .literal('en')
    .describe('English text is shown where French text is missing.')
    .exactOptional(),
});

/** Validates a name of the IANA time zone database, such as `America/Toronto`. */
const timeZoneSchema = textThat(
  /^[A-Za-z0-9+_/-]+$/,
  isTimeZone,
  'is not a time zone: write a name such as America/Toronto',
);

function isTimeZone(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }) !== undefined;
  } catch {
    return false;
  }
}

const productWords = ['slug', 'brand', 'category'];

/** Validates `website`: URL templates of pages of the public website. */
const websiteSchema = z.strictObject({
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

/** Validates `api`: contact and licence for the OpenAPI document. */
const apiSchema = z.strictObject({
  contact: z
    .strictObject({
      name: plainTextSchema.meta({
        description: 'Name of the person or team.',
        examples: ['API support'],
      }),
      url: localizedTextOf(httpsUrlSchema, 'Page with ways to contact them.', {
        en: 'https://www.example.com/en/contact',
        fr: 'https://www.example.com/fr/contact',
      }),
      email: textLike(/^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>"]+$/, 'is not an e-mail address')
        .meta({ description: 'E-mail address.', examples: ['api@example.com'] })
        .exactOptional(),
    })
    .describe(
      'The contact for questions about the API and for keys. Without it, OpenAPI has no contact.',
    )
    .exactOptional(),
  license: z
    .strictObject({
      name: plainTextSchema.meta({
        description: 'The name of the terms.',
        examples: ['Terms of use'],
      }),
      url: httpsUrlSchema.meta({
        description: 'Page with the terms.',
        examples: ['https://www.example.com/en/api-terms'],
      }),
    })
    .describe('The terms of use of the API. Without them, OpenAPI names none.')
    .exactOptional(),
});

/**
 * Validates `tiers` in `catalogue.json`: the names of all price tiers (groups of customers with their own net prices),
 * in any order (`all`), and the base tier for distributors (`base`). Does not check that `base` is one of `all`.
 */
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
    .superRefine(refuseDuplicates)
    .meta({
      description: 'Every tier, once. Its prices are in content/prices/net-<tier>.csv.',
      uniqueItems: true,
    }),
});

/**
 * Validates the texts that documents and pages share, such as alternative texts of pictures.
 * Most have placeholders.
 */
const textsSchema = z.strictObject({
  minimumOrder: countedTemplate('Shown with the minimum order.', {
    en: { one: '{quantity} piece', other: '{quantity} pieces, colours mixed' },
    'en-US': { one: '{quantity} piece', other: '{quantity} pieces, colors mixed' },
    fr: { one: '{quantity} pièce', other: '{quantity} pièces, couleurs au choix' },
  }),
  designCredits: countedTemplate('Shown with the design credits.', {
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
  imageFront: localizedTemplate(
    'Alternative text of a colour’s first picture.',
    ['product', 'color'],
    {
      en: '{product}, {color}, front',
      fr: '{product}, {color}, devant',
    },
  ),
  imageBack: localizedTemplate(
    'Alternative text of a colour’s other pictures.',
    ['product', 'color'],
    {
      en: '{product}, {color}, back',
      fr: '{product}, {color}, dos',
    },
  ),
  imageWheel: localizedTemplate('Alternative text of a colour wheel.', ['product'], {
    en: 'Colour wheel of {product}',
    'en-US': 'Color wheel of {product}',
    fr: 'Roue de couleurs de {product}',
  }),
  decorations: localizedText('Heading of the page about decorations.', {
    en: 'Decoration guide',
    fr: 'Guide de marquage',
  }),
});

/** Validates `catalogue.json`. */
export const catalogueSchema = z
  .strictObject({
    $schema,
    // decisions.md, "The default locale is en-CA".
    defaultLocale: z.enum(locales).describe('The locale that is served when a request names none.'),
    timeZone: timeZoneSchema
      .meta({
        description: 'The time zone in which days begin and end: an IANA name. Default: UTC.',
        examples: ['America/Toronto'],
      })
      .exactOptional(),
    fallbackLanguage: fallbackSchema
      .describe(
        'The language that replaces a missing text. Without this member, a missing text is an error.',
      )
      .exactOptional(),
    website: websiteSchema
      .describe('Addresses of the public website. A product’s detail shows them as `links`.')
      .exactOptional(),
    api: apiSchema.describe('Contact and licence in the OpenAPI document.').exactOptional(),
    browser: z
      .union([z.boolean(), z.literal('indexed')])
      .describe(
        'Whether the page /catalogue/ shows the public catalogue to people: `true`, or `"indexed"` if search engines may index it. Default: false.',
      )
      .exactOptional(),
    tiers: tiersSchema.describe('The price tiers of accounts.'),
    priceNotice: z
      .int()
      .nonnegative()
      .max(366)
      .meta({
        description:
          'How many days ahead the API announces changes of prices, as `pricing.upcoming`. Default: 0, not at all.',
        examples: [60],
      })
      .exactOptional(),
    texts: textsSchema.describe('Sentences for products that have none of their own.'),
  })
  .meta({ title: 'Catalogue', description: 'Settings of the whole catalogue.' });
