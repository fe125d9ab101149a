/** Render: a product as an element of the list. */
import type { ProductSummary } from '../../contract/schemas/product.ts';
import type { ProductContent } from '../content/schemas/product.ts';
import { renderSummaryColor } from './color.ts';
import { entryOf, type RenderContext } from './context.ts';
import { renderColorBlocks, renderPlace, renderPublicPricing, renderTexts } from './product.ts';

/** Renders the summary of a product in the context's locale. */
export function renderSummary(product: ProductContent, context: RenderContext): ProductSummary {
  const { catalog, minimumOrder, studio, images } = renderPlace(product, context);
  return {
    sku: product.sku,
    slug: product.sku.toLowerCase(),
    ...renderTexts(product, context),
    brand: entryOf(context.content.brands, product.brand).name,
    customization: renderColorBlocks(product, context),
    catalog,
    minimumOrder,
    studio,
    pricing: renderPublicPricing(product, context),
    images,
    colors: product.colors.map((entry) => renderSummaryColor(product, entry, context)),
  };
}
