/** The files of one product: its detail in each locale, and the pictures that are drawn for it. */
import { type Locale, locales } from '../../contract/locales.ts';
import { publicFiles } from '../../contract/release.ts';
import { productDetailSchema } from '../../contract/schemas/product.ts';
import { isSoldIn, type RenderContext } from '../render/context.ts';
import { renderDetail } from '../render/detail.ts';
import { drawnImages } from '../render/images.ts';
import type { ProductContent } from '../schemas/product.ts';
import { type RenderedFile, toJson } from './rendered-file.ts';
import { whileRendering } from './while-rendering.ts';

/** A product that was read, and what it is rendered with. */
export interface ProductRendering {
  readonly product: ProductContent;
  /** Knows the product's prices and stock. */
  contextOf(locale: Locale): RenderContext;
}

/** Renders every file that is a product's own. An error tells the SKU. */
export function renderProductFiles(rendering: ProductRendering): RenderedFile[] {
  return whileRendering(rendering.product.sku, () => renderAll(rendering));
}

function renderAll({ product, contextOf }: ProductRendering): RenderedFile[] {
  const sold = locales.filter((locale) => isSoldIn(product, locale)).map(contextOf);
  const details = sold.map((context) => {
    const { content, locale } = context;
    const isDefault = locale === content.catalogue.defaultLocale;
    const names = isDefault ? [locale, undefined] : [locale];
    return {
      paths: names.map((name) => `public/${publicFiles.detail(product.sku, name)}`),
      bytes: toJson(productDetailSchema.parse(renderDetail(product, context))),
    };
  });
  const [first] = sold;
  // Drawn once, titled in the first locale that it is sold in.
  const pictures = first === undefined ? [] : drawnImages(product, first);
  return [
    ...details,
    ...pictures.map(([path, svg]) => ({ paths: [`public/${path}`], bytes: Buffer.from(svg) })),
  ];
}
