/** `inventory.json`: what is said of the stock as a whole. Products are not made from it, so that it may change daily. */
import { z } from 'zod';
import { editorSchemaMember as $schema, textLike } from './values.ts';

const noMoment = 'is not a moment: write date, time and zone, such as 2027-01-31T06:00:00-05:00';

const moment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?(Z|[+-]\d{2}:\d{2})$/;

/** What has the form of a moment may still be none, such as the 30th of February. */
const isReal = (text: string) =>
  !moment.test(text) || z.iso.datetime({ offset: true }).safeParse(text).success;

export const stockSchema = z
  .strictObject({
    $schema,
    asOf: textLike(moment, noMoment)
      .refine(isReal, noMoment)
      .meta({
        description: 'When the stock of inventory.csv was counted (ISO 8601).',
        examples: ['2026-11-20T06:00:00-05:00'],
      }),
  })
  .meta({
    title: 'Stock',
    description: 'What is said of the stock as a whole. The file may be missing.',
  });
