/** The schema of `colors.json`: the colours and colour families. */
import { z } from 'zod';
import { referenceTo } from './references.ts';
import { localizedText, plainTextSchema } from './text.ts';
import { editorSchemaMember as $schema, hexSchema, refuseDuplicates, tableOf } from './values.ts';

const familySchema = z.strictObject({
  name: localizedText('The name.', { en: 'Grey', 'en-US': 'Gray', fr: 'Gris' }),
  hex: hexSchema.meta({
    description: 'The colour that represents the family.',
    examples: ['#8E9196'],
  }),
  sortIndex: z
    .int()
    .nonnegative()
    .meta({ description: 'Position of the family, the lowest first.', examples: [3] })
    .exactOptional(),
});

const colorSchema = z.strictObject({
  name: localizedText('The name.', { en: 'Navy', fr: 'Marine' }),
  pms: plainTextSchema
    .meta({ description: 'The nearest Pantone colour.', examples: ['PMS 2768 C'] })
    .exactOptional(),
  swatches: z
    .array(hexSchema.meta({ examples: ['#1B2745'] }))
    .describe(
      'The colour of the body, then of the trim or the second colour. If the list is empty, no ' +
        'picture is drawn.',
    ),
  families: z
    .array(referenceTo('families'))
    .superRefine(refuseDuplicates)
    .meta({ description: 'Colour families of the colour: ids of `families`.', uniqueItems: true }),
});

/** Validates `colors.json`; its members map id → colour (`colors`) and id → colour family (`families`). */
export const colorsSchema = z
  .strictObject({
    $schema,
    families: tableOf(familySchema.describe('A colour family.')).describe(
      'Colour families, by id; shops filter by them.',
    ),
    colors: tableOf(colorSchema.describe('A colour, by the id that products refer to.')).describe(
      'Every colour, by id.',
    ),
  })
  .meta({ title: 'Colours', description: 'The colours of products.' });
