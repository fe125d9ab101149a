/** The schema of `catalogue.json`: settings of the whole catalogue. */
import { z } from 'zod';
import { locales } from '../../../contract/locales.ts';
import { referenceTo } from './references.ts';
import { countedTemplate, localizedTemplate, localizedText, plainTextSchema } from './text.ts';
import { fileOf, httpsUrlSchema, optional, textLike, uniqueList, withExample } from './values.ts';

const timeZoneSchema = textLike(
  /^[A-Za-z0-9+_/-]+$/,
  'is not a time zone: write a name such as America/Toronto',
  isTimeZone,
);

function isTimeZone(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }) !== undefined;
  } catch {
    return false;
  }
}

/** Language → the language whose text is shown where a text is missing. */
const fallbackSchema = z.strictObject(
  optional({
    en: z.literal('fr').describe('French text is shown where English text is missing.'),
    fr: z.literal('en').describe('English text is shown where French text is missing.'),
  }),
);

const productWords = ['slug', 'brand', 'category'];

const websiteSchema = z.strictObject(
  optional({
    product: localizedTemplate('url', 'Address of a product’s page.', productWords, {
      en: 'https://www.example.com/en/products/{slug}',
      fr: 'https://www.example.com/fr/produits/{slug}',
    }),
    brand: localizedTemplate('url', 'Address of a brand’s page.', ['brand'], {
      en: 'https://www.example.com/en/brands/{brand}',
      fr: 'https://www.example.com/fr/marques/{brand}',
    }),
    category: localizedTemplate('url', 'Address of a category’s page.', productWords, {
      en: 'https://www.example.com/en/categories/{category}',
      fr: 'https://www.example.com/fr/categories/{category}',
    }),
    studio: localizedTemplate('url', 'Address of the design studio for a product.', productWords, {
      en: 'https://www.example.com/en/studio/{slug}',
      fr: 'https://www.example.com/fr/studio/{slug}',
    }),
  }),
);

const contactSchema = z.strictObject({
  name: withExample(plainTextSchema, 'API support').describe('Name of the person or team.'),
  url: localizedText(
    'Page with ways to contact them.',
    { en: 'https://www.example.com/en/contact', fr: 'https://www.example.com/fr/contact' },
    httpsUrlSchema,
  ),
  ...optional({
    email: withExample(
      textLike(/^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>"]+$/, 'is not an e-mail address'),
      'api@example.com',
    ).describe('E-mail address.'),
  }),
});

const licenseSchema = z.strictObject({
  name: withExample(plainTextSchema, 'Terms of use').describe('The name of the terms.'),
  url: withExample(httpsUrlSchema, 'https://www.example.com/en/api-terms').describe(
    'Page with the terms.',
  ),
});

const apiSchema = z.strictObject(
  optional({
    contact: contactSchema.describe(
      'The contact for questions about the API and for keys. Without it, OpenAPI has no contact.',
    ),
    license: licenseSchema.describe(
      'The terms of use of the API. Without them, OpenAPI names none.',
    ),
  }),
);

/** Validates `tiers`: groups of customers with their own net prices. Does not check that `base` is one of `all`. */
export const tiersSchema = z.strictObject({
  base: referenceTo('tiers').describe('The base distributor tier: one of `all`.'),
  all: uniqueList(
    textLike(/^[A-Z][0-9]$/, 'is not a tier: write a capital letter and a digit, such as A3').meta({
      examples: ['A3'],
    }),
  )
    .min(1)
    .describe('Every tier, once. Its prices are in content/prices/net-<tier>.csv.'),
});

/** Texts that documents and pages share. */
const textsSchema = z.strictObject({
  minimumOrder: countedTemplate('Shown with the minimum order.', {
    en: { one: '{quantity} piece', other: '{quantity} pieces, colours mixed' },
    'en-US': { one: '{quantity} piece', other: '{quantity} pieces, colors mixed' },
    fr: { one: '{quantity} pièce', other: '{quantity} pièces, couleurs au choix' },
  }),
  designCredits: countedTemplate('Shown with the design credits.', {
    en: { one: '{quantity} design credit included', other: '{quantity} design credits included' },
    fr: {
      one: '{quantity} crédit de conception inclus',
      other: '{quantity} crédits de conception inclus',
    },
  }),
  insufficientInventory: localizedTemplate(
    'text',
    'Shown when the stock does not cover a project.',
    ['product'],
    { en: 'Not enough {product} in stock.', fr: 'Stock de {product} insuffisant.' },
  ),
  imageFront: localizedTemplate(
    'text',
    'Alternative text of a colour’s first picture.',
    ['product', 'color'],
    { en: '{product}, {color}, front', fr: '{product}, {color}, devant' },
  ),
  imageBack: localizedTemplate(
    'text',
    'Alternative text of a colour’s other pictures.',
    ['product', 'color'],
    { en: '{product}, {color}, back', fr: '{product}, {color}, dos' },
  ),
  imageWheel: localizedTemplate('text', 'Alternative text of a colour wheel.', ['product'], {
    en: 'Colour wheel of {product}',
    'en-US': 'Color wheel of {product}',
    fr: 'Roue de couleurs de {product}',
  }),
  decorations: localizedText('Heading of the page about decorations.', {
    en: 'Decoration guide',
    fr: 'Guide de marquage',
  }),
});

export const catalogueSchema = fileOf('Catalogue', 'Settings of the whole catalogue.', {
  // decisions.md, "The default locale is en-CA".
  defaultLocale: z.enum(locales).describe('The locale that is served when a request names none.'),
  ...optional({
    timeZone: withExample(timeZoneSchema, 'America/Toronto').describe(
      'The time zone in which days begin and end: an IANA name. Default: UTC.',
    ),
    fallbackLanguage: fallbackSchema.describe(
      'The language that replaces a missing text. Without this member, a missing text is an error.',
    ),
    website: websiteSchema.describe(
      'Addresses of the public website. A product’s detail shows them as `links`.',
    ),
    api: apiSchema.describe('Contact and licence in the OpenAPI document.'),
    browser: z
      .union([z.boolean(), z.literal('indexed')])
      .describe(
        'Whether the page /catalogue/ shows the public catalogue to people: `true`, or `"indexed"` if search engines may index it. Default: false.',
      ),
  }),
  tiers: tiersSchema.describe('The price tiers of accounts.'),
  ...optional({
    priceNotice: withExample(z.int().nonnegative().max(366), 60).describe(
      'How many days ahead the API announces changes of prices, as `pricing.upcoming`. Default: 0, not at all.',
    ),
  }),
  texts: textsSchema.describe('Sentences for products that have none of their own.'),
});
