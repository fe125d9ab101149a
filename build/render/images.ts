/** Lists the pictures of a product with their URLs, and draws those that the content lacks. */
import { hashedPath } from '../../contract/pictures.ts';
import { objectFiles } from '../../contract/release.ts';
import { type Image, pictureViews } from '../../contract/schemas/color.ts';
import type { SharedContent } from '../content/content.ts';
import { fillIn } from '../content/localize/localizer.ts';
import { omitUndefined } from '../content/omit-undefined.ts';
import type { ProductColor, ProductContent } from '../content/schemas/product.ts';
import { assetUrl } from './addresses.ts';
import { type CatalogueContext, entryOf } from './context.ts';
import { drawGarment, drawWheel } from './draw.ts';

/** The members of a catalogue context that are needed to list pictures. */
type PictureContext = Pick<CatalogueContext, 'content' | 'localizer' | 'site' | 'drawn'>;

const sides = ['front', 'back'] as const;

/**
 * Returns the pictures of a product's colour: the member `images` of the colour, or the names of the front and back that
 * the build draws. It draws none if the product has no garment drawing or the colour has no swatches.
 */
export function colorPictures(
  { drawing }: ProductContent,
  { color, images }: ProductColor,
  { colors }: Pick<SharedContent, 'colors'>,
): readonly string[] {
  if (images) return images;
  const isDrawn = drawing !== undefined && entryOf(colors, color).swatches.length > 0;
  return isDrawn ? sides.map((side) => `${color}-${side}`) : [];
}

/**
 * Returns the pictures of a product for the product list: its member `images` or, without this member, the pictures of
 * the first colour with pictures. The colour wheel, if the product has one, is the last.
 */
export function productImages(product: ProductContent, context: PictureContext): Image[] {
  const first = product.colors.find(
    (entry) => colorPictures(product, entry, context.content).length > 0,
  );
  const ofColor = first ? colorImages(product, first, context) : [];
  const own = product.images ? ownImages(product, context) : ofColor;
  return [...own, ...wheelImages(product, context)];
}

/** Returns the pictures of a product, then those of all its colours, each URL once. The colour wheel is the last. */
export function allImages(product: ProductContent, context: PictureContext): Image[] {
  const images = [
    ...ownImages(product, context),
    ...product.colors.flatMap((entry) => colorImages(product, entry, context)),
    ...wheelImages(product, context),
  ];
  // Of equal URLs the first is kept, with the editor's alternative text.
  const seen = new Set<string>();
  return images.filter(({ url }) => !seen.has(url) && seen.add(url));
}

/** Returns the pictures of a product's colour, the front first. */
export function colorImages(
  product: ProductContent,
  entry: ProductColor,
  context: PictureContext,
): Image[] {
  const { content, localizer } = context;
  const { imageFront, imageBack } = content.catalogue.texts;
  return colorPictures(product, entry, content).map((picture, index): Image => {
    const file = entry.images && picture;
    return omitUndefined({
      url: file ? assetUrl(context, file) : drawnUrl(context, product, picture),
      alt: fillIn(localizer.text(index === 0 ? imageFront : imageBack), {
        product: localizer.text(product.name),
        color: localizer.text(entryOf(content.colors, entry.color).name),
      }),
      colorId: entry.color,
      view: (file && viewIn(file)) ?? sides[index],
      type: file ? undefined : ('drawing' as const),
      ...(file && sizeOf(file, content)),
    });
  });
}

function ownImages({ images = [], colors }: ProductContent, context: PictureContext): Image[] {
  return images.map(({ file, alt, view }): Image => {
    const [shown, ...others] = colors.filter((entry) => entry.images?.includes(file));
    return omitUndefined({
      url: assetUrl(context, file),
      alt: context.localizer.text(alt),
      colorId: others.length === 0 ? shown?.color : undefined,
      view: view ?? viewIn(file),
      ...sizeOf(file, context.content),
    });
  });
}

function wheelImages(product: ProductContent, context: PictureContext): Image[] {
  const { content, localizer } = context;
  if (wheelColors(product, content).length === 0) return [];
  const words = { product: localizer.text(product.name) };
  const alt = fillIn(localizer.text(content.catalogue.texts.imageWheel), words);
  return [{ url: drawnUrl(context, product, 'wheel'), alt, type: 'color-wheel' }];
}

/** Returns the URL of a picture that the build draws for a product, with its hash if it has been drawn. */
function drawnUrl({ site, drawn }: PictureContext, { sku }: ProductContent, name: string): string {
  const [path, hash] = [`${name}.svg`, drawn?.get(name)];
  return `${site.baseUrl}/images/${sku}/${hash ? hashedPath(path, hash) : path}`;
}

/** Returns the view in the name of a picture, such as `side` in `navy-side.jpg`; undefined if the name has none. */
function viewIn(file: string) {
  const [, last = ''] = /[-_.]([a-z]+)\.[a-z]+$/i.exec(file) ?? [];
  return pictureViews.find((view) => view === last.toLowerCase());
}

/** Returns the size in pixels of a picture in `assets/`; an SVG picture or an https URL has none. */
function sizeOf(file: string, { pictures }: SharedContent) {
  const { width, height } = pictures.get(file) ?? {};
  return { width, height };
}

/**
 * Draws the pictures that the content lacks: the front and back of colours, and the colour wheel. Returns pairs of a
 * path within the product's object, such as `images/navy-front.svg`, and the SVG text.
 */
export function drawnImages(
  product: ProductContent,
  { content, localizer }: CatalogueContext,
): [path: string, svg: string][] {
  const title = localizer.text(product.name);
  const garments = product.colors.flatMap((entry) => {
    if (entry.images) return [];
    const { swatches } = entryOf(content.colors, entry.color);
    return colorPictures(product, entry, content).map((name, index): [string, string] => {
      const drawing = content.drawings.get(`${product.drawing}-${sides[index]}.svg`) ?? '';
      return [objectFiles.picture(name), drawGarment(drawing, swatches, title)];
    });
  });
  const colors = wheelColors(product, content);
  if (colors.length === 0) return garments;
  return [...garments, [objectFiles.picture('wheel'), drawWheel(colors, title)]];
}

/**
 * Returns the colours of the wheel, the picture of a ring with the colours that buyers choose for panels. There is no
 * wheel if they choose none, if the product has no garment drawing, or if it has pictures of its own.
 */
function wheelColors(
  { images, drawing, customization, colors }: ProductContent,
  content: SharedContent,
): readonly string[] {
  if (images || drawing === undefined || !customization.colorBlocks) return [];
  return [...new Set(colors.flatMap(({ color }) => entryOf(content.colors, color).swatches))];
}
