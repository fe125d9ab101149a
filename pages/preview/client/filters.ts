/** The filters of the wall: which there are, what each holds of a product, and what remains. */
import type { WallAnswer, WallProduct } from '../answers.ts';

/** In the order shown; each is a name in the query. */
export const filterNames = ['category', 'brand', 'tag', 'kind', 'market', 'content'] as const;
export type FilterName = (typeof filterNames)[number];

/** The values that a product has of a filter. */
export const valuesOf: Readonly<
  Record<FilterName, (product: WallProduct) => readonly (string | undefined)[]>
> = {
  category: ({ category }) => [category],
  brand: ({ brand }) => [brand],
  tag: ({ tag }) => [tag],
  kind: ({ kind }) => [kind],
  market: ({ markets }) => markets,
  content: ({ findings }) => [findings.errors + findings.warnings > 0 ? 'hasFindings' : undefined],
};

/** The products that match a query: any value of a filter, and all filters, and every word searched. */
export function filterProducts(
  products: readonly WallProduct[],
  query: URLSearchParams,
  except?: FilterName,
): readonly WallProduct[] {
  const words = fold(query.get('search') ?? '').split(/\s+/);
  return products.filter((product) => {
    const text = fold(`${product.name} ${product.sku}`);
    if (!words.every((word) => text.includes(word))) return false;
    return filterNames.every((name) => {
      const wanted = query.getAll(name);
      if (name === except || wanted.length === 0) return true;
      return valuesOf[name](product).some((value) => value !== undefined && wanted.includes(value));
    });
  });
}

/**
 * The values of a filter that some product has, each with how many of the products would remain of it
 * beside the other filters.
 */
export function offersOf(
  name: FilterName,
  { products }: Pick<WallAnswer, 'products'>,
  query: URLSearchParams,
): readonly { readonly value: string; readonly amount: number }[] {
  const remaining = filterProducts(products, query, name);
  const has = (value: string) => (product: WallProduct) => valuesOf[name](product).includes(value);
  const values = new Set(products.flatMap((product) => valuesOf[name](product)));
  return [...values]
    .filter((value) => value !== undefined)
    .map((value) => ({ value, amount: remaining.filter(has(value)).length }));
}

/** Without case and accents: a search for "veste d'entrainement" finds "Veste d’entraînement". */
export function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('’', "'").toLowerCase();
}
