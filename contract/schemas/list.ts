/** Schema of the answer of `/v1/products` (specification, "Endpoints" and "Category and brand entries"). */
import { z } from 'zod';
import { locales } from '../locales.ts';
import { brandSchema, categorySchema } from './classification.ts';
import { described } from './described.ts';
import { productSummarySchema } from './product.ts';

/** Validates an answer of `/v1/products`. */
export const productListSchema = described(
  z.object({
    locale: described(z.enum(locales), {
      en: 'Locale of the answer.',
      fr: 'Paramètre régional de la réponse.',
      example: 'en-CA',
      frenchExample: 'fr-CA',
    }),
    products: described(z.array(productSummarySchema), {
      en: 'Best sellers first, then new products, then the rest; each group is sorted by category.',
      fr: 'D’abord les succès de vente, puis les nouveautés, puis les autres; chaque groupe est trié par catégorie.',
    }),
    categories: described(z.array(categorySchema), {
      en: 'The categories of the listed products.',
      fr: 'Catégories des produits listés.',
    }),
    brands: described(z.record(z.string(), brandSchema), {
      en: 'The brands of the listed products: a map whose key is the name of the brand.',
      fr: 'Marques des produits listés : un dictionnaire dont la clé est le nom de la marque.',
      example: {
        'Mill Lantern': {
          id: 'mill-lantern',
          name: 'Mill Lantern',
          description: 'Organic basics.',
          url: '',
        },
      },
    }),
  }),
  {
    id: 'ProductList',
    en: 'Every product of a locale, with public prices.',
    fr: 'Tous les produits d’un paramètre régional, avec les prix publics.',
  },
);

/** An answer of `/v1/products`. */
export type ProductList = z.infer<typeof productListSchema>;
