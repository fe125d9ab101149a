/** The schema of `tags.json`: the labels that promote products. */
import { z } from 'zod';
import { localizedText } from './text.ts';
import { editorSchemaMember as $schema, tableOf } from './values.ts';

const tagSchema = z.strictObject({
  label: localizedText('The text of the label.', { en: 'New', fr: 'Nouveauté' }),
  rank: z
    .enum(['best-seller', 'new', 'other'])
    .describe('Position of tagged products in the list: best sellers first, then new ones.'),
});

/** Validates `tags.json`; its member `tags` maps id → tag. */
export const tagsSchema = z
  .strictObject({
    $schema,
    tags: tableOf(tagSchema.describe('A tag, by the id that products refer to.')).describe(
      'Every tag, by id.',
    ),
  })
  .meta({ title: 'Tags', description: 'Labels that promote products.' });
