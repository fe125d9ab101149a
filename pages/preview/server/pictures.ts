/** The pictures that the build would write, drawn when they are asked for. */
import { createHash } from 'node:crypto';
import type { ProductContent } from '../../../build/content/schemas/product.ts';
import { type CatalogueContext, isSoldIn } from '../../../build/render/context.ts';
import { drawGarment } from '../../../build/render/draw.ts';
import { drawnImages } from '../../../build/render/images.ts';
import { publicFiles } from '../../../contract/release.ts';
import type { Catalogue } from './read-content.ts';

/** Where the preview serves what lies below `public/` in a release. */
const filesRoot = '/preview/files/';

/** Each look at the content makes products anew. */
const drawn = new WeakMap<ProductContent, ReadonlyMap<string, string>>();

/** Every picture that is drawn for a product: path below `public/` → SVG text. */
function picturesOf({ contexts }: Catalogue, product: ProductContent): ReadonlyMap<string, string> {
  const known = drawn.get(product);
  if (known) return known;
  const context = contexts.find(({ locale }) => isSoldIn(product, locale));
  const pictures = new Map(
    drawnImages(product, context as CatalogueContext).map(([path, svg]) => [
      publicFiles.picture(product.sku, path),
      svg,
    ]),
  );
  drawn.set(product, pictures);
  return pictures;
}

/** The bytes of a file below `public/`: a drawn picture or an asset; undefined when there is none. */
export function fileOf(catalogue: Catalogue, file: string): string | Buffer | undefined {
  const [room, sku = ''] = file.split('/');
  if (room === 'assets') return catalogue.content.assets.get(file.slice('assets/'.length));
  const found = catalogue.products.get(sku);
  return found && picturesOf(catalogue, found.product).get(file);
}

/**
 * The preview's address of a picture whose public address is `url`. It carries a hash of the picture, so
 * that a page that is open loads it again when it was changed, and only then.
 */
export function previewUrl(catalogue: Catalogue, url: string): string {
  const { site } = catalogue.contexts[0] as CatalogueContext;
  if (!url.startsWith(`${site.baseUrl}/`)) return url;
  const file = url.slice(site.baseUrl.length + 1);
  const bytes = fileOf(catalogue, file);
  const hash = bytes && createHash('sha1').update(bytes).digest('hex').slice(0, 12);
  return `${filesRoot}${file}?v=${hash}`;
}

/** A product's drawing in two colours of somebody's choice; undefined where it has none. */
export function paint(
  { content, products }: Catalogue,
  { sku, side, colors }: { sku: string; side: string; colors: readonly [string, ...string[]] },
): string | undefined {
  const drawing = content.drawings.get(`${products.get(sku)?.product.drawing}-${side}.svg`);
  return drawing && drawGarment(drawing, colors, sku);
}
