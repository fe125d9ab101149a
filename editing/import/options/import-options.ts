/** The options of an import: a JSON file beside the content folder, which users correct and the next import reads. */
import { z } from 'zod';
import { tiersSchema } from '../../../build/content/schemas/catalogue.ts';
import { contentSkuSchema } from '../../../build/content/schemas/product.ts';
import { sizesSchema } from '../../../build/content/schemas/sizes.ts';
import { locationsSchema } from '../../../build/content/schemas/stock.ts';
import { variantRowSchema } from '../../../build/content/schemas/tables.ts';
import { plainTextSchema } from '../../../build/content/schemas/text.ts';
import { hexSchema, idSchema } from '../../../build/content/schemas/values.ts';
import { currencies, languages, markets } from '../../../contract/locales.ts';
import { readJsonFile } from '../import-files.ts';
import { toId } from '../text.ts';

/** All meanings that a variant option (a property by which variants differ) can have. */
export const optionKinds = ['color', 'size', 'none'] as const;
/** The meaning of a variant option (a property by which variants differ): a colour, a size, or neither. */
export type OptionKind = (typeof optionKinds)[number];

const percentSchema = z.number().positive().max(100).multipleOf(0.01);

const optionsSchema = z.strictObject({
  language: z.enum(languages),
  /** Currency of prices without one. */
  currency: z.enum(currencies),
  markets: z.array(z.enum(markets)).min(1),
  /** CAD for one USD: prices that are missing in one currency are converted from the other. */
  rate: z.number().positive().exactOptional(),
  /** Brand and category of styles without one in the source. */
  brand: plainTextSchema,
  category: plainTextSchema,
  minimumOrder: z.int().positive(),
  tiers: z
    .strictObject({
      base: z.string(),
      percentOfMsrp: z.record(tiersSchema.shape.all.element, percentSchema),
    })
    .refine(
      ({ base, percentOfMsrp }) => Object.hasOwn(percentOfMsrp, base),
      '"base" is not one of the tiers',
    ),
  /** Pieces of variants without stock in the source; without this option, they get no stock row. */
  unknownStock: z.int().nonnegative().exactOptional(),
  /** The meaning of each option of variants. */
  options: z.record(z.string(), z.enum(optionKinds)),
  sizes: z.record(z.string(), sizesSchema.shape.sizes.element),
  colors: z.record(z.string(), z.strictObject({ id: idSchema, hex: z.array(hexSchema) })),
  locations: locationsSchema.shape.locations.exactOptional(),
  /** Code of a style in the source, if it cannot be a SKU → its SKU. */
  skus: z.record(z.string(), contentSkuSchema),
  /** Invalid code of the source → part id. */
  partIds: z.record(z.string(), variantRowSchema.shape.part_id),
});

/** All options of an import, as its options file contains them. */
export type ImportOptions = z.infer<typeof optionsSchema>;

/** The import options that the user has set. The import proposes the others. */
export type KnownOptions = Partial<ImportOptions>;

const swatchesSchema = z
  .record(z.string(), hexSchema)
  .transform(
    (colors) =>
      new Map(Object.entries(colors).map(([name, hex]) => [toId(name), hex.toUpperCase()])),
  );

/** Reads the options file of an import, which may lack options. Throws `ImportError` with the first mistake. */
export async function readOptions(file: string): Promise<KnownOptions> {
  return (await readJsonFile(file, optionsSchema.partial(), 'correct it')) as KnownOptions;
}

/** Reads a file such as `{ "Navy": "#1F2A44" }` to colour id → hex colour. Throws `ImportError`. */
export function readSwatches(file: string): Promise<ReadonlyMap<string, string>> {
  return readJsonFile(file, swatchesSchema, 'write {"Colour name": "#RRGGBB", …}');
}
