/**
 * Data for `/preview/data/products/SKU`: a product in every locale in which it is sold, with net prices, texts and
 * findings (errors and warnings in the content).
 */

import type { ProductContent } from '../../../build/content/schemas/product.ts';
import {
  type CatalogueContext,
  entryOf,
  isSoldIn,
  type ProductContext,
  withProduct,
} from '../../../build/render/context.ts';
import { renderDetail } from '../../../build/render/detail.ts';
import { renderNetPrice } from '../../../build/render/net-prices.ts';
import { renderSummary } from '../../../build/render/summary.ts';
import type { Language } from '../../../contract/locales.ts';
import type { LocaleView, PaintColor, ProductResponse } from '../responses.ts';
import { previewUrl } from './pictures.ts';
import type { PreviewState } from './preview-state.ts';
import { preferLanguage, productKindOf } from './product-grid.ts';
import type { Catalogue } from './read-content.ts';
import { textRows } from './text-rows.ts';

/**
 * Returns a product of the state's catalogue, or undefined if there is no catalogue or no such product. `language` is
 * the preferred language for the names of `paintColors`, the colours that buyers can choose for the blocks of a
 * color-block product; all other texts are in the language of each locale.
 */
export function createProductResponse(
  { catalogue, findings, pathOf }: PreviewState,
  { sku, language }: { sku: string; language: Language },
): ProductResponse | undefined {
  const wholeProduct = catalogue?.products.get(sku);
  if (catalogue === undefined || wholeProduct === undefined) return undefined;
  const { product } = wholeProduct;
  const { content, contexts } = catalogue;
  const soldContexts = contexts.filter(({ locale }) => isSoldIn(product, locale));
  const views = soldContexts.map(
    (context) =>
      [context.locale, viewIn(withProduct(context, wholeProduct.rows), product)] as const,
  );
  const images = views.flatMap(([, { detail }]) => urlsOf(detail));
  return {
    sku,
    file: pathOf(wholeProduct.file),
    kind: productKindOf(product),
    locales: Object.fromEntries(views),
    texts: textRows(wholeProduct, soldContexts),
    pictures: Object.fromEntries(images.map((url) => [url, previewUrl(catalogue, url)])),
    paintColors: listPaintColors(catalogue, product, language),
    tiers: content.catalogue.tiers,
    findings: findings.filter((finding) => finding.sku === sku),
  };
}

function viewIn(context: ProductContext, product: ProductContent): LocaleView {
  const { content } = context;
  const net = content.catalogue.tiers.all.map(
    (tier) => [tier, renderNetPrice(tier, product, context)] as const,
  );
  const summary = renderSummary(product, context);
  return {
    detail: renderDetail(product, context, summary),
    summary,
    net: Object.fromEntries(net),
  };
}

function urlsOf({ assets, customization, colors, images }: LocaleView['detail']): string[] {
  return [
    ...images.map(({ url }) => url),
    ...assets.images.map(({ url }) => url),
    ...colors.flatMap((color) => color.images),
    ...customization.decorations.map(({ icon }) => icon),
  ];
}

/**
 * Returns the colours that buyers can choose for the blocks of a color-block product: the hex codes of the product's
 * colours, without duplicates and in the product's order. Each has the name of the catalogue's colour with this hex
 * code alone; if there is no such colour, the hex code is its name. Returns an empty list for a product without colour
 * blocks or without a drawing.
 */
function listPaintColors(
  { content, contexts }: Catalogue,
  { customization, drawing, colors }: ProductContent,
  language: Language,
): PaintColor[] {
  if (!customization.colorBlocks || drawing === undefined) return [];
  const [{ localizer }] = preferLanguage(language, contexts) as readonly [CatalogueContext];
  const swatches = colors.flatMap(({ color }) => entryOf(content.colors, color).swatches);
  const plain = Object.values(content.colors).filter((color) => color.swatches.length === 1);
  return [...new Set(swatches)].map((hex) => {
    const named = plain.find(({ swatches: [only] }) => only === hex);
    return { hex, name: named ? localizer.text(named.name) : hex };
  });
}
