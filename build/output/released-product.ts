/** A product of a release, whose object is written. */
import type { ListedProduct } from '../content/outline.ts';
import type { PartRanges } from './object-records.ts';
import type { IndexedProduct } from './release-index.ts';

/** A product whose object, the folder of its public files, has been written. */
export interface ReleasedProduct {
  readonly sku: string;
  /** The members that documents about all products need: SKU, tag, brand, category, markets and former SKUs. */
  readonly listed: ListedProduct;
  /** Where the product's parts of lists and exports are in its object, for each locale that shows it. */
  readonly parts: PartRanges;
  /** The entry of the product in `index.json`, which also names its object. */
  readonly indexed: IndexedProduct;
  /** Name of the product's object. */
  readonly object: string;
  /** True if an earlier build wrote the object. */
  readonly reused: boolean;
}
