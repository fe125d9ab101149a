/**
 * Extracts the outline of a product: the data that the product list and the rules about the catalogue need.
 */
import type { ProductContent } from './schemas/product.ts';
import type { InventoryRow } from './schemas/tables.ts';

const listedMembers = [
  ...(['sku', 'tag', 'brand', 'category', 'markets', 'formerSkus', 'sizeChart'] as const),
] as const;

const outlinedMembers = [
  ...listedMembers,
  ...(['for', 'inspiration', 'fabrics', 'materials'] as const),
  ...(['draft', 'availableFrom', 'availableUntil', 'replacedBy'] as const),
  ...(['drawing', 'images', 'colors', 'sizes', 'minimumOrder'] as const),
] as const;

/**
 * What the files with data of every released product need of a product. Besides its `sku`, these are:
 * - for the product list: `markets`, which decide in which locales the product is in it; `tag` and `category`, which
 *   decide the order; `category` and `brand`, because the list also has the categories and brands of its products;
 * - for the manifest (list of a release's files and products): `formerSkus`;
 * - for the page of a size chart: `sizeChart`.
 */
export type ListedProduct = Pick<ProductContent, (typeof listedMembers)[number]>;

/** The members of a product that rules about the catalogue need; names and descriptions, for example, are left out. */
type OutlinedProduct = Pick<ProductContent, (typeof outlinedMembers)[number]> & {
  readonly customization: Pick<ProductContent['customization'], 'colorBlocks' | 'decorations'>;
};

/**
 * The data of a product that the rules about the catalogue need. Until all products are checked, only this data
 * of each product stays in memory.
 */
export interface Outline {
  /** Members of the product; some are missing if the product has a fault. */
  readonly product: Partial<OutlinedProduct>;
  /** Ids of the locations in the product's stock rows; missing if no row has a location. */
  readonly locations?: readonly string[];
}

/**
 * Returns the outline of a product: the data that the rules about the catalogue need. `stock` is the list of its stock
 * rows.
 */
export function outlineOf(
  product: Partial<ProductContent>,
  stock: readonly Pick<InventoryRow, 'location'>[],
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
    ...(locations.length > 0 && { locations }),
  };
}

/**
 * Returns a copy of a product with only the members of `ListedProduct`, which stay in memory until the release is
 * written. Does not check that the product is complete; pass only a product without faults.
 */
export function toListedProduct(product: Outline['product']): ListedProduct {
  return pick(product as ListedProduct, listedMembers);
}

function pick<Whole extends object, Name extends keyof Whole>(
  whole: Whole,
  names: readonly Name[],
): Pick<Whole, Name> {
  const present = names.filter((name) => whole[name] !== undefined);
  return Object.fromEntries(present.map((name) => [name, whole[name]])) as Pick<Whole, Name>;
}
