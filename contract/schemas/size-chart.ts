/** Schema of the size chart of a product: its measures as numbers. */
import { z } from 'zod';
import { described, identifier, localizedName } from './described.ts';

const measureSchema = z.object({
  id: identifier('chest'),
  name: localizedName('Chest', 'Tour de poitrine'),
  how: described(z.string(), {
    en: 'How to measure, localized.',
    fr: 'Comment mesurer, localisé.',
    example: 'Around the fullest part of the chest.',
    frenchExample: 'Autour de la partie la plus forte de la poitrine.',
  }).exactOptional(),
  values: described(z.record(z.string(), z.number()), {
    en: 'Name of a size in `pricing.sizes` → value in `unit`.',
    fr: 'Nom d’une taille de `pricing.sizes` → valeur en `unit`.',
    example: { M: 98, '2XL': 126 },
  }),
});

/** Validates the size chart of a product. */
export const sizeChartSchema = described(
  z.object({
    id: identifier('unisex-tops'),
    unit: described(z.enum(['cm', 'in']), {
      en: 'Unit of all values: centimetres in Canada, inches in the United States.',
      fr: 'Unité des valeurs : le centimètre au Canada, le pouce aux États-Unis.',
      example: 'cm',
    }),
    measures: described(z.array(measureSchema), {
      en: 'The measures, in the order to show.',
      fr: 'Les mesures, dans l’ordre d’affichage.',
    }),
  }),
  {
    id: 'SizeChart',
    en: 'Measures of each size of the product. Absent if the product has no size chart.',
    fr: 'Mesures de chaque taille du produit. Absentes si le produit n’a pas de tableau des tailles.',
  },
);

/** The size chart of a product. */
export type SizeChart = z.infer<typeof sizeChartSchema>;
