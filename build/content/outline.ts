/** The part of a product that the list and the catalogue rules need. */
import type { Coverage } from './localize/coverage.ts';
import type { ProductContent } from './schemas/product.ts';
import type { InventoryRow } from './schemas/tables.ts';

const listedMembers = ['sku', 'tag', 'brand', 'category', 'markets'] as const;

const outlinedMembers = [
  ...listedMembers,
  ...(['for', 'inspiration', 'fabrics', 'materials'] as const),
  ...(['draft', 'availableFrom', 'availableUntil', 'replacedBy', 'formerSkus'] as const),
  ...(['drawing', 'images', 'colors', 'sizes', 'sizeChart', 'minimumOrder'] as const),
] as const;

/** The data that sorts and frames the list. */
export type ListedProduct = Pick<ProductContent, (typeof listedMembers)[number]>;

/** A product without the data that only its own documents show. */
type OutlinedProduct = Pick<ProductContent, (typeof outlinedMembers)[number]> & {
  readonly customization: Pick<ProductContent['customization'], 'colorBlocks' | 'decorations'>;
};

export interface Outline {
  /** Partial if the product has a fault. */
  readonly product: Partial<OutlinedProduct>;
  /** The origins of the product's texts, in the locales that show it. */
  readonly texts: Coverage;
  /** The locations in its stock rows, if they have any. */
  readonly locations?: readonly string[];
}

/** Returns the outline of a product, with the coverage of its texts and its stock rows. */
export function outlineOf(
  product: Partial<ProductContent>,
  { texts, stock }: { texts: Coverage; stock: readonly InventoryRow[] },
): Outline {
  const locations = [...new Set(stock.flatMap(({ location }) => location ?? []))];
  const { customization } = product;
  const { colorBlocks, decorations } = customization ?? {};
  return {
    product: {
      ...pick(product, outlinedMembers),
      ...(customization && {
        customization: { colorBlocks, decorations } as OutlinedProduct['customization'],
      }),
    },
    texts,
    ...(locations.length > 0 && { locations }),
  };
}

/** Returns the members of a whole product that stay in memory after the catalogue is checked. */
export function listedOf(product: Outline['product']): ListedProduct {
  return pick(product as ListedProduct, listedMembers);
}

function pick<Whole extends object, Name extends keyof Whole>(
  whole: Whole,
  names: readonly Name[],
): Pick<Whole, Name> {
  const there = names.filter((name) => whole[name] !== undefined);
  return Object.fromEntries(there.map((name) => [name, whole[name]])) as Pick<Whole, Name>;
}
