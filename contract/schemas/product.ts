/** The product as the list shows it and as the detail shows it (spec, "Resources and their fields"). */
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
      .describe('Pixels, as the picture is shown. Absent from drawings, which have any size.'),
    height: pixels.exactOptional().describe('Pixels, as the picture is shown. Present with width.'),
  })
  .meta({ id: 'Image', description: 'A picture and its text alternative.' });

export const colorFamilySchema = z
  .object({ name: z.string(), hex: z.string(), sortIndex: z.number().exactOptional() })
  .meta({ id: 'ColorFamily', description: 'A family that a color is found under.' });

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
    category: z.string().describe('A name of categories in the list response.'),
    for: z.string().describe('Whom the product is for.'),
    fabrics: z.array(z.string()).exactOptional(),
  })
  .meta({ id: 'CatalogPlace', description: 'Where the product stands in the catalogue.' });

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
  .meta({ id: 'ProductSummary', description: 'A product as the list shows it.' });

export const resourceSchema = z
  .object({ type: z.string(), label: z.string(), url: uri })
  .meta({ id: 'Resource', description: 'A document about the product, such as a size chart.' });

export const decorationSchema = z
  .looseObject({ name: z.string(), note: z.string(), icon: uri, link: uri })
  .meta({
    id: 'Decoration',
    description: 'A way to decorate the product; further members may be added.',
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
      .describe('The id that orders name this color and size by. No other one will ever have it.'),
    gtin: z
      .string()
      .exactOptional()
      .describe('The GTIN as on the label: 8, 12, 13 or 14 digits, the first of which may be 0.'),
    quantity: z
      .number()
      .describe("Pieces in stock, at all locations that ship to the locale's country."),
    locations: z
      .array(stockLocationSchema)
      .exactOptional()
      .describe(
        "Where they are: the locations that ship to the locale's country, if the stock is known by location. An order ships from one of them.",
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
      .describe('The first day on which it was to be had, in the time zone of the catalogue.'),
    availableUntil: z.iso
      .date()
      .exactOptional()
      .describe('The last day on which it is to be had. Afterwards it is removed.'),
    replacedBy: z
      .string()
      .exactOptional()
      .describe('The SKU of the product that takes its place when it is removed.'),
    formerSkus: z
      .array(z.string())
      .exactOptional()
      .describe('SKUs that it had before it was renamed.'),
    brand: z.object({
      name: z.string(),
      description: z.string(),
      url: z.string().exactOptional().describe('Empty when no brand page is published.'),
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
      options: z.array(z.record(z.string(), z.unknown())).describe('Open content.'),
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
      .describe('When the stock was counted, if that is known: no entry was counted earlier.'),
  })
  .meta({ id: 'ProductDetail', description: 'Everything about one product in one locale.' });

export type ProductSummary = z.infer<typeof productSummarySchema>;
export type ProductDetail = z.infer<typeof productDetailSchema>;
export type SummaryColor = z.infer<typeof summaryColorSchema>;
export type DetailColor = z.infer<typeof detailColorSchema>;
export type Image = z.infer<typeof imageSchema>;
