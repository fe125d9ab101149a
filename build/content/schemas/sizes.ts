/** The schemas of `sizes.json` and `size-charts.json`. */
import { z } from 'zod';
import { referenceTo } from './references.ts';
import { localizedText } from './text.ts';
import { fileOf, optional, tableOf, textLike, uniqueList, withExample } from './values.ts';

// Without commas, because pages and messages join names by commas.
const sizeNameSchema = textLike(
  /^[A-Za-z0-9][A-Za-z0-9.'/-]*( [A-Za-z0-9.'/-]+)*$/,
  "is not a size: use letters, digits and . ' / -, with single spaces between words, such as 2XL or One size",
);

export const sizesSchema = fileOf('Sizes', 'The sizes of products.', {
  sizes: uniqueList(sizeNameSchema.meta({ examples: ['2XL'] }))
    .min(1)
    .describe('Every size once, from small to large.'),
  ...optional({
    aliases: withExample(
      z.record(
        sizeNameSchema,
        sizeNameSchema.describe('The size that the alias stands for: one of `sizes`.'),
      ),
      { XXL: '2XL' },
    ).describe(
      'Other names for sizes in content files. The API always shows the names of `sizes`.',
    ),
  }),
});

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

const columnTitleSchema = localizedText('The title of a column: the measured part.', {
  en: 'Chest',
  fr: 'Tour de poitrine',
});

const sizeChartSchema = z.strictObject({
  label: localizedText('The title of the chart.', {
    en: 'Size chart, unisex tops',
    fr: 'Tableau des tailles, hauts unisexes',
  }),
  measures: z
    .array(z.union([referenceTo('measures'), columnTitleSchema]))
    .min(1)
    .describe('One column for each measure: an id of `measures`, or a title without a unit.'),
  rows: z
    .record(
      referenceTo('sizes'),
      withExample(z.array(z.number().positive().max(10_000)), [90, 70, 83.5]).describe(
        'The measures of a size in centimetres, in the order of `measures`.',
      ),
    )
    .describe('One row for each size, by a name of sizes.json. The United States get inches.'),
});

export const sizeChartsSchema = fileOf(
  'Size charts',
  'Measures of bodies or garments, in centimetres.',
  {
    measures: tableOf(
      measureSchema.describe('A measure, by the id that charts refer to.'),
      'Measures that several charts have, by id. The API shows the ids.',
    ).exactOptional(),
    charts: tableOf(
      sizeChartSchema.describe('A chart, by the id that products refer to.'),
      'Every size chart, by id.',
    ),
  },
);
