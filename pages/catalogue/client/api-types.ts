/** The products of the list as the application reads them. */
import type { ProductSummary } from '../../../contract/schemas/product.ts';

/** A product of the list; in the preview, products that are not public have `absence`. */
export type Summary = ProductSummary & { readonly absence?: string };
