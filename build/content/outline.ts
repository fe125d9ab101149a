/**
 * What is known of a product without its texts, rows and file at hand: what the list and the sync
 * listing need of it, and the rules that look at the catalogue as a whole.
 */
import type { Coverage } from './localize/coverage.ts';
import type { SourceUnit } from './open-source.ts';
import type { ProductContent } from './schemas/product.ts';

const listedMembers = ['sku', 'tag', 'brand', 'category', 'markets'] as const;

const outlinedMembers = [
  ...listedMembers,
  ...(['for', 'inspiration', 'fabrics', 'materials'] as const),
  ...(['drawing', 'images', 'colors', 'sizes', 'sizeChart'] as const),
] as const;

/** What the list is put in order and framed by. */
export type ListedProduct = Pick<ProductContent, (typeof listedMembers)[number]>;

/** A product without what only its own documents show. */
interface OutlinedProduct extends Pick<ProductContent, (typeof outlinedMembers)[number]> {
  readonly customization: Pick<ProductContent['customization'], 'colorBlocks' | 'decorations'>;
}

export interface Outline {
  readonly product: OutlinedProduct;
  /** Where the product's texts come from, in the locales that show it. */
  readonly texts: Coverage;
}

/** A unit that was read and checked, by this build or an earlier one, and what of it stays at hand. */
export interface ListedUnit extends SourceUnit {
  readonly product: ListedProduct;
  readonly texts: Coverage;
  /** Whether no rule had anything to tell of it. */
  readonly isClean: boolean;
}

/** The outline of a product that was read as a whole, with the coverage of its texts. */
export function outlineOf(product: ProductContent, texts: Coverage): Outline {
  const { colorBlocks, decorations } = product.customization;
  return {
    product: { ...pick(product, outlinedMembers), customization: { colorBlocks, decorations } },
    texts,
  };
}

/** What of an outlined product stays at hand when the catalogue was checked. */
export function listedOf(product: ListedProduct): ListedProduct {
  return pick(product, listedMembers);
}

function pick<Whole extends object, Name extends keyof Whole>(
  whole: Whole,
  names: readonly Name[],
): Pick<Whole, Name> {
  const there = names.filter((name) => whole[name] !== undefined);
  return Object.fromEntries(there.map((name) => [name, whole[name]])) as Pick<Whole, Name>;
}
