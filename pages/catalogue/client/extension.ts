/**
 * What the editors' preview adds to the catalogue browser. The public application has none of it: its bundle contains
 * neither the code nor the style sheet of the preview.
 */
import type { ComponentType } from 'preact';
import type { Detail, Summary } from './api-types.ts';
import type { PriceList } from './price-lists.ts';

/** The additions of the preview; each is absent in the public application. */
export interface Extension {
  /** Name of the application in its header. */
  site?: () => string;
  /** Pages by name, with their entry in the menu. */
  pages?: Readonly<Record<string, { readonly title: () => string; readonly page: ComponentType }>>;
  /** Shown above every page. */
  Banner?: ComponentType;
  /** Products that are not public, by locale. Undefined until they have arrived. */
  moreProducts?: () => readonly Summary[] | undefined;
  /** The detail of a product that is not public; undefined for a public one. */
  moreDetail?: (sku: string) => Detail | undefined;
  /** True until it is known whether a product is public. */
  isPending?: (sku: string) => boolean;
  /** The net prices of a product, a list for each tier. */
  netPrices?: (sku: string) => readonly PriceList[];
  /** Shown on the card of a product. */
  CardMark?: ComponentType<{ sku: string; absence: string | undefined }>;
  /** Shown above the name of a product. */
  ProductPanel?: ComponentType<{ sku: string }>;
  /** Explains the number of products, if it differs from that of the content. */
  CountNote?: ComponentType<{ all: number }>;
}

/** The additions of the running application. */
export const extension: Extension = {};
