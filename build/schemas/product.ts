/** `products/<SKU>.json`: one product as editors write it. */
import { z } from 'zod';
import { markets } from '../../contract/locales.ts';
import { assetSchema, idSchema } from './shared.ts';
import { localizedListSchema, localizedTextSchema } from './text.ts';

/** SKUs are upper case in content; the slug is the lower-case form (decision 4). */
export const contentSkuSchema = z
  .string()
  .regex(/^[A-Z0-9][A-Z0-9._-]{0,63}$/, 'is not a SKU: upper-case letters, digits, . _ -');

/** Fabric of a colour: fibres, weight as shown, and grams a square metre. */
export const fabricSchema = z.strictObject({
  composition: localizedTextSchema,
  weight: localizedTextSchema,
  gsm: z.number().positive(),
});

/** A colour of a product. `images` are its own pictures; left out, they are drawn from `drawing`. */
const productColorSchema = z.strictObject({
  color: idSchema,
  fabric: fabricSchema.exactOptional(),
  images: z.array(assetSchema).exactOptional(),
});

export const productSchema = z.strictObject({
  $schema: z.string().exactOptional(),
  sku: contentSkuSchema,
  name: localizedTextSchema,
  descriptions: z.strictObject({
    tagline: localizedTextSchema.exactOptional(),
    short: localizedTextSchema.exactOptional(),
    long: localizedTextSchema.exactOptional(),
  }),
  keywords: localizedListSchema.exactOptional(),
  note: localizedTextSchema.exactOptional(),
  tag: idSchema.exactOptional(),
  brand: idSchema,
  category: idSchema,
  for: idSchema,
  inspiration: z.array(idSchema),
  fabrics: z.array(idSchema).exactOptional(),
  materials: z.array(z.string()).exactOptional(),
  /** Countries it is sold in; it appears only in their locales. */
  markets: z.array(z.enum(markets)).min(1),
  minimumOrder: z.strictObject({
    quantity: z.int().positive(),
    description: localizedTextSchema.exactOptional(),
  }),
  /** True for a product that is sewn after the order; it holds no stock. */
  madeToOrder: z.boolean().exactOptional(),
  insufficientInventoryMessage: localizedTextSchema.exactOptional(),
  /** True where the public website may link to the design studio. */
  studio: z.boolean(),
  designCredits: z.int().positive().exactOptional(),
  customization: z.strictObject({
    colorBlocks: z.boolean(),
    colorBlocksTagline: localizedTextSchema.exactOptional(),
    decorations: z.array(idSchema),
    /** Open content, passed on as it is. */
    options: z.array(z.record(z.string(), z.json())).exactOptional(),
  }),
  /** The garment drawing in `content/drawings/`, from which pictures of each colour are made. */
  drawing: idSchema.exactOptional(),
  /** Pictures of the product as a whole, before those drawn or those of its colours. */
  images: z.array(z.strictObject({ file: assetSchema, alt: localizedTextSchema })).exactOptional(),
  fabric: fabricSchema.exactOptional(),
  colors: z.array(productColorSchema),
  sizes: z.array(z.string()),
  sizeChart: idSchema.exactOptional(),
  sizeRecommendations: z
    .array(z.strictObject({ size: z.string(), percentage: z.number().positive().max(100) }))
    .exactOptional(),
});

export type ProductContent = z.infer<typeof productSchema>;
export type ProductColor = z.infer<typeof productColorSchema>;
