/**
 * Schemas of the prices that the API sends, in units of the currency such as 18.5 (specification, "Pricing object").
 */
import { z } from 'zod';
import { currencies } from '../locales.ts';
import { described } from './described.ts';

/**
 * Validates a price bracket: the price of one piece in a range of quantities. It has a markdown if `price` is lower
 * than `regularPrice`.
 */
export const priceTierSchema = described(
  z.object({
    minQuantity: described(z.int().positive(), {
      en: 'Smallest quantity of the bracket.',
      fr: 'Quantité minimale de la tranche.',
      example: 24,
    }),
    maxQuantity: described(z.int().positive().nullable(), {
      en: 'Largest quantity of the bracket; `null`: no maximum.',
      fr: 'Quantité maximale de la tranche; `null` : aucun maximum.',
      example: 143,
    }),
    price: described(z.number().nonnegative(), {
      en: 'Current price of one piece in the bracket.',
      fr: 'Prix actuel d’une pièce.',
      example: 15.5,
    }),
    regularPrice: described(z.number().nonnegative(), {
      en: 'Price before the markdown. Absent if the price is not marked down.',
      fr: 'Prix avant la démarque. Absent sans démarque.',
      example: 18.5,
    }).exactOptional(),
    until: described(z.iso.date(), {
      en: 'The last day on which the price applies, in the time zone of the catalogue. Absent if no end is set.',
      fr: 'Dernier jour où le prix s’applique, dans le fuseau horaire du catalogue. Absent si aucune fin n’est prévue.',
      example: '2027-01-31',
    }).exactOptional(),
  }),
  {
    id: 'PriceTier',
    en: 'Price of one piece in a quantity bracket; not the `priceTier` of an account.',
    fr: 'Prix d’une pièce dans une tranche de quantité, et non le `priceTier` d’un compte.',
  },
);

/**
 * Validates a size and its surcharge, which is added to the prices of all quantity brackets; `surcharge` is absent for
 * a size without surcharge.
 */
export const sizePriceSchema = described(
  z.object({
    name: described(z.string(), {
      en: 'Name of the size.',
      fr: 'Nom de la taille.',
      example: '2XL',
    }),
    surcharge: described(
      z.object({
        msrp: described(z.number().nonnegative(), {
          en: 'Added to each `msrp` price.',
          fr: 'S’ajoute à chaque prix de `msrp`.',
          example: 2.5,
        }).exactOptional(),
        net: described(z.number().nonnegative(), {
          en: 'Added to each `net` price. Only with a valid key.',
          fr: 'S’ajoute à chaque prix de `net`. Seulement avec une clé valide.',
          example: 1.5,
        }).exactOptional(),
      }),
      {
        en: 'Surcharge for a piece in this size. Absent if the size has no surcharge.',
        fr: 'Supplément par pièce. Absent s’il n’y en a pas.',
      },
    ).exactOptional(),
  }),
  {
    id: 'SizePrice',
    en: 'A size, and its surcharge if there is one.',
    fr: 'Une taille et son supplément éventuel.',
  },
);
const sizes = described(z.array(sizePriceSchema), {
  en: 'Every size, with its surcharge if there is one.',
  fr: 'Toutes les tailles, avec leur supplément éventuel.',
  example: [{ name: 'M' }, { name: '2XL', surcharge: { msrp: 2.5, net: 1.5 } }],
});

/** Validates the number of credits that an order includes for the design studio, a tool on the operator's website. */
export const designCreditsSchema = described(
  z.object({
    included: described(z.number().nonnegative(), {
      en: 'Number of credits for the design studio that are included in an order.',
      fr: 'Nombre de crédits qu’une commande comprend pour le studio de création.',
      example: 2,
    }),
    description: described(z.string(), {
      en: 'The same information as text, localized.',
      fr: 'La même information en texte, localisée.',
      example: '2 design credits included',
      frenchExample: '2 crédits de conception inclus',
    }),
  }),
  {
    id: 'DesignCredits',
    en: 'Credits for the design studio that are included in an order.',
    fr: 'Crédits qu’une commande comprend pour le studio de création.',
  },
);

const msrpExample = [
  { minQuantity: 24, maxQuantity: 143, price: 15.5, regularPrice: 18.5, until: '2027-01-31' },
  { minQuantity: 144, maxQuantity: null, price: 13.25, regularPrice: 15.75 },
];
const netExample = [
  { minQuantity: 24, maxQuantity: 143, price: 9.6 },
  { minQuantity: 144, maxQuantity: null, price: 8.2 },
];
const sku = described(z.string(), {
  en: 'SKU of the product.',
  fr: 'UGS du produit.',
  example: 'TEE100',
});
const currency = described(z.enum(currencies), {
  en: 'Currency of all prices in the same object (ISO 4217).',
  fr: 'Devise des prix du même objet (ISO 4217).',
  example: 'CAD',
});
const msrp = described(z.array(priceTierSchema), {
  en: 'Public price of one piece (MSRP), by quantity bracket.',
  fr: 'Prix public d’une pièce (PDSF), par tranche de quantité.',
  example: msrpExample,
});
const net = described(z.array(priceTierSchema), {
  en: 'Net price of one piece for the account, by quantity bracket.',
  fr: 'Prix net d’une pièce pour le compte, par tranche de quantité.',
  example: netExample,
});
const priceTier = described(z.string(), {
  en: 'Price tier of the account. A3 is the base tier for distributors.',
  fr: 'Niveau de prix du compte. A3 est le niveau de base des distributeurs.',
  example: 'A3',
});

const from = described(z.iso.date(), {
  en: 'The first day of these prices, in the time zone of the catalogue.',
  fr: 'Premier jour de ces prix, dans le fuseau horaire du catalogue.',
  example: '2027-02-01',
});
const upcomingTexts = {
  en: 'The next change of prices, if it is announced: all prices from that day on.',
  fr: 'Le prochain changement de prix, s’il est annoncé : tous les prix à partir de ce jour.',
};
/** Validates the next change of prices for an account. */
export const upcomingPricesSchema = described(z.object({ from, msrp, net }), {
  id: 'UpcomingPrices',
  ...upcomingTexts,
});
/** Validates the next change of prices in a detail; `net` only with a key. */
const upcomingInDetailSchema = described(z.object({ from, msrp, net: net.exactOptional() }), {
  id: 'UpcomingInDetail',
  ...upcomingTexts,
});

/** Validates the prices of a product in the list: MSRP only, without `net` and `sizes`. */
export const summaryPricingSchema = described(
  z.object({
    currency,
    msrp,
    designCredits: designCreditsSchema.exactOptional(),
  }),
  {
    id: 'SummaryPricing',
    en: 'Public prices of a product in the list.',
    fr: 'Prix publics d’un produit de la liste.',
  },
);

/**
 * Validates the prices in a product's detail. `net` and `priceTier` are present only in answers to a request
 * with a valid API key.
 */
export const detailPricingSchema = described(
  z.object({
    currency,
    msrp,
    net: described(z.array(priceTierSchema), {
      en: 'Net price of one piece for the account, by quantity bracket. Only with a valid key.',
      fr: 'Prix net d’une pièce pour le compte, par tranche de quantité. Seulement avec une clé valide.',
      example: netExample,
    }).exactOptional(),
    priceTier: priceTier.exactOptional(),
    sizes,
    designCredits: designCreditsSchema.exactOptional(),
    upcoming: upcomingInDetailSchema.exactOptional(),
  }),
  {
    id: 'DetailPricing',
    en: 'Prices of a product; net prices only with a valid key.',
    fr: 'Prix d’un produit; les prix nets seulement avec une clé valide.',
  },
);

/** Validates an answer of `/v1/products/{sku}/pricing`. */
export const productPricingSchema = described(
  z.object({
    sku,
    currency,
    priceTier,
    msrp,
    net,
    sizes,
    upcoming: upcomingPricesSchema.exactOptional(),
  }),
  {
    id: 'ProductPricing',
    en: "One product's prices for the key's account.",
    fr: 'Prix d’un produit pour le compte associé à la clé.',
  },
);

/**
 * Validates an answer of `/v1/products/pricing`, which has one entry per product of the locale, sorted by SKU. Does not
 * check the order.
 */
export const catalogPricingSchema = described(
  z.object({
    release: described(z.string(), {
      en: 'Id of the release that the prices belong to, as in `GET /v1/health`.',
      fr: 'Identifiant de la version dont proviennent les prix, comme dans `GET /v1/health`.',
      example: '5f2c09d1a7b3e846',
    }),
    currency,
    priceTier,
    products: described(
      z.array(
        z.object({
          sku,
          msrp,
          net,
          sizes,
          upcoming: upcomingPricesSchema.exactOptional(),
        }),
      ),
      {
        en: 'Every product of the locale, sorted by SKU.',
        fr: 'Tous les produits du paramètre régional, triés par UGS.',
      },
    ),
  }),
  {
    id: 'CatalogPricing',
    en: "Every product's prices for the key's account.",
    fr: 'Prix de tous les produits pour le compte associé à la clé.',
  },
);

/**
 * A price bracket: the price of one piece in a range of quantities. Unrelated to `priceTier`, the tier of an account.
 */
export type PriceTier = z.infer<typeof priceTierSchema>;
/** A size and its surcharge. */
export type SizePrice = z.infer<typeof sizePriceSchema>;
/** An answer of `/v1/products/{sku}/pricing`. */
export type ProductPricing = z.infer<typeof productPricingSchema>;
/** An answer of `/v1/products/pricing`. */
export type CatalogPricing = z.infer<typeof catalogPricingSchema>;
