/** The schema of `locations.json`: the locations of stock. */
import { z } from 'zod';
import { markets } from '../../../contract/locales.ts';
import { countrySchema } from './shipping.ts';
import { localizedText } from './text.ts';
import { editorSchemaMember as $schema, refuseDuplicates, tableOf } from './values.ts';

const locationSchema = z.strictObject({
  name: localizedText('The name that buyers see.', { en: 'Montréal', fr: 'Montréal' }),
  country: countrySchema.meta({
    description: 'The country of the location (ISO 3166-1 alpha-2).',
    examples: ['CA'],
  }),
  markets: z
    .array(z.enum(markets))
    .min(1)
    .superRefine(refuseDuplicates)
    .meta({
      description:
        'The markets to which the location ships. Its stock counts only in their locales.',
      examples: [['CA', 'US']],
      uniqueItems: true,
    }),
});

/** Validates `locations.json`; its member `locations` maps id → location. */
export const locationsSchema = z
  .strictObject({
    $schema,
    locations: tableOf(
      locationSchema.describe('A location, by the id that inventory.csv refers to.'),
    ).describe('Every location, by id, in the order in which products show them.'),
  })
  .meta({
    title: 'Locations',
    description: 'The locations of stock. The file is optional.',
  });
