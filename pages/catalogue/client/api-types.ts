/** The answers of the API that the application reads. */
import type { PriceTier } from '../../../contract/schemas/pricing.ts';
import type { ProductDetail, ProductSummary } from '../../../contract/schemas/product.ts';

/** A product of the list; in the preview, products that are not public have `absence`. */
export type Summary = ProductSummary & { readonly absence?: string };

/** The answer of `/v1/products/{sku}`. */
export type Detail = ProductDetail & {
  readonly pricing: {
    readonly upcoming?: { readonly from: string; readonly msrp?: readonly PriceTier[] };
  };
};
