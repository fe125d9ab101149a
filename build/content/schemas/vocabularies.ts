/** The schemas of the JSON files with the entries that products and tables refer to: brands, colours, companies … */
import { z } from 'zod';
import { allCompanies } from '../../../contract/release.ts';
import { referenceTo } from './references.ts';
import { localizedText, plainTextSchema } from './text.ts';
import {
  fileOf,
  hexSchema,
  optional,
  tableOf,
  textLike,
  uniqueList,
  withExample,
} from './values.ts';

function referredTable<Entry extends z.ZodType>(one: string, entry: Entry) {
  const described = entry.describe(`A ${one}, by the id that products refer to.`);
  return tableOf(described, `Every ${one}, by id.`);
}

const brandSchema = z.strictObject({
  name: withExample(plainTextSchema, 'Fernwick & Co.').describe(
    'The name of the brand: the same in every language, and unique.',
  ),
  description: localizedText('A description of the brand.', {
    en: 'Office classics with quiet details.',
    fr: 'Des classiques de bureau aux détails discrets.',
  }),
  page: z.boolean().describe('True if the website has a page for the brand.'),
});

export const brandsSchema = fileOf(
  'Brands',
  'The brands. The list of products shows brands that have a product.',
  {
    brands: referredTable('brand', brandSchema),
  },
);

const categorySchema = z.strictObject({
  name: localizedText('The name.', {
    en: 'Caps and tuques',
    'en-US': 'Caps and beanies',
    fr: 'Casquettes et tuques',
  }),
  order: withExample(z.int().positive(), 1).describe(
    'Position of the category, and of its products in the list.',
  ),
});

export const categoriesSchema = fileOf('Categories', 'The categories. Each product has one.', {
  categories: referredTable('category', categorySchema),
});

const tagSchema = z.strictObject({
  label: localizedText('The text of the label.', { en: 'New', fr: 'Nouveauté' }),
  rank: z
    .enum(['best-seller', 'new', 'other'])
    .describe('Position of tagged products in the list: best sellers first, then new ones.'),
});

export const tagsSchema = fileOf('Tags', 'Labels that promote products.', {
  tags: referredTable('tag', tagSchema),
});

const familySchema = z.strictObject({
  name: localizedText('The name.', { en: 'Grey', 'en-US': 'Gray', fr: 'Gris' }),
  hex: withExample(hexSchema, '#8E9196').describe('The colour that represents the family.'),
  ...optional({
    sortIndex: withExample(z.int().nonnegative(), 3).describe(
      'Position of the family, the lowest first.',
    ),
  }),
});

const colorSchema = z.strictObject({
  name: localizedText('The name.', { en: 'Navy', fr: 'Marine' }),
  ...optional({
    pms: withExample(plainTextSchema, 'PMS 2768 C').describe('The nearest Pantone colour.'),
  }),
  swatches: z
    .array(hexSchema.meta({ examples: ['#1B2745'] }))
    .describe(
      'The colour of the body, then of the trim or the second colour. If the list is empty, no picture is drawn.',
    ),
  families: uniqueList(referenceTo('families')).describe(
    'Colour families of the colour: ids of `families`.',
  ),
});

export const colorsSchema = fileOf('Colours', 'The colours of products.', {
  families: tableOf(
    familySchema.describe('A colour family.'),
    'Colour families, by id; shops filter by them.',
  ),
  colors: referredTable('colour', colorSchema),
});

const label = (en: string, fr: string) => localizedText('The label.', { en, fr });

/** Validates `facets.json`: each member, such as `fabrics`, maps the ids of terms to their labels. */
export const facetsSchema = fileOf(
  'Facets',
  'Lists of terms that products choose from; shops filter by them.',
  {
    for: tableOf(label('Women', 'Femmes'), 'The wearers of products, by id.'),
    inspiration: tableOf(label('At the office', 'Au bureau'), 'Occasions for products, by id.'),
    fabrics: tableOf(label('Cotton', 'Coton'), 'Fabrics that shops filter by, by id.'),
    materials: z
      .record(
        textLike(
          /^[A-Z0-9]+(-[A-Z0-9]+)*$/,
          'is not a material code: use capital letters, digits and hyphens, such as RPET',
        ),
        label('Recycled polyester', 'Polyester recyclé'),
      )
      .describe('Materials of products, by code. A product’s detail shows code and label.'),
  },
);

const decorationSchema = z.strictObject({
  name: localizedText('The name.', { en: 'Embroidery', fr: 'Broderie' }),
  note: localizedText('One line about the decoration, shown with each product.', {
    en: 'Up to 12 colours of thread.',
    'en-US': 'Up to 12 colors of thread.',
    fr: 'Jusqu’à 12 couleurs de fil.',
  }),
  icon: withExample(referenceTo('assets'), 'https://cdn.example.com/icons/embroidery.svg').describe(
    'The picture: a path below content/assets/, or an https address.',
  ),
  guide: localizedText('The paragraph about the decoration on the page about decorations.', {
    en: 'Send a vector file and keep letters at least 5 mm high.',
    fr: 'Envoyez un fichier vectoriel et gardez les lettres à 5 mm de hauteur au moins.',
  }),
});

export const decorationsSchema = fileOf('Decorations', 'The ways garments can be decorated.', {
  decorations: referredTable('decoration', decorationSchema),
});

const companySchema = z.strictObject({
  name: withExample(plainTextSchema, 'Maple Promo').describe(
    'The name of the company, for editors of this file.',
  ),
});

/** Validates `companies.json`, whose companies each have a listing of the products that they sell at present. */
export const companiesSchema = fileOf('Companies', 'The companies of the sync listing.', {
  companies: tableOf(
    companySchema.describe('A company, by its alias.'),
    `Every company, by the alias that active-products.csv and the sync listing use. No alias is "${allCompanies}".`,
  )
    .refine(
      (companies) => !Object.hasOwn(companies, allCompanies),
      `"${allCompanies}" is the listing of all companies; use another alias`,
    )
    .meta({ properties: { [allCompanies]: false } }),
});
