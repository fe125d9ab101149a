/**
 * The small files that products refer to. Each is one object keyed by id, so a reference in a product is a
 * key here. Unknown members are refused, so that a misspelt field is reported.
 */
import { z } from 'zod';
import { locales, markets } from '../../../contract/locales.ts';
import { allCompanies } from '../../../contract/release.ts';
import {
  apiSchema,
  fallbackSchema,
  textsSchema,
  tiersSchema,
  timeZoneSchema,
  websiteSchema,
} from './catalogue-members.ts';
import { referenceTo } from './references.ts';
import { localizedText, plainTextSchema } from './text.ts';
import {
  editorSchemaMember as $schema,
  eachOnce,
  hexSchema,
  idSchema,
  textLike,
} from './values.ts';

const tableOf = <Entry extends z.ZodType>(entry: Entry) => z.record(idSchema, entry);

/** `catalogue.json` */
export const catalogueSchema = z
  .strictObject({
    $schema,
    // Decision 1.
    defaultLocale: z.enum(locales).describe('The locale that is served when a request names none.'),
    timeZone: timeZoneSchema
      .meta({
        description: 'Where days begin at midnight: an IANA time zone. Left out, it is UTC.',
        examples: ['America/Toronto'],
      })
      .exactOptional(),
    fallbackLanguage: fallbackSchema
      .describe('What stands in for text missing in a language. Left out, such text is a fault.')
      .exactOptional(),
    website: websiteSchema
      .describe('Addresses of the public website. The detail shows them as `links`.')
      .exactOptional(),
    api: apiSchema
      .describe('What the OpenAPI description says of the API: contact and licence.')
      .exactOptional(),
    tiers: tiersSchema.describe('The price tiers of accounts.'),
    texts: textsSchema.describe('Standard sentences, where a product has none of its own.'),
  })
  .meta({ title: 'Catalogue', description: 'What holds for the whole catalogue.' });

const brandSchema = z.strictObject({
  name: plainTextSchema.meta({
    description: 'The label, the same in every language and of no other brand.',
    examples: ['Fernwick & Co.'],
  }),
  description: localizedText('What the brand stands for.', {
    en: 'Office classics with quiet details.',
    fr: 'Des classiques de bureau aux détails discrets.',
  }),
  page: z.boolean().describe('True where the website has a page for the brand.'),
});

/** `brands.json` */
export const brandsSchema = z
  .strictObject({
    $schema,
    brands: tableOf(brandSchema.describe('A brand, by the id that products name.')).describe(
      'Every brand, by id.',
    ),
  })
  .meta({ title: 'Brands', description: 'The brands; the list shows those that have a product.' });

const categorySchema = z.strictObject({
  name: localizedText('The name.', {
    en: 'Caps and tuques',
    'en-US': 'Caps and beanies',
    fr: 'Casquettes et tuques',
  }),
  order: z
    .int()
    .positive()
    .meta({
      description: 'Its place among the categories, and that of its products in the list.',
      examples: [1],
    }),
});

/** `categories.json` */
export const categoriesSchema = z
  .strictObject({
    $schema,
    categories: tableOf(
      categorySchema.describe('A category, by the id that products name.'),
    ).describe('Every category, by id.'),
  })
  .meta({ title: 'Categories', description: 'The categories; a product is in one.' });

const tagSchema = z.strictObject({
  label: localizedText('The words shown on the product.', { en: 'New', fr: 'Nouveauté' }),
  rank: z
    .enum(['best-seller', 'new', 'other'])
    .describe('Where tagged products stand in the list: best sellers first, then new ones.'),
});

/** `tags.json` */
export const tagsSchema = z
  .strictObject({
    $schema,
    tags: tableOf(tagSchema.describe('A tag, by the id that products name.')).describe(
      'Every tag, by id.',
    ),
  })
  .meta({ title: 'Tags', description: 'What products are promoted as.' });

const familySchema = z.strictObject({
  name: localizedText('The name.', { en: 'Grey', 'en-US': 'Gray', fr: 'Gris' }),
  hex: hexSchema.meta({ description: 'The colour that stands for it.', examples: ['#8E9196'] }),
  sortIndex: z
    .int()
    .nonnegative()
    .meta({ description: 'Its place among the families, the lowest first.', examples: [3] })
    .exactOptional(),
});

const colorSchema = z.strictObject({
  name: localizedText('The name.', { en: 'Navy', fr: 'Marine' }),
  pms: plainTextSchema
    .meta({ description: 'The nearest Pantone colour.', examples: ['PMS 2768 C'] })
    .exactOptional(),
  swatches: z
    .array(hexSchema.meta({ examples: ['#1B2745'] }))
    .describe(
      'First the body, then trim or second colour. Empty where there is nothing to show: then no ' +
        'picture is drawn.',
    ),
  families: z
    .array(referenceTo('families'))
    .describe('Families it is found under: ids of `families`.'),
});

/** `colors.json` */
export const colorsSchema = z
  .strictObject({
    $schema,
    families: tableOf(familySchema.describe('A colour family.')).describe(
      'Colour families, by id; shops filter by them.',
    ),
    colors: tableOf(colorSchema.describe('A colour, by the id that products name.')).describe(
      'Every colour, by id.',
    ),
  })
  .meta({ title: 'Colours', description: 'The colours that products come in.' });

/** `facets.json` */
export const facetsSchema = z
  .strictObject({
    $schema,
    for: tableOf(localizedText('The label.', { en: 'Women', fr: 'Femmes' })).describe(
      'Whom products are for, by id.',
    ),
    inspiration: tableOf(
      localizedText('The label.', { en: 'At the office', fr: 'Au bureau' }),
    ).describe('Occasions that products suit, by id.'),
    fabrics: tableOf(localizedText('The label.', { en: 'Cotton', fr: 'Coton' })).describe(
      'Fabrics to filter by, by id.',
    ),
    materials: z
      .record(
        textLike(
          /^[A-Z0-9]+(-[A-Z0-9]+)*$/,
          'is not a material code: use capital letters, digits and hyphens, such as RPET',
        ),
        localizedText('The label.', { en: 'Recycled polyester', fr: 'Polyester recyclé' }),
      )
      .describe('What products are made of, by code. The detail shows code and label.'),
  })
  .meta({ title: 'Facets', description: 'Lists that products choose from, to be found by.' });

const decorationSchema = z.strictObject({
  name: localizedText('The name.', { en: 'Embroidery', fr: 'Broderie' }),
  note: localizedText('One line about it, shown with each product.', {
    en: 'Up to 12 colours of thread.',
    'en-US': 'Up to 12 colors of thread.',
    fr: 'Jusqu’à 12 couleurs de fil.',
  }),
  icon: referenceTo('assets').meta({
    description: 'Its picture: a path below content/assets/, or an https address.',
    examples: ['https://cdn.example.com/icons/embroidery.svg'],
  }),
  guide: localizedText('The paragraph that the page about decorations tells buyers.', {
    en: 'Send a vector file and keep letters at least 5 mm high.',
    fr: 'Envoyez un fichier vectoriel et gardez les lettres à 5 mm de hauteur au moins.',
  }),
});

/** `decorations.json` */
export const decorationsSchema = z
  .strictObject({
    $schema,
    decorations: tableOf(
      decorationSchema.describe('A decoration, by the id that products name.'),
    ).describe('Every decoration, by id.'),
  })
  .meta({ title: 'Decorations', description: 'The ways garments can be decorated.' });

const companySchema = z.strictObject({
  name: plainTextSchema.meta({
    description: 'What the company is called, for people who edit this file.',
    examples: ['Maple Promo'],
  }),
});

/** `companies.json`: the aliases of the sync listing. */
export const companiesSchema = z
  .strictObject({
    $schema,
    companies: tableOf(companySchema.describe('A company, by its alias.'))
      .refine(
        (companies) => !Object.hasOwn(companies, allCompanies),
        `"${allCompanies}" is the listing of every company; call the company something else`,
      )
      .meta({
        description: `Every company, by the alias that active-products.csv and the sync listing name. None is called "${allCompanies}".`,
        properties: { [allCompanies]: false },
      }),
  })
  .meta({
    title: 'Companies',
    description: 'The companies whose products the sync listing tells.',
  });

/**
 * Words with single spaces between them, because names are joined by commas and written into cells and
 * pages.
 */
const sizeNameSchema = textLike(
  /^[A-Za-z0-9][A-Za-z0-9.'/-]*( [A-Za-z0-9.'/-]+)*$/,
  "is not a size: use letters, digits and . ' / -, with single spaces between words, such as 2XL or One size",
);

/** `sizes.json` */
export const sizesSchema = z
  .strictObject({
    $schema,
    sizes: z
      .array(sizeNameSchema.meta({ examples: ['2XL'] }))
      .min(1)
      .describe('Every size name, small to large.'),
    aliases: z
      .record(
        sizeNameSchema,
        sizeNameSchema.meta({ description: 'The size that is meant: one of `sizes`.' }),
      )
      .meta({
        description:
          'Other names that content may use for a size. What is served has the names of `sizes`.',
        examples: [{ XXL: '2XL' }],
      })
      .exactOptional(),
  })
  .meta({ title: 'Sizes', description: 'The sizes that products come in.' });

const sizeChartSchema = z.strictObject({
  label: localizedText('The title of the chart.', {
    en: 'Size chart, unisex tops',
    fr: 'Tableau des tailles, hauts unisexes',
  }),
  measures: z
    .array(localizedText('A column: what is measured.', { en: 'Chest', fr: 'Tour de poitrine' }))
    .min(1)
    .describe('What is measured, without a unit; a column each.'),
  rows: z
    .record(
      referenceTo('sizes'),
      z.array(z.number().positive().max(10_000)).meta({
        description: 'The measures of a size in centimetres, in the order of `measures`.',
        examples: [[90, 70, 83.5]],
      }),
    )
    .describe('A row a size, by names of sizes.json. Shown in inches in the United States.'),
});

/** `size-charts.json` */
export const sizeChartsSchema = z
  .strictObject({
    $schema,
    charts: tableOf(sizeChartSchema.describe('A chart, by the id that products name.')).describe(
      'Every size chart, by id.',
    ),
  })
  .meta({ title: 'Size charts', description: 'Body or garment measures, in centimetres.' });

const locationSchema = z.strictObject({
  name: localizedText('What buyers call it.', { en: 'Montréal', fr: 'Montréal' }),
  country: textLike(
    /^[A-Z]{2}$/,
    'is not a country: write its two capital letters (ISO 3166-1), such as CA',
  ).meta({ description: 'The country that it is in (ISO 3166-1 alpha-2).', examples: ['CA'] }),
  markets: z
    .array(z.enum(markets))
    .min(1)
    .superRefine(eachOnce)
    .meta({
      description: 'The markets that it ships to. Its stock counts in their locales only.',
      examples: [['CA', 'US']],
      uniqueItems: true,
    }),
});

/** `locations.json` */
export const locationsSchema = z
  .strictObject({
    $schema,
    locations: tableOf(
      locationSchema.describe('A location, by the id that inventory.csv names.'),
    ).describe('Every location, by id, in the order in which products show them.'),
  })
  .meta({
    title: 'Locations',
    description: 'The places that stock is kept at. The file may be missing.',
  });
