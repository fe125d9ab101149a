/** Data for `/preview/data/products`: the grid of all products with pictures, and the labels of its filters. */
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
import type { GridProduct, ProductGridResponse, ProductKind } from '../responses.ts';
import { previewUrl } from './pictures.ts';
import { countFindings, type PreviewState } from './preview-state.ts';
import type { Catalogue } from './read-content.ts';

/**
 * Returns the products of the state's catalogue, in the order of the API's product list, each with the numbers of its
 * errors and warnings in the content as saved. Names are in `language`, except those of products that are sold only in
 * locales of another language. The response is empty if the state has no catalogue.
 */
export function createProductGridResponse(
  { catalogue, findings }: PreviewState,
  language: Language,
): ProductGridResponse {
  if (catalogue === undefined) return { products: [], brands: {}, categories: {}, tags: {} };
  const { content } = catalogue;
  const contexts = preferLanguage(language, catalogue.contexts);
  const findingsBySku = groupBy(findings, ({ sku }) => sku);
  const inList = compareInList(content);
  const products = [...catalogue.products.values()]
    .sort((a, b) => inList(a.product, b.product))
    .map((product) => ({
      ...toGridProduct(catalogue, product, contexts),
      findings: countFindings(findingsBySku.get(product.product.sku) ?? []),
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

/**
 * Returns the kind of a product. A product that is both made to order and color-block (panels in colours that buyers
 * choose) is `made-to-order`.
 */
export function productKindOf({ madeToOrder, customization }: ProductContent): ProductKind {
  if (madeToOrder) return 'made-to-order';
  return customization.colorBlocks ? 'color-block' : 'standard';
}

/**
 * Returns the contexts (the catalogue in each locale) with those in `language` first. Contexts of the same language
 * keep their order.
 */
export function preferLanguage(
  language: Language,
  contexts: readonly CatalogueContext[],
): readonly CatalogueContext[] {
  const rank = ({ locale }: CatalogueContext) =>
    localeFacts[locale].language === language ? 0 : 1;
  return [...contexts].sort((a, b) => rank(a) - rank(b));
}

function toGridProduct(
  catalogue: Catalogue,
  { product, rows }: WholeProduct,
  contexts: readonly CatalogueContext[],
): Omit<GridProduct, 'findings'> {
  const context = contexts.find(({ locale }) => isSoldIn(product, locale)) as CatalogueContext;
  const summary = renderSummary(product, withProduct(context, rows));
  const [image] = summary.images;
  const { sku, brand, category, tag, markets } = product;
  return {
    ...{ sku, brand, category, markets, ...(tag && { tag }) },
    locale: context.locale,
    name: summary.productName,
    kind: productKindOf(product),
    picture: image && { ...image, url: previewUrl(catalogue, image.url) },
    colors: product.colors.map(({ color }) => entryOf(catalogue.content.colors, color).swatches),
    price: priceOf(summary),
  };
}

/**
 * Returns the MSRP for the largest quantity, which is the lowest price and the one that shops advertise as
 * "from"; undefined if the product has no price.
 */
function priceOf({ pricing: { currency, msrp } }: ProductSummary): GridProduct['price'] {
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
