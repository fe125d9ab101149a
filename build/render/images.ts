/**
 * Lists the pictures of a product with their URLs, and draws missing ones. A colour shows its own pictures; if it has
 * none, the product's garment drawing, coloured with the swatches of the colour.
 */
import { objectFiles } from '../../contract/release.ts';
import { type Image, pictureViews } from '../../contract/schemas/color.ts';
import type { SharedContent } from '../content/content.ts';
import { fillIn } from '../content/localize/localizer.ts';
import {
  type ProductColor,
  type ProductContent,
  pictureFiles,
} from '../content/schemas/product.ts';
import { assetUrl, drawnImageUrl } from './addresses.ts';
import { type CatalogueContext, entryOf } from './context.ts';
import { drawGarment, drawWheel } from './draw.ts';

/** The members of a catalogue context that are needed to render pictures. */
export type PictureContext = Pick<CatalogueContext, 'content' | 'localizer' | 'site' | 'drawn'>;

/** Path of a picture, relative to `assets/` → SHA-256. */
export type PictureHashes = Readonly<Record<string, string>>;

const sides = ['front', 'back'] as const;

/**
 * Returns the URLs of the pictures of a product's colour. If the colour has a member `images`, these are the pictures
 * that it lists, in its order; none if it is empty. Otherwise, they are the front and back that the build draws; none
 * if the product has no garment drawing or the colour has no swatches.
 */
export function colorImageUrls(
  product: ProductContent,
  entry: ProductColor,
  context: Pick<CatalogueContext, 'content' | 'site' | 'drawn'>,
): string[] {
  if (entry.images) return entry.images.map((file) => assetUrl(context, file));
  if (!isDrawn(product, entry, context.content)) return [];
  return sides.map((side) => drawnImageUrl(context, product.sku, `${entry.color}-${side}`));
}

/**
 * Returns the pictures of a product for the product list: those that its member `images` lists or, without this member,
 * those of the first colour with pictures. A product may also have a colour wheel, the picture of a ring with the
 * colours that buyers can choose; the wheel is added at the end.
 */
export function productImages(product: ProductContent, context: PictureContext): Image[] {
  return [...mainImages(product, context), ...wheelImages(product, context)];
}

/**
 * Returns the pictures of a product and of all its colours, each once. If the product has a colour wheel, the picture
 * of a ring with the colours that buyers can choose, adds it at the end.
 */
export function allImages(product: ProductContent, context: CatalogueContext): Image[] {
  const images = [
    ...ownImages(product, context),
    ...product.colors.flatMap((entry) => colorImages(product, entry, context)),
    ...wheelImages(product, context),
  ];
  // Of equal URLs the first is kept, with the editor's alternative text.
  const seen = new Set<string>();
  return images.filter(({ url }) => !seen.has(url) && seen.add(url));
}

/**
 * Draws the pictures that the content lacks. Draws nothing for a product without a garment drawing. For others, draws
 * the front and back of each colour that has swatches but no member `images`. Also draws the colour wheel if buyers
 * choose colours of panels, the product has no member `images`, and a colour has swatches. Returns pairs of a path and
 * the SVG text. The path, such as `images/navy-front.svg`, is within the product's object, the folder of its public
 * files.
 */
export function drawnImages(
  product: ProductContent,
  { content, localizer }: CatalogueContext,
): [string, string][] {
  const title = localizer.text(product.name);
  const garments = product.colors.flatMap((entry): [string, string][] => {
    if (entry.images || !isDrawn(product, entry, content)) return [];
    const [first, ...rest] = swatchesOf(entry, content);
    return sides.map((side) => [
      objectFiles.picture(`${entry.color}-${side}`),
      drawGarment(drawingOf(product, side, content), [first as string, ...rest], title),
    ]);
  });
  if (!hasWheel(product, content)) return garments;
  const colors = product.colors.flatMap((entry) => swatchesOf(entry, content));
  return [...garments, [objectFiles.picture('wheel'), drawWheel([...new Set(colors)], title)]];
}

/** Returns the hashes of the pictures in `assets/` that a product shows, or undefined if it shows none. */
export function pictureHashes(
  product: ProductContent,
  { pictures }: Pick<SharedContent, 'pictures'>,
): PictureHashes | undefined {
  const hashes = pictureFiles(product).flatMap((file) => {
    const picture = pictures.get(file);
    return picture === undefined ? [] : [[file, picture.sha256] as const];
  });
  return hashes.length === 0 ? undefined : Object.fromEntries(hashes);
}

/** Returns the pictures that the content has for the product itself. */
function ownImages({ images = [], colors }: ProductContent, context: PictureContext): Image[] {
  return images.map(({ file, alt, view = viewIn(file) }) => {
    const shown = colors.filter((entry) => entry.images?.includes(file));
    return {
      url: assetUrl(context, file),
      alt: context.localizer.text(alt),
      ...(shown.length === 1 && { colorId: shown[0]?.color }),
      ...(view && { view }),
      ...sizeOf(file, context.content),
    } as Image;
  });
}

/** Returns the view in the name of a picture, such as `side` in `navy-side.jpg`; undefined if the name has none. */
function viewIn(file: string): string | undefined {
  const [, last = ''] = /[-_.]([a-z]+)\.[a-z]+$/i.exec(file) ?? [];
  return pictureViews.find((view) => view === last.toLowerCase());
}

/** Returns the product's own pictures or, if it has none, those of its first colour with pictures. */
function mainImages(product: ProductContent, context: PictureContext): Image[] {
  if (product.images) return ownImages(product, context);
  const first = product.colors.find((entry) => colorImageUrls(product, entry, context).length > 0);
  return first ? colorImages(product, first, context) : [];
}

function colorImages(
  product: ProductContent,
  entry: ProductColor,
  context: PictureContext,
): Image[] {
  const { content, localizer } = context;
  const { imageFront, imageBack } = content.catalogue.texts;
  const words = {
    product: localizer.text(product.name),
    color: localizer.text(entryOf(content.colors, entry.color).name),
  };
  return colorImageUrls(product, entry, context).map((url, index): Image => {
    const file = entry.images?.[index];
    const view = (file && viewIn(file)) ?? sides[index];
    return {
      url,
      alt: fillIn(localizer.text(index === 0 ? imageFront : imageBack), words),
      colorId: entry.color,
      ...(view && { view }),
      ...(entry.images === undefined && { type: 'drawing' }),
      ...sizeOf(file, content),
    };
  });
}

function wheelImages(product: ProductContent, context: PictureContext): Image[] {
  const { content, localizer } = context;
  if (!hasWheel(product, content)) return [];
  const words = { product: localizer.text(product.name) };
  const alt = fillIn(localizer.text(content.catalogue.texts.imageWheel), words);
  return [{ url: drawnImageUrl(context, product.sku, 'wheel'), alt, type: 'color-wheel' }];
}

/**
 * Returns the width and height in pixels of the picture `file` in `assets/`. Returns undefined for an SVG picture, for
 * an https URL, and if `file` is undefined, as for a picture that the build draws.
 */
function sizeOf(
  file: string | undefined,
  { pictures }: SharedContent,
): Pick<Image, 'width' | 'height'> | undefined {
  const picture = file === undefined ? undefined : pictures.get(file);
  const { width, height } = picture ?? {};
  return width === undefined || height === undefined ? undefined : { width, height };
}

/**
 * Returns true if the build draws a colour wheel for a product: buyers choose the colours of its panels, the content
 * has no pictures of the product itself, and it has a garment drawing and a colour with swatches.
 */
function hasWheel(product: ProductContent, content: SharedContent): boolean {
  return (
    product.images === undefined &&
    product.customization.colorBlocks &&
    product.drawing !== undefined &&
    product.colors.some((entry) => swatchesOf(entry, content).length > 0)
  );
}

/** Returns true if the build can draw a colour: the product has a drawing and the colour has swatches. */
function isDrawn(product: ProductContent, entry: ProductColor, content: SharedContent): boolean {
  return product.drawing !== undefined && swatchesOf(entry, content).length > 0;
}

function swatchesOf(entry: ProductColor, content: SharedContent): readonly string[] {
  return entryOf(content.colors, entry.color).swatches;
}

function drawingOf(product: ProductContent, side: string, content: SharedContent): string {
  return content.drawings.get(`${product.drawing}-${side}.svg`) ?? '';
}
