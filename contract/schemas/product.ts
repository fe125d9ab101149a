/** Schemas of a product in the list and of a product in detail (specification, "Resources and their fields"). */
import { z } from 'zod';
import { locales } from '../locales.ts';
import { detailPricingSchema, summaryPricingSchema } from './pricing.ts';

const uri = z.string().meta({ format: 'uri' });
const pixels = z.int().positive();

/** Validates a picture. */
export const imageSchema = z
  .object({
    url: uri.describe('Address of the picture.'),
    alt: z.string().describe('What the picture shows, localized.'),
    width: pixels
      .exactOptional()
      .describe(
        'Width in pixels, after the rotation set in the file (EXIF), if any. Absent for drawings (SVG) and for pictures on other hosts.',
      ),
    height: pixels
      .exactOptional()
      .describe('Height in pixels, after the same rotation. Present if `width` is.'),
  })
  .meta({ id: 'Image', description: 'A picture and its text alternative.' });

/** Validates a colour family, a group of similar colours to filter by. */
export const colorFamilySchema = z
  .object({
    name: z.string().describe('Name, localized.'),
    hex: z.string().describe('Hex colour that represents the family.'),
    sortIndex: z.number().exactOptional().describe('Position among the families.'),
  })
  .meta({ id: 'ColorFamily', description: 'A colour family to filter by.' });

const colorShape = {
  id: z.string().describe('Identifier of the colour.'),
  pms: z.string().exactOptional().describe('Pantone number.'),
  name: z.string().describe('Name, localized.'),
  weight: z.string().exactOptional().describe('Fabric weight as text, localized.'),
  swatches: z.array(z.string()).describe('Hex codes of the colour; the array may be empty.'),
  colorFamilies: z
    .array(colorFamilySchema)
    .describe('The colour families of this colour, to filter by.'),
  images: z.array(uri).describe('Addresses of the pictures in this colour.'),
};

/** Validates a colour of a product in the list. */
export const summaryColorSchema = z
  .object(colorShape)
  .meta({ id: 'SummaryColor', description: 'A colour of a product in the list.' });

/** Validates a colour of a product in detail. */
export const detailColorSchema = z
  .object({
    ...colorShape,
    material: z
      .object({
        composition: z.string().describe('Fibres and their shares, localized.'),
        weight: z.string().describe('Fabric weight as text, localized.'),
        gsm: z.number().describe('Fabric weight in grams per square metre.'),
      })
      .exactOptional()
      .describe('The fabric of the product in this colour.'),
  })
  .meta({ id: 'DetailColor', description: 'A colour of a product, with its material.' });

const descriptionsSchema = z
  .object({
    tagline: z.string().exactOptional().describe('One line.'),
    short: z.string().exactOptional().describe('One or two sentences.'),
    long: z.string().exactOptional().describe('A whole paragraph.'),
  })
  .meta({ id: 'Descriptions', description: 'Localized texts, shortest to longest.' });

const catalogPlaceSchema = z
  .object({
    inspiration: z.array(z.string()).describe('Occasions that the product suits, localized.'),
    category: z.string().describe('Name of a category in `categories` of the product list.'),
    for: z.string().describe('Target group of the product, localized.'),
    fabrics: z
      .array(z.string())
      .exactOptional()
      .describe('Names of fabrics to filter by, localized.'),
  })
  .meta({ id: 'CatalogPlace', description: 'Classification of the product in the catalogue.' });

const sharedShape = {
  sku: z.string().describe('SKU: identifies the product in every locale.'),
  slug: z.string().describe('Lower-case form of the SKU.'),
  productName: z.string().describe('Name, localized.'),
  descriptions: descriptionsSchema,
  keywords: z
    .array(z.string())
    .exactOptional()
    .describe('Search words for the product, localized.'),
  tag: z
    .string()
    .exactOptional()
    .describe('A short label to show with the product, such as `Best seller`, localized.'),
  catalog: catalogPlaceSchema,
  minimumOrder: z
    .object({
      quantity: z.number().describe('Pieces.'),
      description: z.string().describe('The same information as text, localized.'),
    })
    .describe('Minimum quantity of an order.'),
  studio: z
    .object({
      available: z
        .boolean()
        .describe("Whether the operator's design studio is available for this product."),
    })
    .describe("The design studio: a tool on the operator's website."),
  images: z.array(imageSchema).describe('Pictures to show the product with, the best one first.'),
};

const colorBlocksShape = {
  colorBlocks: z.boolean().describe('Whether buyers choose the colour of each panel.'),
  colorBlocksTagline: z
    .string()
    .exactOptional()
    .describe('A line about the colours of the panels, localized.'),
};

/** Validates a product as the product list shows it. */
export const productSummarySchema = z
  .object({
    ...sharedShape,
    brand: z.string().describe('Name of the brand: its key in `brands` of the same answer.'),
    customization: z.object(colorBlocksShape).describe('What buyers can change.'),
    pricing: summaryPricingSchema,
    colors: z.array(summaryColorSchema).describe('Colours, in the order to show.'),
  })
  .meta({ id: 'ProductSummary', description: 'A product in the list.' });

/** Validates a document about a product, such as a size chart. */
export const resourceSchema = z
  .object({
    type: z.string().describe('Kind of document, such as `size-chart`.'),
    label: z.string().describe('Name, localized.'),
    url: uri.describe('Address of the document.'),
  })
  .meta({ id: 'Resource', description: 'A document about the product, such as a size chart.' });

/** Validates a decoration method of a product. */
export const decorationSchema = z
  .looseObject({
    name: z.string().describe('Name, localized.'),
    note: z.string().describe('What it is suited to, localized.'),
    icon: uri.describe('Address of its icon.'),
    link: uri.describe('Address of the page that explains it.'),
  })
  .meta({
    id: 'Decoration',
    description: 'A decoration method of the product; further fields may be added.',
  });

const stockLocationSchema = z
  .object({
    id: z.string().describe('Identifier of the location.'),
    name: z.string().describe('Name, localized.'),
    quantity: z.number().describe('Pieces in stock at the location.'),
    incoming: z.number().exactOptional().describe('Pieces on the way to the location.'),
    incomingDate: z.iso
      .date()
      .exactOptional()
      .describe('The day on which the incoming pieces are expected.'),
  })
  .meta({ id: 'StockLocation', description: 'The stock of a colour and size at one location.' });

const variantStockSchema = z
  .object({
    colorId: z.string().describe('The `id` of a colour in the product detail.'),
    size: z.string().describe('Name of a size in `pricing.sizes`.'),
    partId: z
      .string()
      .exactOptional()
      .describe(
        'Id of this colour and size in orders. It is never reused for another colour or size.',
      ),
    gtin: z
      .string()
      .exactOptional()
      .describe(
        'The GTIN as printed on the label: 8, 12, 13 or 14 digits, including any leading zeros.',
      ),
    quantity: z
      .number()
      .describe(
        'Pieces that can be shipped to the country of the locale. If there are `locations`, this is the sum of their quantities.',
      ),
    locations: z
      .array(stockLocationSchema)
      .exactOptional()
      .describe(
        "The stock at each location that ships to the locale's country. Absent if the stock is not known by location. An order ships from one location, so it can have at most the `quantity` of one location.",
      ),
  })
  .meta({ id: 'VariantStock', description: 'The stock of a colour in a size.' });

/** Validates a product in detail: an answer of `/v1/products/{sku}`, with or without a key. */
export const productDetailSchema = z
  .object({
    ...sharedShape,
    locale: z.enum(locales).describe('Locale of the answer.'),
    note: z.string().exactOptional().describe('A note for customers, localized.'),
    availableFrom: z.iso
      .date()
      .exactOptional()
      .describe(
        'The first day on which the product was available, in the time zone of the catalogue.',
      ),
    availableUntil: z.iso
      .date()
      .exactOptional()
      .describe('The last day on which the product is available; it is removed after that day.'),
    replacedBy: z
      .string()
      .exactOptional()
      .describe('SKU of the product that will replace this one after its removal.'),
    formerSkus: z.array(z.string()).exactOptional().describe('Previous SKUs of the product.'),
    brand: z
      .object({
        name: z.string().describe('Name of the brand, the same in every language.'),
        description: z.string().describe('What the brand stands for, localized.'),
        url: z
          .string()
          .exactOptional()
          .describe("Address of the brand's page. Empty or absent if no page is published."),
      })
      .describe('The brand of the product.'),
    insufficientInventoryMessage: z
      .string()
      .exactOptional()
      .describe('Text to show if the stock does not cover an order, localized.'),
    links: z
      .object({
        product: uri.exactOptional().describe('Page of the product.'),
        brand: uri.exactOptional().describe('Page of its brand.'),
        category: uri.exactOptional().describe('Page of its category.'),
        studio: uri
          .exactOptional()
          .describe('Address of the design studio, with this product selected.'),
      })
      .exactOptional()
      .describe("Addresses on the operator's website."),
    materials: z
      .array(
        z.object({
          code: z.string().describe('Code of the material.'),
          label: z.string().describe('Name, localized.'),
        }),
      )
      .exactOptional()
      .describe('What the product is made of.'),
    customization: z
      .object({
        ...colorBlocksShape,
        decorations: z.array(decorationSchema).describe('How the product can be decorated.'),
        options: z
          .array(z.record(z.string(), z.unknown()))
          .describe('Further options, in no fixed form.'),
      })
      .describe('What buyers can change.'),
    pricing: detailPricingSchema,
    assets: z
      .object({
        images: z.array(imageSchema).describe('All pictures, including those of every colour.'),
        resources: z.array(resourceSchema).describe('Documents about the product.'),
      })
      .describe('All pictures and documents.'),
    sizeRecommendations: z
      .array(
        z.object({
          size: z.string().describe('Name of a size in `pricing.sizes`.'),
          percentage: z.number().describe('Share of the pieces, in percent.'),
        }),
      )
      .exactOptional()
      .describe('Recommended split of an order across the sizes.'),
    colors: z.array(detailColorSchema).describe('Colours, in the order to show.'),
    inventory: z.array(variantStockSchema).describe('Stock by colour and size.'),
    asOf: z.iso
      .datetime({ offset: true })
      .exactOptional()
      .describe(
        'The earliest of the times at which the variants of the product (each a colour in a size) were last counted. Absent if no time is known.',
      ),
  })
  .meta({ id: 'ProductDetail', description: 'All data of one product in one locale.' });

/** A product in the list. */
export type ProductSummary = z.infer<typeof productSummarySchema>;
/** A product in detail: an answer of `/v1/products/{sku}`. */
export type ProductDetail = z.infer<typeof productDetailSchema>;
/** A colour of a product in the list. */
export type SummaryColor = z.infer<typeof summaryColorSchema>;
/** A colour of a product in detail, with its material. */
export type DetailColor = z.infer<typeof detailColorSchema>;
/** A picture: URL, alternative text and size. */
export type Image = z.infer<typeof imageSchema>;
