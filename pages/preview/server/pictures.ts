/** Draws pictures of products on request, as the build draws them for a release, and finds assets of the content. */
import { existsSync, readFileSync } from 'node:fs';
import type { Asset } from '../../../build/content/assets.ts';
import type { ProductContent } from '../../../build/content/schemas/product.ts';
import { sha256 } from '../../../build/content/sha256.ts';
import { type CatalogueContext, isSoldIn } from '../../../build/render/context.ts';
import { drawGarment } from '../../../build/render/draw.ts';
import { drawnImages } from '../../../build/render/images.ts';
import { publicFiles } from '../../../contract/release.ts';
import type { Catalogue } from './read-content.ts';

/** URL path below which the preview serves drawn pictures and assets. */
const filesRoot = '/preview/files/';

/**
 * Drawn pictures by product, as a cache. A product that was changed is another object, so its pictures are drawn again.
 */
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
 * Returns the drawing (SVG text) or asset (bytes) that a release has at the path `file` below `public/`, such as
 * `images/TEE100/wheel.svg`. Returns undefined if there is no such file. Throws the file-system error if an asset
 * cannot be read.
 */
export function findFile(catalogue: Catalogue, file: string): string | Buffer | undefined {
  const asset = findAsset(catalogue, file);
  if (asset === undefined) return findDrawing(catalogue, file);
  // An editor may have removed it since the content was read.
  return existsSync(asset.file) ? readFileSync(asset.file) : undefined;
}

function findAsset({ content }: Catalogue, file: string): Asset | undefined {
  const below = 'assets/';
  return file.startsWith(below) ? content.assets.get(file.slice(below.length)) : undefined;
}

function findDrawing(catalogue: Catalogue, file: string): string | undefined {
  const [, sku = ''] = file.split('/');
  const wholeProduct = catalogue.products.get(sku);
  return wholeProduct && drawPictures(catalogue, wholeProduct.product).get(file);
}

/**
 * Returns the URL path at which the preview serves the picture with the public URL `url`. The query has a hash of the
 * picture, so that open pages reload it only if it changed. Returns `url` unchanged if it is not below the base URL or
 * there is no such drawing or asset.
 */
export function previewUrl(catalogue: Catalogue, url: string): string {
  const { site } = catalogue.contexts[0] as CatalogueContext;
  if (!url.startsWith(`${site.baseUrl}/`)) return url;
  const file = url.slice(site.baseUrl.length + 1);
  const drawing = findDrawing(catalogue, file);
  const hash = findAsset(catalogue, file)?.sha256 ?? (drawing && sha256(drawing));
  return hash === undefined ? url : `${filesRoot}${file}?v=${hash.slice(0, 12)}`;
}

/**
 * Returns the SVG drawing of a side of a product (`front` or `back`). `colors` are hex codes: the main colour and
 * optionally the second colour. Returns undefined if there is no such product or drawing.
 */
export function paint(
  { content, products }: Catalogue,
  { sku, side, colors }: { sku: string; side: string; colors: readonly [string, ...string[]] },
): string | undefined {
  const drawing = content.drawings.get(`${products.get(sku)?.product.drawing}-${side}.svg`);
  return drawing && drawGarment(drawing, colors, sku);
}
