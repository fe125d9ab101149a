/** The schemas of `sizes.json` and `size-charts.json`. */
import { z } from 'zod';
import { referenceTo } from './references.ts';
import { localizedText } from './text.ts';
import { editorSchemaMember as $schema, refuseDuplicates, tableOf, textLike } from './values.ts';

/**
 * Validates the name of a size: words with single spaces between them. Commas are excluded, because pages and
 * messages join names by commas.
 */
const sizeNameSchema = textLike(
  /^[A-Za-z0-9][A-Za-z0-9.'/-]*( [A-Za-z0-9.'/-]+)*$/,
  "is not a size: use letters, digits and . ' / -, with single spaces between words, such as 2XL or One size",
);

/** Validates `sizes.json`: the list of sizes from small to large (`sizes`), and alias → size (`aliases`, optional). */
export const sizesSchema = z
  .strictObject({
    $schema,
    sizes: z
      .array(sizeNameSchema.meta({ examples: ['2XL'] }))
      .min(1)
      .superRefine(refuseDuplicates)
      .meta({ description: 'Every size once, from small to large.', uniqueItems: true }),
    aliases: z
      .record(
        sizeNameSchema,
        sizeNameSchema.meta({ description: 'The size that the alias stands for: one of `sizes`.' }),
      )
      .meta({
        description:
          'Other names for sizes in content files. The API always shows the names of `sizes`.',
        examples: [{ XXL: '2XL' }],
      })
      .exactOptional(),
  })
  .meta({ title: 'Sizes', description: 'The sizes of products.' });

const measureSchema = z.strictObject({
  name: localizedText('The title of the column: the measured part.', {
    en: 'Chest',
    fr: 'Tour de poitrine',
  }),
  how: localizedText('How to measure.', {
    en: 'Around the fullest part of the chest, under the arms.',
    fr: 'Autour de la partie la plus forte de la poitrine, sous les bras.',
  }).exactOptional(),
});

const sizeChartSchema = z.strictObject({
  label: localizedText('The title of the chart.', {
    en: 'Size chart, unisex tops',
    fr: 'Tableau des tailles, hauts unisexes',
  }),
  measures: z
    .array(
      z.union([
        referenceTo('measures'),
        localizedText('The title of a column: the measured part.', {
          en: 'Chest',
          fr: 'Tour de poitrine',
        }),
      ]),
    )
    .min(1)
    .describe('One column for each measure: an id of `measures`, or a title without a unit.'),
  rows: z
    .record(
      referenceTo('sizes'),
      z.array(z.number().positive().max(10_000)).meta({
        description: 'The measures of a size in centimetres, in the order of `measures`.',
        examples: [[90, 70, 83.5]],
      }),
    )
    .describe('One row for each size, by a name of sizes.json. The United States get inches.'),
});

/** Validates `size-charts.json`; its members map id → measure (`measures`, optional) and id → size chart (`charts`). */
export const sizeChartsSchema = z
  .strictObject({
    $schema,
    measures: tableOf(measureSchema.describe('A measure, by the id that charts refer to.'))
      .describe('Measures that several charts have, by id. The API shows the ids.')
      .exactOptional(),
    charts: tableOf(
      sizeChartSchema.describe('A chart, by the id that products refer to.'),
    ).describe('Every size chart, by id.'),
  })
  .meta({ title: 'Size charts', description: 'Measures of bodies or garments, in centimetres.' });
