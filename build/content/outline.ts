/** The outline of a product: the data that stays in memory until the catalogue is checked and the release is written. */
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

/** The members of a product that the files with data of every product need: lists, manifest, pages of size charts. */
export type ListedProduct = Pick<ProductContent, (typeof listedMembers)[number]>;

/** The members of a product that the rules about the catalogue need; names and texts, for example, are left out. */
type OutlinedProduct = Pick<ProductContent, (typeof outlinedMembers)[number]> & {
  readonly customization: Pick<ProductContent['customization'], 'colorBlocks' | 'decorations'>;
};

/** The data of a product that the rules about the catalogue need. */
export interface Outline {
  /** Members of the product; some are missing if the product has a fault. */
  readonly product: Partial<OutlinedProduct>;
  /** Ids of the locations in the product's stock rows; missing if no row has a location. */
  readonly locations?: readonly string[];
}

/** Returns the outline of a product with the given stock rows. */
export function outlineOf(
  product: Partial<ProductContent>,
  stock: readonly Pick<InventoryRow, 'location'>[],
): Outline {
  const locations = [...new Set(stock.flatMap(({ location }) => location ?? []))];
  const { customization } = product;
  const members = ['colorBlocks', 'decorations'] as const;
  return {
    product: {
      ...pick(product, outlinedMembers),
      ...(customization && { customization: pick(customization, members) }),
    },
    ...(locations.length > 0 && { locations }),
  };
}

function pick<Whole extends object, Name extends keyof Whole>(
  whole: Whole,
  names: readonly Name[],
): Pick<Whole, Name> {
  const present = names.filter((name) => whole[name] !== undefined);
  return Object.fromEntries(present.map((name) => [name, whole[name]])) as Pick<Whole, Name>;
}
