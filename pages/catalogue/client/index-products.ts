/** The list of products, ready for search, filters and sorting. */
import type { Locale } from '../../../contract/locales.ts';
import type { ProductList } from '../../../contract/schemas/list.ts';
import { fileAddress } from './address.ts';
import type { Summary } from './api-types.ts';
import { kindName } from './texts.ts';

/** The filters, in the order in which the page shows them. Each is a parameter of the address. */
export const facetNames = ['category', 'brand', 'tag', 'family', 'fabric', 'kind'] as const;
/** The name of a filter. */
export type FacetName = (typeof facetNames)[number];

/** A value of a filter: an id that is the same in every language, and its name. */
export interface FacetValue {
  readonly id: string;
  readonly name: string;
  /** A colour that represents the value, for colour families. */
  readonly hex?: string;
}

/** A product as the grid needs it. A large catalogue keeps only these members in memory. */
export interface Entry {
  readonly sku: string;
  readonly name: string;
  readonly brand: string;
  readonly tag: string | undefined;
  /** Address of the picture. */
  readonly picture: string | undefined;
  readonly swatches: readonly (readonly string[])[];
  readonly minimum: number;
  /** The price of a piece in the largest quantity, now and regularly. */
  readonly price: number;
  readonly regular: number;
  /** Ids of the product's values, by filter. */
  readonly ids: Readonly<Record<FacetName, readonly string[]>>;
  /** Everything that the search looks at, in lower case and without accents. */
  readonly text: string;
  /** In the preview: why the product is not public. */
  readonly absence: string | undefined;
}

/** The products of a locale in the order of the API, and the values of each filter. */
export interface ProductIndex {
  readonly locale: Locale;
  readonly currency: string;
  readonly entries: readonly Entry[];
  readonly values: Readonly<Record<FacetName, ReadonlyMap<string, FacetValue>>>;
}

/** Converts the answer of `/v1/products`. `more` are products that only the preview shows. */
export function indexProducts(
  { locale, products: listed, categories, brands }: ProductList,
  more: readonly Summary[] = [],
): ProductIndex {
  const products: readonly Summary[] = [...listed, ...more];
  const values = Object.fromEntries(
    facetNames.map((name) => [name, new Map<string, FacetValue>()]),
  ) as Record<FacetName, Map<string, FacetValue>>;
  const register = (facet: FacetName, given: readonly FacetValue[]): string[] =>
    given.map((value) => {
      if (!values[facet].has(value.id)) values[facet].set(value.id, value);
      return value.id;
    });
  for (const { id, name } of [...categories].sort((a, b) => a.order - b.order)) {
    values.category.set(id, { id, name });
  }
  const entries = products.map((product): Entry => {
    const { catalog, brand, tag, tagId, kind, colors, pricing, images } = product;
    const { price = 0, regularPrice } = pricing.msrp.at(-1) ?? {};
    const fabrics = catalog.fabrics ?? [];
    const families = colors.flatMap(({ colorFamilies }) => colorFamilies);
    const [image] = images;
    return {
      ...{ sku: product.sku, name: product.productName, brand, tag, price },
      picture: image && fileAddress(image.url),
      swatches: colors.map(({ swatches }) => swatches),
      minimum: product.minimumOrder.quantity,
      regular: regularPrice ?? price,
      ids: {
        category: [catalog.categoryId],
        brand: register('brand', [{ id: brands[brand]?.id ?? brand, name: brand }]),
        tag: tag && tagId ? register('tag', [{ id: tagId, name: tag }]) : [],
        family: register('family', families),
        fabric: register(
          'fabric',
          fabrics.map((name, at) => ({ id: catalog.fabricIds?.[at] ?? name, name })),
        ),
        kind: register('kind', [{ id: kind, name: kindName(kind) }]),
      },
      text: searchable([
        ...[product.sku, product.productName, brand, tag, catalog.category, catalog.for],
        ...[...fabrics, ...(product.keywords ?? []), ...catalog.inspiration],
        ...Object.values(product.descriptions),
        ...colors.map(({ name }) => name),
      ]),
      absence: product.absence,
    };
  });
  const currency = products[0]?.pricing.currency ?? '';
  return { locale, currency, entries, values };
}

/** Selected filters: filter → ids. A product has one id of each filter that has a selection. */
export type Selection = Readonly<Record<FacetName, readonly string[]>>;

/** Orders of the grid; `listed` is that of the API. */
export const orders = ['listed', 'name', 'price', 'priceDown', 'minimum'] as const;
/** The name of an order. */
export type Order = (typeof orders)[number];

/** The products that a search and filters leave, sorted, and what each further choice would leave. */
export interface Found {
  readonly entries: readonly Entry[];
  /** Filter → id → number of products with this id among those that search and the other filters leave. */
  readonly counts: Readonly<Record<FacetName, ReadonlyMap<string, number>>>;
}

/** Searches, filters and sorts the products. Every word of the query must occur in a product. */
export function findProducts(
  { entries, locale }: ProductIndex,
  { query, selection, order }: { query: string; selection: Selection; order: Order },
): Found {
  const words = searchable([query]).split(/\s+/).filter(Boolean);
  const counts = Object.fromEntries(
    facetNames.map((name) => [name, new Map<string, number>()]),
  ) as Record<FacetName, Map<string, number>>;
  const found = entries.filter((entry) => {
    if (!words.every((word) => entry.text.includes(word))) return false;
    const failed = facetNames.filter(
      (name) =>
        selection[name].length > 0 && !entry.ids[name].some((id) => selection[name].includes(id)),
    );
    // A product that fails one filter counts for that filter only: choosing its value would show it.
    const counted = failed.length === 0 ? facetNames : failed.length === 1 ? failed : [];
    for (const name of counted) {
      for (const id of new Set(entry.ids[name])) {
        counts[name].set(id, (counts[name].get(id) ?? 0) + 1);
      }
    }
    return failed.length === 0;
  });
  return { entries: sortEntries(found, order, locale), counts };
}

function sortEntries(entries: Entry[], order: Order, locale: Locale): readonly Entry[] {
  const { compare } = new Intl.Collator(locale);
  const orderings: Readonly<Record<Order, (a: Entry, b: Entry) => number>> = {
    listed: () => 0,
    name: (a, b) => compare(a.name, b.name),
    price: (a, b) => a.price - b.price,
    priceDown: (a, b) => b.price - a.price,
    minimum: (a, b) => a.minimum - b.minimum,
  };
  return entries.sort(orderings[order]);
}

/** Joins texts in lower case and without accents: `Équipe` and `equipe` are the same. */
function searchable(texts: readonly (string | undefined)[]): string {
  return texts
    .filter((text) => text !== undefined)
    .join(' ')
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase();
}
