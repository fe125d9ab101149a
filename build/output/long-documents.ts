/**
 * The long documents, which contain a part of every product: the product lists, the net prices of each price tier, such
 * as `A3`, and the outlines.
 */
import { privateFiles, publicFiles } from '../../contract/release.ts';
import { productListSchema } from '../../contract/schemas/list.ts';
import type { ListedProduct } from '../content/outline.ts';
import { type CatalogueContext, isSoldIn } from '../render/context.ts';
import { renderListFrame } from '../render/list.ts';
import { renderNetPrice } from '../render/net-prices.ts';
import type { ProductRendering } from './product-files.ts';
import { wrapRenderErrors } from './rendered-file.ts';

/**
 * A document that contains a part of every product, described without these parts: its paths, and the text
 * before and after the parts. Commas separate the parts.
 */
export interface DocumentFrame {
  /** The paths of the document within the release. The list of the default locale has a second path, without locale. */
  readonly paths: readonly [string, ...string[]];
  readonly beginning: string;
  /** Returns the text after the last part. `products` are all products of the release. */
  end(products: readonly ListedProduct[]): string;
}

/** The data from which the parts of a product in the long documents are rendered. */
export interface PartRendering extends ProductRendering {
  /** JSON text of the product's outline, the data for rules about the catalogue. */
  readonly outline: string;
}

/**
 * A long document: the product list of a locale, the net prices of a tier in a locale, or the outlines. It is too long
 * for memory as a whole, so `part` renders the part of one product.
 */
export interface LongDocument extends DocumentFrame {
  /**
   * Renders the part of a product as JSON text, without commas around it, or returns undefined if the product is not
   * sold in the locale of the document. If rendering fails, throws a `RenderError` that names the SKU.
   */
  part(rendering: PartRendering): string | undefined;
}

/**
 * Path within a release of the long document with the outlines of all products, the data for rules about the catalogue:
 * a JSON array. Only later builds read it.
 */
export const outlinesFile = 'private/outlines.json';

const frameSchema = productListSchema.omit({ products: true });

/**
 * Returns the long documents of a release, in this order: the product list of each locale, the net prices of each tier
 * and locale, the outlines. The lists are first, so that they are compressed while the other documents are written.
 * Returns an empty list if `contexts` is empty, because then nothing is rendered.
 */
export function longDocuments(contexts: readonly CatalogueContext[]): readonly LongDocument[] {
  if (contexts.length === 0) return [];
  const documents = [
    ...contexts.map(listDocument),
    ...contexts.flatMap((context) =>
      context.content.catalogue.tiers.all.map((tier) => netDocument(tier, context)),
    ),
    outlinesDocument,
  ];
  return documents.map((document) => ({
    ...document,
    part: (toRender) =>
      wrapRenderErrors(`product ${toRender.product.sku}`, () => document.part(toRender)),
  }));
}

function listDocument(context: CatalogueContext): LongDocument {
  const { content, locale } = context;
  const path = `public/${publicFiles.list(locale)}`;
  const isDefault = locale === content.catalogue.defaultLocale;
  return {
    paths: isDefault ? [path, `public/${publicFiles.list()}`] : [path],
    beginning: `{"locale":"${locale}","products":[`,
    part({ contexts, summaries }) {
      const at = contexts.findIndex((each) => each.locale === locale);
      return at === -1 ? undefined : JSON.stringify(summaries[at]);
    },
    end(products) {
      const shown = products.filter((product) => isSoldIn(product, locale));
      const { categories, brands } = frameSchema.parse(renderListFrame(context, shown));
      return `],"categories":${JSON.stringify(categories)},"brands":${JSON.stringify(brands)}}`;
    },
  };
}

const outlinesDocument: LongDocument = {
  paths: [outlinesFile],
  beginning: '[',
  part: ({ outline }) => outline,
  end: () => ']',
};

function netDocument(tier: string, { locale }: CatalogueContext): LongDocument {
  return {
    paths: [`private/${privateFiles.netPrices(tier, locale)}`],
    beginning: '{',
    part({ product, contexts }) {
      const shown = contexts.find((each) => each.locale === locale);
      if (shown === undefined) return undefined;
      const netPrice = renderNetPrice(tier, product, shown);
      return `${JSON.stringify(product.sku)}:${JSON.stringify(netPrice)}`;
    },
    end: () => '}',
  };
}
