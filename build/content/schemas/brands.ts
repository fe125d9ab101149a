/** The schema of `brands.json`. */
import { z } from 'zod';
import { localizedText, plainTextSchema } from './text.ts';
import { editorSchemaMember as $schema, tableOf } from './values.ts';

const brandSchema = z.strictObject({
  name: plainTextSchema.meta({
    description: 'The name of the brand: the same in every language, and unique.',
    examples: ['Fernwick & Co.'],
  }),
  description: localizedText('A description of the brand.', {
    en: 'Office classics with quiet details.',
    fr: 'Des classiques de bureau aux détails discrets.',
  }),
  page: z.boolean().describe('True if the website has a page for the brand.'),
});

/** Validates `brands.json`; its member `brands` maps id → brand. */
export const brandsSchema = z
  .strictObject({
    $schema,
    brands: tableOf(brandSchema.describe('A brand, by the id that products refer to.')).describe(
      'Every brand, by id.',
    ),
  })
  .meta({
    title: 'Brands',
    description: 'The brands. The list of products shows brands that have a product.',
  });
