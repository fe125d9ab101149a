/**
 * What the editors' preview adds to the catalogue browser. The public application has none of it: its bundle contains
 * neither the code nor the style sheet of the preview.
 */
import type { ComponentType } from 'preact';
import type { ProductDetail as Detail } from '../../../contract/schemas/product.ts';
import type { Summary } from './api-types.ts';
import type { PriceList } from './price-chart.tsx';

/** The additions of the preview; the public application has none. */
export interface Extension {
  /** Name of the application, and its further pages by the name in their address. */
  readonly site: () => string;
  readonly pages: Readonly<
    Record<string, { readonly title: () => string; readonly page: ComponentType }>
  >;
  /** Shown above every page. */
  readonly Banner: ComponentType;
  /** Products that are not public; undefined until they have arrived. */
  readonly moreProducts: () => readonly Summary[] | undefined;
  /** True until it is known whether a product is public. */
  readonly isPending: (sku: string) => boolean;
  /** The detail of a product that is not public, and the net prices of any, a list for each tier. */
  readonly moreDetail: (sku: string) => Detail | undefined;
  readonly netPrices: (sku: string) => readonly PriceList[];
  /** Shown with the number of products, on the card of a product, and above its name. */
  readonly CountNote: ComponentType<{ all: number }>;
  readonly CardMark: ComponentType<{ sku: string; absence: string | undefined }>;
  readonly ProductPanel: ComponentType<{ sku: string }>;
}

/** The additions of the running application. */
export const extension: Partial<Extension> = {};
