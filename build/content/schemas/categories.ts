/** The schema of `categories.json`. */
import { z } from 'zod';
import { localizedText } from './text.ts';
import { editorSchemaMember as $schema, tableOf } from './values.ts';

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
      description: 'Position of the category, and of its products in the list.',
      examples: [1],
    }),
});

/** Validates `categories.json`; its member `categories` maps id → category. */
export const categoriesSchema = z
  .strictObject({
    $schema,
    categories: tableOf(
      categorySchema.describe('A category, by the id that products refer to.'),
    ).describe('Every category, by id.'),
  })
  .meta({ title: 'Categories', description: 'The categories. Each product has one.' });
