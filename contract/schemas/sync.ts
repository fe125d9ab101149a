/** Schemas of the answer of `/v1/sync/activeProduct` and of the body of its errors (specification, "Endpoints"). */
import { z } from 'zod';
import { described, localizedName } from './described.ts';

/** Validates an active product in the sync listing: one that at least one company sells. */
export const syncItemSchema = described(
  z.object({
    sku: described(z.string(), {
      en: 'SKU of the product.',
      fr: 'UGS du produit.',
      example: 'TEE100',
    }),
    slug: described(z.string(), {
      en: 'Lower-case form of the SKU.',
      fr: 'UGS en minuscules.',
      example: 'tee100',
    }),
    productName: localizedName('Everyday T-shirt', 'T-shirt de tous les jours'),
    brand: described(z.string(), {
      en: 'Name of the brand.',
      fr: 'Nom de la marque.',
      example: 'Mill Lantern',
    }),
    category: described(z.string(), {
      en: 'Name of its category, localized.',
      fr: 'Nom de sa catégorie, localisé.',
      example: 'T-shirts',
    }),
    companies: described(z.array(z.string()), {
      en: 'Aliases of the companies that sell the product.',
      fr: 'Alias des entreprises qui vendent le produit.',
      example: ['maple-promo'],
    }),
    status: described(z.literal('active'), {
      en: 'Status of the product.',
      fr: 'Statut du produit.',
    }),
    url: described(z.string().meta({ format: 'uri' }), {
      en: 'Address of the product detail.',
      fr: 'Adresse de la fiche du produit.',
      example: 'https://catalogue.example/v1/products/TEE100?locale=en-CA',
    }),
    updatedAt: described(z.iso.datetime(), {
      en: 'When the bytes of the product detail last changed in this locale.',
      fr: 'Dernier changement des octets de la fiche pour ce paramètre régional.',
      example: '2026-11-21T16:10:09.318Z',
    }),
    revision: described(z.string(), {
      en: 'The first 16 hexadecimal digits of the SHA-256 of the uncompressed product detail, as read without a key. It changes only if the detail changes. Compare it with the revision that you stored or computed for your copy. If they differ, your detail is older or newer than the listing: ask for the changes. If they still differ, retry later.',
      fr: 'Les 16 premiers chiffres hexadécimaux du SHA-256 de la fiche publique non compressée. Ils ne changent que si la fiche change. Si ceux de votre copie diffèrent, votre fiche est plus ancienne ou plus récente que la liste : demandez les changements. S’ils diffèrent encore, réessayez plus tard.',
      example: '9b1f22c07de4a135',
    }),
  }),
  {
    id: 'SyncItem',
    en: 'A product that at least one company sells now.',
    fr: 'Un produit qu’au moins une entreprise vend en ce moment.',
  },
);

/** Validates an answer of `/v1/sync/activeProduct`. */
export const syncListingSchema = described(z.array(syncItemSchema), {
  id: 'SyncListing',
  en: 'Active products, sorted by SKU.',
  fr: 'Produits actifs, triés par UGS.',
});

/** Validates the body of an error of the sync route. */
export const plainErrorSchema = described(z.object({ error: z.string() }), {
  id: 'PlainError',
  en: 'Body of the 400 and 502 of the sync route; its other errors are problem documents.',
  fr: 'Corps des 400 et 502 de la route de synchronisation; ses autres erreurs sont des documents de problème.',
});

/** An active product in the sync listing: one that at least one company sells. */
export type SyncItem = z.infer<typeof syncItemSchema>;
/** The body of an error of the sync route. */
export type PlainError = z.infer<typeof plainErrorSchema>;
