/** A product in the list, and a product in detail (spec, "Resources and their fields"). */
import { z } from 'zod';
import { locales } from '../locales.ts';
import { detailPricingSchema, summaryPricingSchema } from './pricing.ts';

const uri = z.string().meta({ format: 'uri' });

const pixels = z.int().positive();

export const imageSchema = z
  .object({
    url: uri,
    alt: z.string(),
    width: pixels
      .exactOptional()
      .describe('Width in pixels, as displayed. Absent for drawings, which scale to any size.'),
    height: pixels
      .exactOptional()
      .describe('Height in pixels, as displayed. Present if `width` is.'),
  })
  .meta({ id: 'Image', description: 'A picture and its text alternative.' });

export const colorFamilySchema = z
  .object({ name: z.string(), hex: z.string(), sortIndex: z.number().exactOptional() })
  .meta({ id: 'ColorFamily', description: 'A color family to filter by.' });

const colorShape = {
  id: z.string(),
  pms: z.string().exactOptional(),
  name: z.string(),
  weight: z.string().exactOptional().describe('Fabric weight text.'),
  swatches: z.array(z.string()).describe('Hex color strings; may be empty.'),
  colorFamilies: z.array(colorFamilySchema),
  images: z.array(uri),
};

export const summaryColorSchema = z
  .object(colorShape)
  .meta({ id: 'SummaryColor', description: 'A color of a product in the list.' });

export const detailColorSchema = z
  .object({
    ...colorShape,
    material: z
      .object({ composition: z.string(), weight: z.string(), gsm: z.number() })
      .exactOptional(),
  })
  .meta({ id: 'DetailColor', description: 'A color of a product, with its material.' });

const descriptionsSchema = z
  .object({
    tagline: z.string().exactOptional(),
    short: z.string().exactOptional(),
    long: z.string().exactOptional(),
  })
  .meta({ id: 'Descriptions', description: 'Localized texts, shortest to longest.' });

const catalogPlaceSchema = z
  .object({
    inspiration: z.array(z.string()),
    category: z.string().describe('Name of a category in `categories` of the product list.'),
    for: z.string().describe('Target group of the product.'),
    fabrics: z.array(z.string()).exactOptional(),
  })
  .meta({ id: 'CatalogPlace', description: 'Classification of the product in the catalogue.' });

const sharedShape = {
  sku: z.string(),
  slug: z.string().describe('Lower-case form of the SKU.'),
  productName: z.string(),
  descriptions: descriptionsSchema,
  keywords: z.array(z.string()).exactOptional(),
  tag: z.string().exactOptional().describe('Merchandising tag, localized.'),
  catalog: catalogPlaceSchema,
  minimumOrder: z.object({ quantity: z.number(), description: z.string() }),
  studio: z.object({
    available: z.boolean().describe('Whether the website may link to the design studio.'),
  }),
  images: z.array(imageSchema),
};

export const productSummarySchema = z
  .object({
    ...sharedShape,
    brand: z.string().describe('Key into the brands map of the same response.'),
    customization: z.object({
      colorBlocks: z.boolean(),
      colorBlocksTagline: z.string().exactOptional(),
    }),
    pricing: summaryPricingSchema,
    colors: z.array(summaryColorSchema),
  })
  .meta({ id: 'ProductSummary', description: 'A product in the list.' });

export const resourceSchema = z
  .object({ type: z.string(), label: z.string(), url: uri })
  .meta({ id: 'Resource', description: 'A document about the product, such as a size chart.' });

export const decorationSchema = z
  .looseObject({ name: z.string(), note: z.string(), icon: uri, link: uri })
  .meta({
    id: 'Decoration',
    description: 'A decoration method of the product; further members may be added.',
  });

const stockLocationSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    quantity: z.number(),
    incoming: z.number().exactOptional().describe('Pieces on the way to the location.'),
    incomingDate: z.iso
      .date()
      .exactOptional()
      .describe('The day on which the incoming pieces are expected.'),
  })
  .meta({ id: 'StockLocation', description: 'The stock of a color and size at one location.' });

const variantStockSchema = z
  .object({
    colorId: z.string().describe('The id of a color.'),
    size: z.string(),
    partId: z
      .string()
      .exactOptional()
      .describe('Id of this color and size in orders. It is never reused for another one.'),
    gtin: z
      .string()
      .exactOptional()
      .describe('The GTIN as printed on the label: 8, 12, 13 or 14 digits, with leading zeros.'),
    quantity: z
      .number()
      .describe("Pieces in stock at all locations that ship to the locale's country."),
    locations: z
      .array(stockLocationSchema)
      .exactOptional()
      .describe(
        "Stock by location, if known: the locations that ship to the locale's country. An order ships from one location.",
      ),
  })
  .meta({ id: 'VariantStock', description: 'The stock of a color in a size.' });

export const productDetailSchema = z
  .object({
    ...sharedShape,
    locale: z.enum(locales),
    note: z.string().exactOptional(),
    availableFrom: z.iso
      .date()
      .exactOptional()
      .describe(
        'The first day on which the product was available, in the time zone of the catalogue.',
      ),
    availableUntil: z.iso
      .date()
      .exactOptional()
      .describe('The last day on which the product is available. It is removed afterwards.'),
    replacedBy: z
      .string()
      .exactOptional()
      .describe('SKU of the product that replaces it when it is removed.'),
    formerSkus: z.array(z.string()).exactOptional().describe('Previous SKUs of the product.'),
    brand: z.object({
      name: z.string(),
      description: z.string(),
      url: z.string().exactOptional().describe('Empty if no brand page is published.'),
    }),
    insufficientInventoryMessage: z.string().exactOptional(),
    links: z
      .object({
        product: uri.exactOptional(),
        brand: uri.exactOptional(),
        category: uri.exactOptional(),
        studio: uri.exactOptional(),
      })
      .exactOptional(),
    materials: z.array(z.object({ code: z.string(), label: z.string() })).exactOptional(),
    customization: z.object({
      colorBlocks: z.boolean(),
      colorBlocksTagline: z.string().exactOptional(),
      decorations: z.array(decorationSchema),
      options: z.array(z.record(z.string(), z.unknown())).describe('Free-form options.'),
    }),
    pricing: detailPricingSchema,
    assets: z.object({ images: z.array(imageSchema), resources: z.array(resourceSchema) }),
    sizeRecommendations: z
      .array(z.object({ size: z.string(), percentage: z.number() }))
      .exactOptional(),
    colors: z.array(detailColorSchema),
    inventory: z.array(variantStockSchema),
    asOf: z.iso
      .datetime({ offset: true })
      .exactOptional()
      .describe('When the stock was counted, if known. No entry was counted earlier.'),
  })
  .meta({ id: 'ProductDetail', description: 'All data of one product in one locale.' });

export type ProductSummary = z.infer<typeof productSummarySchema>;
export type ProductDetail = z.infer<typeof productDetailSchema>;
export type SummaryColor = z.infer<typeof summaryColorSchema>;
export type DetailColor = z.infer<typeof detailColorSchema>;
export type Image = z.infer<typeof imageSchema>;
