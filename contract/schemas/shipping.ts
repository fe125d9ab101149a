/** Schema of the trade data of a product: weights, cartons, origin, customs code and lead time. */
import { z } from 'zod';
import { described } from './described.ts';

/** Units of weights. */
export const weightUnits = ['g', 'kg', 'oz', 'lb'] as const;
/** Units of the sides of cartons. */
export const lengthUnits = ['cm', 'in'] as const;

/** Validates a weight. */
export const weightSchema = z.object({
  value: described(z.number().positive(), { en: 'Weight.', fr: 'Poids.', example: 176 }),
  unit: described(z.enum(weightUnits), { en: 'Unit.', fr: 'Unité.', example: 'g' }),
});

/** Validates the outer measures of a carton. */
export const cartonSchema = z.object({
  length: described(z.number().positive(), { en: 'Length.', fr: 'Longueur.', example: 60 }),
  width: described(z.number().positive(), { en: 'Width.', fr: 'Largeur.', example: 40 }),
  height: described(z.number().positive(), { en: 'Height.', fr: 'Hauteur.', example: 32 }),
  unit: described(z.enum(lengthUnits), { en: 'Unit.', fr: 'Unité.', example: 'cm' }),
});

/** Validates a lead time. */
export const leadTimeSchema = z.object({
  minimum: described(z.int().nonnegative(), { en: 'At least.', fr: 'Au moins.', example: 2 }),
  maximum: described(z.int().nonnegative(), { en: 'At most.', fr: 'Au plus.', example: 5 }),
});

/** Validates trade data; on a variant, only the members that differ from those of the product. */
export const shippingSchema = described(
  z.object({
    pieceWeight: described(weightSchema, {
      en: 'Weight of one piece.',
      fr: 'Poids d’une pièce.',
    }).exactOptional(),
    casePack: described(z.int().positive(), {
      en: 'Pieces in a full carton.',
      fr: 'Pièces dans un carton plein.',
      example: 48,
    }).exactOptional(),
    cartonWeight: described(weightSchema, {
      en: 'Weight of a full carton.',
      fr: 'Poids d’un carton plein.',
      example: { value: 9.1, unit: 'kg' },
    }).exactOptional(),
    carton: described(cartonSchema, {
      en: 'Outer measures of a carton.',
      fr: 'Dimensions extérieures d’un carton.',
    }).exactOptional(),
    originCountries: described(z.array(z.string()), {
      en: 'Countries in which it is made (ISO 3166-1 alpha-2).',
      fr: 'Pays de fabrication (ISO 3166-1 alpha-2).',
      example: ['HN', 'NI'],
    }).exactOptional(),
    hsCode: described(z.string(), {
      en: 'Customs code of the Harmonized System: 6, 8 or 10 digits.',
      fr: 'Code douanier du Système harmonisé : 6, 8 ou 10 chiffres.',
      example: '610910',
    }).exactOptional(),
    leadTime: described(leadTimeSchema, {
      en: 'Business days from the order to the shipment.',
      fr: 'Jours ouvrables de la commande à l’expédition.',
    }).exactOptional(),
  }),
  {
    id: 'Shipping',
    en: 'Trade data of the product; each member may be absent.',
    fr: 'Données commerciales du produit; chaque membre peut être absent.',
  },
);

/** Trade data of a product or variant. */
export type Shipping = z.infer<typeof shippingSchema>;
