/** The answers of the API that the application reads. */
import type { ProductList } from '../../../contract/schemas/list.ts';
import type { PriceTier } from '../../../contract/schemas/pricing.ts';
import type { ProductDetail, ProductSummary } from '../../../contract/schemas/product.ts';

/** A product of the list; in the preview, products that are not public have `absence`. */
export type Summary = ProductSummary & { readonly absence?: string };

/** The answer of `/v1/products`. */
export type List = ProductList;

/** A measure of a size chart: its name, how it is taken, and its values by size in centimetres or inches. */
export interface Measure {
  readonly id: string;
  readonly name: string;
  readonly how?: string;
  readonly values: Readonly<Record<string, number>>;
}

/** The answer of `/v1/products/{sku}`. */
export type Detail = ProductDetail & {
  readonly sizeChart?: {
    readonly id: string;
    readonly unit: string;
    readonly measures: readonly Measure[];
  };
  readonly pricing: {
    readonly upcoming?: { readonly from: string; readonly msrp?: readonly PriceTier[] };
  };
};
