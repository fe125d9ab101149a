/** A colour of a product as the list and the detail show it (spec, "Color object"). */
import type { DetailColor, SummaryColor } from '../../contract/schemas/product.ts';
import type { ProductColor, ProductContent } from '../content/schemas/product.ts';
import { entryOf, type RenderContext } from './context.ts';
import { colorImageUrls } from './images.ts';

/** Renders a colour for the list. */
export function renderSummaryColor(
  product: ProductContent,
  entry: ProductColor,
  context: RenderContext,
): SummaryColor {
  const { content, localizer } = context;
  const { name, pms, swatches, families } = entryOf(content.colors, entry.color);
  const fabric = entry.fabric ?? product.fabric;
  return {
    id: entry.color,
    ...(pms === undefined ? {} : { pms }),
    name: localizer.text(name),
    ...(fabric === undefined ? {} : { weight: localizer.text(fabric.weight) }),
    swatches,
    colorFamilies: families.map((id) => {
      const { name: familyName, ...family } = entryOf(content.families, id);
      return { name: localizer.text(familyName), ...family };
    }),
    images: colorImageUrls(product, entry, context),
  };
}

/** Renders a colour for the detail: the same, with its material. */
export function renderDetailColor(
  product: ProductContent,
  entry: ProductColor,
  context: RenderContext,
): DetailColor {
  const { images, ...color } = renderSummaryColor(product, entry, context);
  const fabric = entry.fabric ?? product.fabric;
  if (fabric === undefined) return { ...color, images };
  const { localizer } = context;
  const composition = localizer.text(fabric.composition);
  const material = { composition, weight: localizer.text(fabric.weight), gsm: fabric.gsm };
  return { ...color, material, images };
}
