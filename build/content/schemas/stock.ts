/**
 * The schema of `inventory.json`: facts about the whole stock, such as the time of the count. Product details
 * take their `asOf` from the rows of `inventory.csv` instead, so that a daily change of `inventory.json` does
 * not change every detail.
 */
import { z } from 'zod';
import { editorSchemaMember as $schema, momentSchema } from './values.ts';

/** Validates `inventory.json`, which contains the time at which the stock of `inventory.csv` was counted. */
export const stockSchema = z
  .strictObject({
    $schema,
    asOf: momentSchema.meta({
      description: 'When the stock of inventory.csv was counted (ISO 8601).',
      examples: ['2026-11-20T06:00:00-05:00'],
    }),
  })
  .meta({
    title: 'Stock',
    description: 'Facts about the whole stock. The file is optional.',
  });
