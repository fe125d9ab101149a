/** The schemas of `locations.json`, the locations of stock, and of `inventory.json`, facts about the whole stock. */
import { z } from 'zod';
import { markets } from '../../../contract/locales.ts';
import { countrySchema } from './shipping.ts';
import { localizedText } from './text.ts';
import { fileOf, momentSchema, tableOf, uniqueList, withExample } from './values.ts';

const locationSchema = z.strictObject({
  name: localizedText('The name that buyers see.', { en: 'Montréal', fr: 'Montréal' }),
  country: withExample(countrySchema, 'CA').describe(
    'The country of the location (ISO 3166-1 alpha-2).',
  ),
  markets: withExample(uniqueList(z.enum(markets)).min(1), ['CA', 'US']).describe(
    'The markets to which the location ships. Its stock counts only in their locales.',
  ),
});

export const locationsSchema = fileOf(
  'Locations',
  'The locations of stock. The file is optional.',
  {
    locations: tableOf(
      locationSchema.describe('A location, by the id that inventory.csv refers to.'),
      'Every location, by id, in the order in which products show them.',
    ),
  },
);

/**
 * Validates `inventory.json`. Details take their `asOf` from `inventory.csv` instead, so that a daily change of this file
 * does not change every detail.
 */
export const stockSchema = fileOf('Stock', 'Facts about the whole stock. The file is optional.', {
  asOf: withExample(momentSchema, '2026-11-20T06:00:00-05:00').describe(
    'When the stock of inventory.csv was counted (ISO 8601).',
  ),
});
