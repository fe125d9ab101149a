/** `data/wall`: every product with its picture, and the words of the filters. */
import { compare } from '../../../build/content/compare.ts';
import type { WholeProduct } from '../../../build/content/content.ts';
import { groupBy } from '../../../build/content/group-by.ts';
import type { ProductContent } from '../../../build/content/schemas/product.ts';
import type { LocalizedText } from '../../../build/content/schemas/text.ts';
import {
  type CatalogueContext,
  entryOf,
  isSoldIn,
  withProduct,
} from '../../../build/render/context.ts';
import { compareInList } from '../../../build/render/list.ts';
import { renderSummary } from '../../../build/render/summary.ts';
import { type Language, localeFacts } from '../../../contract/locales.ts';
import type { ProductSummary } from '../../../contract/schemas/product.ts';
import type { Kind, WallAnswer, WallProduct } from '../answers.ts';
import { previewUrl } from './pictures.ts';
import type { Catalogue } from './read-content.ts';
import { countFindings, type Shown } from './shown.ts';

/** Returns every product of the last content without errors, in the order of the list. */
export function answerWall({ catalogue, findings }: Shown, language: Language): WallAnswer {
  if (catalogue === undefined) return { products: [], brands: {}, categories: {}, tags: {} };
  const { content } = catalogue;
  const contexts = inOrderFor(language, catalogue.contexts);
  const found = groupBy(findings, ({ sku }) => sku);
  const inList = compareInList(content);
  const products = [...catalogue.products.values()]
    .sort((a, b) => inList(a.product, b.product))
    .map((product) => ({
      ...toWallProduct(catalogue, product, contexts),
      findings: countFindings(found.get(product.product.sku) ?? []),
    }));
  const { localizer } = contexts[0] as CatalogueContext;
  const name = (text: LocalizedText) => localizer.text(text);
  return {
    products,
    brands: mapEntries(content.brands, (brand) => brand.name),
    categories: mapEntries(content.categories, (category) => name(category.name)),
    tags: mapEntries(content.tags, (tag) => name(tag.label)),
  };
}

/** What a product is sold as; one that is made to order is that first. */
export function kindOf({ madeToOrder, customization }: ProductContent): Kind {
  if (madeToOrder) return 'made-to-order';
  return customization.colorBlocks ? 'color-block' : 'standard';
}

/**
 * The contexts with those of a language first. A locale in which no product is sold comes last, since
 * shared texts may be missing in its language.
 */
export function inOrderFor(
  language: Language,
  contexts: readonly CatalogueContext[],
): readonly CatalogueContext[] {
  const rank = ({ locale }: CatalogueContext) =>
    localeFacts[locale].language === language ? 0 : 1;
  return [...contexts].sort((a, b) => rank(a) - rank(b));
}

function toWallProduct(
  catalogue: Catalogue,
  { product, rows }: WholeProduct,
  contexts: readonly CatalogueContext[],
): Omit<WallProduct, 'findings'> {
  const context = contexts.find(({ locale }) => isSoldIn(product, locale)) as CatalogueContext;
  const summary = renderSummary(product, withProduct(context, rows));
  const [image] = summary.images;
  const { sku, brand, category, tag, markets } = product;
  return {
    ...{ sku, brand, category, markets, ...(tag && { tag }) },
    locale: context.locale,
    name: summary.productName,
    kind: kindOf(product),
    picture: image && { ...image, url: previewUrl(catalogue, image.url) },
    colors: product.colors.map(({ color }) => entryOf(catalogue.content.colors, color).swatches),
    price: priceOf(summary),
  };
}

/** Returns the price of the largest quantity, which is what a shop advertises. */
function priceOf({ pricing: { currency, msrp } }: ProductSummary): WallProduct['price'] {
  const last = msrp.at(-1);
  if (last === undefined) return undefined;
  const { price, regularPrice = price } = last;
  return { amount: price, currency, isMarkdown: price < regularPrice };
}

function mapEntries<Value>(
  table: Readonly<Record<string, Value>>,
  toText: (value: Value) => string,
): Readonly<Record<string, string>> {
  const entries = Object.entries(table).map(([id, value]) => [id, toText(value)] as const);
  return Object.fromEntries(entries.sort(([, a], [, b]) => compare(a, b)));
}
