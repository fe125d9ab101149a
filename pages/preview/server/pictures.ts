/** Draws pictures of products on request, the same that the build writes into a release. */
import { createHash } from 'node:crypto';
import type { ProductContent } from '../../../build/content/schemas/product.ts';
import { type CatalogueContext, isSoldIn } from '../../../build/render/context.ts';
import { drawGarment } from '../../../build/render/draw.ts';
import { drawnImages } from '../../../build/render/images.ts';
import { publicFiles } from '../../../contract/release.ts';
import type { Catalogue } from './read-content.ts';

/** URL path below which the preview serves drawn pictures and assets. */
const filesRoot = '/preview/files/';

/** Drawn pictures by product. A changed product is a new object and therefore drawn again. */
const picturesByProduct = new WeakMap<ProductContent, ReadonlyMap<string, string>>();

/** Returns the drawings of a product: path below `public/` → SVG text. The result is cached. */
function drawPictures(
  { contexts }: Catalogue,
  product: ProductContent,
): ReadonlyMap<string, string> {
  const cached = picturesByProduct.get(product);
  if (cached) return cached;
  const context = contexts.find(({ locale }) => isSoldIn(product, locale));
  const pictures = new Map(
    drawnImages(product, context as CatalogueContext).map(([path, svg]) => [
      publicFiles.picture(product.sku, path),
      svg,
    ]),
  );
  picturesByProduct.set(product, pictures);
  return pictures;
}

/**
 * Returns the drawing (SVG text) or asset (bytes) with the path `file` below `public/`, such as `images/TEE100/wheel.svg`,
 * or undefined if it does not exist.
 */
export function findFile(catalogue: Catalogue, file: string): string | Buffer | undefined {
  const [folder, sku = ''] = file.split('/');
  if (folder === 'assets') return catalogue.content.assets.get(file.slice('assets/'.length));
  const wholeProduct = catalogue.products.get(sku);
  return wholeProduct && drawPictures(catalogue, wholeProduct.product).get(file);
}

/**
 * Returns the URL path at which the preview serves the picture with the public URL `url`. The query has a hash of the
 * picture, so that open pages reload it only if it changed. Returns `url` unchanged if it leads to another host or to no
 * drawing or asset.
 */
export function previewUrl(catalogue: Catalogue, url: string): string {
  const { site } = catalogue.contexts[0] as CatalogueContext;
  if (!url.startsWith(`${site.baseUrl}/`)) return url;
  const file = url.slice(site.baseUrl.length + 1);
  const bytes = findFile(catalogue, file);
  if (bytes === undefined) return url;
  const hash = createHash('sha1').update(bytes).digest('hex').slice(0, 12);
  return `${filesRoot}${file}?v=${hash}`;
}

/**
 * Returns the SVG drawing of a side of a product (`front` or `back`), in the main colour and, if given, the second
 * colour, as hex codes. Returns undefined if there is no such product or drawing.
 */
export function paint(
  { content, products }: Catalogue,
  { sku, side, colors }: { sku: string; side: string; colors: readonly [string, ...string[]] },
): string | undefined {
  const drawing = content.drawings.get(`${products.get(sku)?.product.drawing}-${side}.svg`);
  return drawing && drawGarment(drawing, colors, sku);
}
