/** Schema of the answer of `/v1/products/inventory`. */
import { z } from 'zod';
import { described } from './described.ts';
import { productDetailSchema } from './product.ts';

/** Validates an answer of `/v1/products/inventory`. */
export const inventorySchema = described(
  z.object({
    asOf: described(z.iso.datetime({ offset: true }), {
      en: 'When the stock as a whole was counted, according to the operator; absent if that is not known. The `asOf` of a product comes from its own counts.',
      fr: 'Moment du comptage général, selon l’exploitant; absent s’il est inconnu. L’`asOf` d’un produit vient de ses propres comptages.',
      example: '2026-11-20T06:00:00-05:00',
    }).exactOptional(),
    release: described(z.string(), {
      en: 'Id of the release that the stock belongs to.',
      fr: 'Identifiant de la version dont proviennent les stocks.',
      example: '5f2c09d1a7b3e846',
    }),
    products: described(
      z.array(productDetailSchema.pick({ sku: true, asOf: true, inventory: true })),
      {
        en: 'Every product of the locale, sorted by SKU.',
        fr: 'Tous les produits du paramètre régional, triés par UGS.',
      },
    ),
  }),
  { id: 'Inventory', en: "Every product's stock.", fr: 'Stocks de tous les produits.' },
);

/** An answer of `/v1/products/inventory`: the stock of all products of a locale. */
export type Inventory = z.infer<typeof inventorySchema>;
