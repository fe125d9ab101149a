/** Render: the order of the product list, and the categories and brands that stand in it. */
import type { ProductList } from '../../contract/schemas/list.ts';
import type { Content } from '../content/content.ts';
import type { ListedProduct } from '../content/outline.ts';
import { entryOf, type RenderContext } from './context.ts';
import { brandUrl } from './links.ts';

const ranks = ['best-seller', 'new', 'other'] as const;

/** Renders the list of the context's locale but for its products. */
export function renderListFrame(context: RenderContext): Omit<ProductList, 'products'> {
  const { content, locale, localizer } = context;
  const used = (of: 'category' | 'brand') => new Set(context.products.map((each) => each[of]));
  const categories = [...used('category')].map((id) => {
    const { name, order } = entryOf(content.categories, id);
    return { name: localizer.text(name), order };
  });
  const brands = [...used('brand')].sort().map((id) => {
    const { name, description } = entryOf(content.brands, id);
    const url = brandUrl(id, context);
    return [name, { name, description: localizer.text(description), url }] as const;
  });
  return {
    locale,
    categories: categories.sort((a, b) => a.order - b.order),
    brands: Object.fromEntries(brands),
  };
}

/** Best sellers, then new, then the rest; within each by category, then SKU (decision 5). */
export function compareInList({
  tags,
  categories,
}: Pick<Content, 'tags' | 'categories'>): (a: Ranked, b: Ranked) => number {
  const rankOf = ({ tag }: Ranked) =>
    tag === undefined ? ranks.length - 1 : ranks.indexOf(entryOf(tags, tag).rank);
  const orderOf = ({ category }: Ranked) => entryOf(categories, category).order;
  return (a, b) => rankOf(a) - rankOf(b) || orderOf(a) - orderOf(b) || (a.sku < b.sku ? -1 : 1);
}

type Ranked = Pick<ListedProduct, 'sku' | 'tag' | 'category'>;
