/** A product of a build: made in it, or known from an earlier one. */
import type { CheckedProduct } from './check/check-content.ts';
import { listedOf } from './content/outline.ts';
import type { ProductFacts } from './output/release-index.ts';
import type { ReleasedProduct } from './output/write-release.ts';

/** A checked product, and its object unless a fault was found in it. */
export interface Product extends CheckedProduct {
  readonly released?: ReleasedProduct;
}

interface Origin extends Pick<ReleasedProduct, 'reused' | 'parts'> {
  readonly facts: ProductFacts;
  /** Number of locales that show it. */
  readonly locales: number;
}

/** Keeps of a product what the release needs: there may be a hundred thousand. */
export function toReleased(sku: string, { facts, locales, ...origin }: Origin): ReleasedProduct {
  const { object, content, bytes, pictures, outline } = facts;
  const drawn = Object.keys(pictures).length;
  return {
    ...{ ...origin, sku, object, content, bytes },
    listed: listedOf(outline.product),
    hasPictures: drawn > 0,
    documents: locales + drawn,
  };
}

/** What was made of a product of content without errors. */
export function releasedOf({ sku, released }: Product): ReleasedProduct {
  if (released === undefined) throw new Error(`${sku} has no object, and no fault was found in it`);
  return released;
}
