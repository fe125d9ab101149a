/** Renders the product list without its products, and sorts products for the list. */
import type { ProductList } from '../../contract/schemas/list.ts';
import type { SharedContent } from '../content/content.ts';
import type { ListedProduct } from '../content/outline.ts';
import { brandUrl } from './addresses.ts';
import { type CatalogueContext, entryOf } from './context.ts';

/**
 * Returns the product list in the locale of the context, without its products: the `categories` of `products`, sorted by
 * their `order`, and the `brands` of `products`, a map from the name of each brand to the brand.
 */
export function renderListFrame(
  context: CatalogueContext,
  products: readonly ListedProduct[],
): Omit<ProductList, 'products'> {
  const { content, locale, localizer } = context;
  const used = (of: 'category' | 'brand') => [...new Set(products.map((each) => each[of]))];
  const categories = used('category').map((id) => {
    const { name, order } = entryOf(content.categories, id);
    return { id, name: localizer.text(name), order };
  });
  const brands = used('brand')
    .sort()
    .map((id) => {
      const { name, description } = entryOf(content.brands, id);
      const url = brandUrl(id, context);
      return [name, { id, name, description: localizer.text(description), url }] as const;
    });
  return {
    locale,
    categories: categories.sort((a, b) => a.order - b.order),
    brands: Object.fromEntries(brands),
  };
}

/** Ranks of tags, in the order of the product list; products without a tag are among the last. */
const ranks = ['best-seller', 'new', 'other'] as const;

/** The data by which products are sorted. */
type Ranked = Pick<ListedProduct, 'sku' | 'tag' | 'category'>;

/**
 * Returns a comparison function that sorts products for the product list: best sellers, then new products, then others;
 * within these groups by the order of their categories, then by SKU.
 */
export function compareInList({
  tags,
  categories,
}: Pick<SharedContent, 'tags' | 'categories'>): (a: Ranked, b: Ranked) => number {
  const rankOf = ({ tag }: Ranked) => ranks.indexOf(tag ? entryOf(tags, tag).rank : 'other');
  const orderOf = ({ category }: Ranked) => entryOf(categories, category).order;
  return (a, b) => rankOf(a) - rankOf(b) || orderOf(a) - orderOf(b) || (a.sku < b.sku ? -1 : 1);
}
