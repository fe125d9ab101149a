/** Schema of the stock of a variant: a colour in a size. */
import { z } from 'zod';
import { described, identifier, localizedName } from './described.ts';
import { shippingSchema } from './shipping.ts';

const stockLocationSchema = described(
  z.object({
    id: identifier('montreal'),
    name: localizedName('Montréal', 'Montréal'),
    quantity: described(z.number(), {
      en: 'Pieces in stock at the location.',
      fr: 'Pièces en stock à cet emplacement.',
      example: 840,
    }),
    incoming: described(z.number(), {
      en: 'Pieces on the way to the location.',
      fr: 'Pièces en route vers l’emplacement.',
      example: 600,
    }).exactOptional(),
    incomingDate: described(z.iso.date(), {
      en: 'The day on which the incoming pieces are expected.',
      fr: 'Jour où les pièces en route sont attendues.',
      example: '2027-01-31',
    }).exactOptional(),
  }),
  {
    id: 'StockLocation',
    en: 'The stock of a colour and size at one location.',
    fr: 'Stock d’une couleur et d’une taille à un emplacement.',
  },
);

/** Validates the stock of a variant. */
export const variantStockSchema = described(
  z.object({
    colorId: described(z.string(), {
      en: 'The `id` of a colour in the product detail.',
      fr: 'L’`id` d’une couleur dans la fiche du produit.',
      example: 'navy',
    }),
    size: described(z.string(), {
      en: 'Name of a size in `pricing.sizes`.',
      fr: 'Nom d’une taille de `pricing.sizes`.',
      example: 'M',
    }),
    partId: described(z.string(), {
      en: 'Id of this colour and size in orders. It is never reused for another colour or size.',
      fr: 'Identifiant de cette couleur et de cette taille dans les commandes. Il n’est jamais réutilisé.',
      example: 'TEE100-NVY-M',
    }).exactOptional(),
    gtin: described(z.string(), {
      en: 'The GTIN as printed on the label: 8, 12, 13 or 14 digits, including any leading zeros.',
      fr: 'GTIN imprimé sur l’étiquette : 8, 12, 13 ou 14 chiffres, zéros initiaux compris.',
      example: '6291041500213',
    }).exactOptional(),
    shipping: described(shippingSchema, {
      en: 'The trade data in which this variant differs from the product.',
      fr: 'Données commerciales qui diffèrent de celles du produit.',
      example: { pieceWeight: { value: 190, unit: 'g' } },
    }).exactOptional(),
    quantity: described(z.number(), {
      en: 'Pieces that can be shipped to the country of the locale. If there are `locations`, this is the sum of their quantities.',
      fr: 'Pièces qui peuvent être expédiées dans le pays du paramètre régional; si `locations` est présent, la somme de ses quantités.',
      example: 1240,
    }),
    locations: described(z.array(stockLocationSchema), {
      en: "The stock at each location that ships to the locale's country. Absent if the stock is not known by location. An order ships from one location, so it can have at most the `quantity` of one location.",
      fr: 'Stocks de chaque emplacement qui expédie vers le pays du paramètre régional. Absents s’ils ne sont pas connus par emplacement. Une commande part d’un seul emplacement : elle ne peut donc pas dépasser la `quantity` d’un emplacement.',
      example: [
        { id: 'montreal', name: 'Montréal', quantity: 840 },
        {
          id: 'calgary',
          name: 'Calgary',
          quantity: 400,
          incoming: 600,
          incomingDate: '2027-01-31',
        },
      ],
    }).exactOptional(),
  }),
  {
    id: 'VariantStock',
    en: 'The stock of a colour in a size.',
    fr: 'Stock d’une couleur dans une taille.',
  },
);
