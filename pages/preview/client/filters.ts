/** The filters of the product grid. Selected values are in the query of the URL. */
import type { GridProduct, ProductGridResponse } from '../responses.ts';

/** The query parameters of the filters, in the order shown. */
export const filterNames = ['category', 'brand', 'tag', 'kind', 'market', 'content'] as const;

/** The name of a filter, which is also its query parameter. */
export type FilterName = (typeof filterNames)[number];

/**
 * For each filter, a function that returns the values of a product: `['CA', 'US']` for `market`. A product matches a
 * filter if the user selected one of its values. A value is undefined if the product has none, such as no tag; the user
 * cannot select it.
 */
export const valuesOf: Readonly<
  Record<FilterName, (product: GridProduct) => readonly (string | undefined)[]>
> = {
  category: ({ category }) => [category],
  brand: ({ brand }) => [brand],
  tag: ({ tag }) => [tag],
  kind: ({ kind }) => [kind],
  market: ({ markets }) => markets,
  content: ({ findings }) => [findings.errors + findings.warnings > 0 ? 'hasFindings' : undefined],
};

/**
 * Returns the products that match the search and every filter in the query, except the filter `except`. A product
 * matches the search if its name and SKU together contain every word of the parameter `search`, regardless of case and
 * accents. It matches a filter if it has one of the selected values, or if no value of the filter is selected.
 */
export function filterProducts(
  products: readonly GridProduct[],
  query: URLSearchParams,
  except?: FilterName,
): readonly GridProduct[] {
  const words = normalizeText(query.get('search') ?? '').split(/\s+/);
  return products.filter((product) => {
    const text = normalizeText(`${product.name} ${product.sku}`);
    if (!words.every((word) => text.includes(word))) return false;
    return filterNames.every((name) => {
      const selected = query.getAll(name);
      if (name === except || selected.length === 0) return true;
      return valuesOf[name](product).some(
        (value) => value !== undefined && selected.includes(value),
      );
    });
  });
}

/**
 * Returns the options of the filter `name`: every value that a product has, unsorted. `amount` is the number of
 * products that have the value and match the search and all other filters; it can be 0.
 */
export function listFilterOptions(
  name: FilterName,
  { products }: Pick<ProductGridResponse, 'products'>,
  query: URLSearchParams,
): readonly { readonly value: string; readonly amount: number }[] {
  const remaining = filterProducts(products, query, name);
  const has = (value: string) => (product: GridProduct) => valuesOf[name](product).includes(value);
  const values = new Set(products.flatMap((product) => valuesOf[name](product)));
  return [...values]
    .filter((value) => value !== undefined)
    .map((value) => ({ value, amount: remaining.filter(has(value)).length }));
}

/**
 * Returns a text in lower case, without accents and with straight apostrophes, so that a search for
 * "d'entrainement" finds "d’entraînement".
 */
export function normalizeText(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('’', "'").toLowerCase();
}
