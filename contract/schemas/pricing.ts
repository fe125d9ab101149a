/** Prices as the API sends them (spec, "Pricing object"). */
import { z } from 'zod';
import { currencies } from '../locales.ts';

/** A quantity bracket. It is a markdown when `regularPrice` is there and `price` is lower. */
export const priceTierSchema = z
  .object({
    minQuantity: z.int().positive().describe('Smallest quantity of the bracket.'),
    maxQuantity: z
      .int()
      .positive()
      .nullable()
      .describe('Largest quantity of the bracket; null means no upper bound.'),
    price: z.number().nonnegative().describe('Current price of one piece in the bracket.'),
    regularPrice: z
      .number()
      .nonnegative()
      .exactOptional()
      .describe('Price before the markdown; the tier is discounted when price is lower.'),
    until: z.iso
      .date()
      .exactOptional()
      .describe('The last day of the price, if it has one, in the time zone of the catalogue.'),
  })
  .meta({ id: 'PriceTier', description: 'Price of one piece in a quantity bracket.' });

/** A size with what it costs more than the bracket's price; no `surcharge` where it costs nothing more. */
export const sizePriceSchema = z
  .object({
    name: z.string(),
    surcharge: z
      .object({
        msrp: z.number().nonnegative().exactOptional(),
        net: z.number().nonnegative().exactOptional().describe('Only with an account key.'),
      })
      .exactOptional(),
  })
  .meta({ id: 'SizePrice', description: 'A size, and its surcharge where it has one.' });

export const designCreditsSchema = z
  .object({ included: z.number().nonnegative(), description: z.string() })
  .meta({ id: 'DesignCredits', description: 'Design work included in the price.' });

const currency = z.enum(currencies).describe('Currency of every price beside it (ISO 4217).');
const priceTier = z.string().describe("The account's price tier; A3 is the base distributor tier.");

/** Pricing of a summary: MSRP only, never `net`, never `sizes`. */
export const summaryPricingSchema = z
  .object({
    currency,
    msrp: z.array(priceTierSchema),
    designCredits: designCreditsSchema.exactOptional(),
  })
  .meta({ id: 'SummaryPricing', description: 'Public prices of a product in the list.' });

/** Pricing of a detail; `net` and `priceTier` only when a valid account key was sent. */
export const detailPricingSchema = z
  .object({
    currency,
    msrp: z.array(priceTierSchema),
    net: z.array(priceTierSchema).exactOptional().describe('Only with a valid account key.'),
    priceTier: priceTier.exactOptional(),
    sizes: z.array(sizePriceSchema),
    designCredits: designCreditsSchema.exactOptional(),
  })
  .meta({ id: 'DetailPricing', description: 'Prices of a product; net ones with an account key.' });

/** Answer of `/v1/products/{sku}/pricing`. */
export const productPricingSchema = z
  .object({
    sku: z.string(),
    currency,
    priceTier,
    msrp: z.array(priceTierSchema),
    net: z.array(priceTierSchema),
    sizes: z.array(sizePriceSchema),
  })
  .meta({ id: 'ProductPricing', description: "One product's prices for the key's account." });

/** Answer of `/v1/products/pricing`: one entry a product of the locale, sorted by SKU. */
export const catalogPricingSchema = z
  .object({
    release: z
      .string()
      .describe('Id of the release that the prices are of, as `GET /v1/health` names it.'),
    currency,
    priceTier,
    products: z.array(
      z.object({
        sku: z.string(),
        msrp: z.array(priceTierSchema),
        net: z.array(priceTierSchema),
        sizes: z.array(sizePriceSchema),
      }),
    ),
  })
  .meta({ id: 'CatalogPricing', description: "Every product's prices for the key's account." });

/** The answer as it is stored: without the release, so that a list that did not change can be copied to the next. */
export const storedPricingSchema = catalogPricingSchema.omit({ release: true });

export type PriceTier = z.infer<typeof priceTierSchema>;
export type SizePrice = z.infer<typeof sizePriceSchema>;
export type ProductPricing = z.infer<typeof productPricingSchema>;
export type CatalogPricing = z.infer<typeof catalogPricingSchema>;
export type StoredPricing = z.infer<typeof storedPricingSchema>;
