/**
 * Schemas of the prices that the API sends, in units of the currency such as 18.5 (specification, "Pricing object").
 */
import { z } from 'zod';
import { currencies } from '../locales.ts';

/**
 * Validates a price bracket: the price of one piece in a range of quantities. It has a markdown if `price` is lower
 * than `regularPrice`.
 */
export const priceTierSchema = z
  .object({
    minQuantity: z.int().positive().describe('Smallest quantity of the bracket.'),
    maxQuantity: z
      .int()
      .positive()
      .nullable()
      .describe('Largest quantity of the bracket; `null`: no maximum.'),
    price: z.number().nonnegative().describe('Current price of one piece in the bracket.'),
    regularPrice: z
      .number()
      .nonnegative()
      .exactOptional()
      .describe('Price before the markdown. Absent if the price is not marked down.'),
    until: z.iso
      .date()
      .exactOptional()
      .describe(
        'The last day on which the price applies, in the time zone of the catalogue. Absent if no end is set.',
      ),
  })
  .meta({
    id: 'PriceTier',
    description: 'Price of one piece in a quantity bracket; not the `priceTier` of an account.',
  });

/**
 * Validates a size and its surcharge, which is added to the prices of all quantity brackets; `surcharge` is absent for
 * a size without surcharge.
 */
export const sizePriceSchema = z
  .object({
    name: z.string().describe('Name of the size.'),
    surcharge: z
      .object({
        msrp: z.number().nonnegative().exactOptional().describe('Added to each `msrp` price.'),
        net: z
          .number()
          .nonnegative()
          .exactOptional()
          .describe('Added to each `net` price. Only with a valid key.'),
      })
      .exactOptional()
      .describe('Surcharge for a piece in this size. Absent if the size has no surcharge.'),
  })
  .meta({ id: 'SizePrice', description: 'A size, and its surcharge if there is one.' });
const sizes = z.array(sizePriceSchema).describe('Every size, with its surcharge if there is one.');

/** Validates the number of credits that an order includes for the design studio, a tool on the operator's website. */
export const designCreditsSchema = z
  .object({
    included: z
      .number()
      .nonnegative()
      .describe('Number of credits for the design studio that are included in an order.'),
    description: z.string().describe('The same information as text, localized.'),
  })
  .meta({
    id: 'DesignCredits',
    description: 'Credits for the design studio that are included in an order.',
  });

const sku = z.string().describe('SKU of the product.');
const currency = z
  .enum(currencies)
  .describe('Currency of all prices in the same object (ISO 4217).');
const msrp = z
  .array(priceTierSchema)
  .describe('Public price of one piece (MSRP), by quantity bracket.');
const net = z
  .array(priceTierSchema)
  .describe('Net price of one piece for the account, by quantity bracket.');
const priceTier = z
  .string()
  .describe('Price tier of the account. A3 is the base tier for distributors.');

/** Validates the prices of a product in the list: MSRP only, without `net` and `sizes`. */
export const summaryPricingSchema = z
  .object({
    currency,
    msrp,
    designCredits: designCreditsSchema.exactOptional(),
  })
  .meta({ id: 'SummaryPricing', description: 'Public prices of a product in the list.' });

/**
 * Validates the prices in a product's detail. `net` and `priceTier` are present only in answers to a request
 * with a valid API key.
 */
export const detailPricingSchema = z
  .object({
    currency,
    msrp,
    net: z
      .array(priceTierSchema)
      .exactOptional()
      .describe(
        'Net price of one piece for the account, by quantity bracket. Only with a valid key.',
      ),
    priceTier: priceTier.exactOptional(),
    sizes,
    designCredits: designCreditsSchema.exactOptional(),
  })
  .meta({
    id: 'DetailPricing',
    description: 'Prices of a product; net prices only with a valid key.',
  });

/** Validates an answer of `/v1/products/{sku}/pricing`. */
export const productPricingSchema = z
  .object({
    sku,
    currency,
    priceTier,
    msrp,
    net,
    sizes,
  })
  .meta({ id: 'ProductPricing', description: "One product's prices for the key's account." });

/**
 * Validates an answer of `/v1/products/pricing`, which has one entry per product of the locale, sorted by SKU. Does not
 * check the order.
 */
export const catalogPricingSchema = z
  .object({
    release: z
      .string()
      .describe('Id of the release that the prices belong to, as in `GET /v1/health`.'),
    currency,
    priceTier,
    products: z
      .array(
        z.object({
          sku,
          msrp,
          net,
          sizes,
        }),
      )
      .describe('Every product of the locale, sorted by SKU.'),
  })
  .meta({ id: 'CatalogPricing', description: "Every product's prices for the key's account." });

/**
 * Validates an answer of `/v1/products/pricing` as Redis stores it: without the release id, so that unchanged
 * prices can be copied to the next release.
 */
export const storedPricingSchema = catalogPricingSchema.omit({ release: true });

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
/** An answer of `/v1/products/pricing` without the release id, as Redis stores it. */
export type StoredPricing = z.infer<typeof storedPricingSchema>;
