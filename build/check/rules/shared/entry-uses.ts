/** What makes use of the entries of shared files: which ids are named, and when that is known. */
import type { Draft, ProductDraft } from '../../../content/draft.ts';
import type { SharedTable } from '../../../content/schemas/shared-tables.ts';
import { mayLack } from '../left-out.ts';

/** How the entries of a table are used. */
export interface EntryUse {
  readonly table: SharedTable;
  /** What is true of an entry that nothing uses; its id follows. */
  readonly unused: string;
  /** The ids that are named somewhere. */
  readonly named: (draft: Draft) => Iterable<string | undefined>;
  /** False where a use may be in a part that was not read. */
  readonly isKnown: (draft: Draft) => boolean;
}

/** Whether every product was read as a whole, so that what none of them names is named by none. */
export function areProductsKnown({ products }: Draft): boolean {
  return products.length > 0 && products.every(({ whole }) => whole);
}

type Product = ProductDraft['product'];

/** An entry that products name. */
function byProducts(
  table: SharedTable,
  unused: string,
  idsIn: (product: Product) => readonly (string | undefined)[] | undefined,
): EntryUse {
  return {
    table,
    unused: `no product ${unused}`,
    isKnown: areProductsKnown,
    *named({ products }) {
      for (const { product } of products) yield* idsIn(product) ?? [];
    },
  };
}

/** Every table, and what names its entries. A size that only a size chart has is of no use. */
export const entryUses: readonly EntryUse[] = [
  byProducts('brands', 'is of the brand', ({ brand }) => [brand]),
  byProducts('categories', 'is in the category', ({ category }) => [category]),
  byProducts('tags', 'has the tag', ({ tag }) => [tag]),
  byProducts('colors', 'comes in the colour', ({ colors }) => colors?.map(({ color }) => color)),
  byProducts('for', 'is for', (product) => [product.for]),
  byProducts('inspiration', 'has the inspiration', ({ inspiration }) => inspiration),
  byProducts('fabrics', 'is of the fabric', ({ fabrics }) => fabrics),
  byProducts('materials', 'is of the material', ({ materials }) => materials),
  byProducts(
    'decorations',
    'takes the decoration',
    (product) => product.customization?.decorations,
  ),
  byProducts('sizes', 'comes in the size', ({ sizes }) => sizes),
  byProducts('sizeCharts', 'has the size chart', ({ sizeChart }) => [sizeChart]),
  {
    table: 'families',
    unused: 'no colour is of the family',
    named: ({ colors }) => Object.values(colors).flatMap(({ families }) => families),
    isKnown: (draft) => !mayLack(draft, 'colors.json', 'colors'),
  },
  {
    table: 'companies',
    unused: 'active-products.csv has no row of the company',
    named: ({ activeProducts }) => activeProducts.rows.map(({ company }) => company),
    isKnown: ({ activeProducts: { readable, doubtful } }) => readable && doubtful.size === 0,
  },
];
