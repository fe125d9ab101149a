/** `inventory.json`: what is said of the stock as a whole. Products are not made from it, so that it may change daily. */
import { z } from 'zod';
import { editorSchemaMember as $schema, textLike } from './values.ts';

const noMoment = 'is not a moment: write date, time and zone, such as 2027-01-31T06:00:00-05:00';

export const stockSchema = z
  .strictObject({
    $schema,
    asOf: textLike(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?(Z|[+-]\d{2}:\d{2})$/, noMoment)
      .refine((text) => z.iso.datetime({ offset: true }).safeParse(text).success, noMoment)
      .meta({
        description: 'When the stock of inventory.csv was counted (ISO 8601).',
        examples: ['2026-11-20T06:00:00-05:00'],
      }),
  })
  .describe('What is said of the stock as a whole. The file may be missing.');
