/**
 * The options of an import: a JSON file beside the content folder, which users correct and the next import
 * reads.
 */
import { z } from 'zod';
import { tiersSchema } from '../../../build/content/schemas/catalogue.ts';
import { locationsSchema } from '../../../build/content/schemas/locations.ts';
import { contentSkuSchema } from '../../../build/content/schemas/product.ts';
import { sizesSchema } from '../../../build/content/schemas/sizes.ts';
import { variantRowSchema } from '../../../build/content/schemas/tables.ts';
import { plainTextSchema } from '../../../build/content/schemas/text.ts';
import { hexSchema, httpsUrlSchema, idSchema } from '../../../build/content/schemas/values.ts';
import { currencies, languages, markets } from '../../../contract/locales.ts';
import { ImportError } from '../import-files.ts';

/** All meanings that a variant option (a property by which variants differ) can have. */
export const optionKinds = ['color', 'size', 'none'] as const;
/** The meaning of a variant option (a property by which variants differ): a colour, a size, or neither. */
export type OptionKind = (typeof optionKinds)[number];

const percentSchema = z.number().positive().max(100).multipleOf(0.01);

const optionsSchema = z.strictObject({
  language: z.enum(languages).describe('Language of the source.'),
  currency: z.enum(currencies).describe('Currency of prices without one.'),
  markets: z.array(z.enum(markets)).min(1).describe('Countries in which the styles are sold.'),
  rate: z
    .number()
    .positive()
    .describe(
      'CAD for one USD. With a rate, missing prices in one currency are converted from the other.',
    )
    .exactOptional(),
  brand: plainTextSchema.describe('Brand of styles without a brand in the source.'),
  category: plainTextSchema.describe('Category of styles without a category in the source.'),
  images: httpsUrlSchema
    .describe('Magento: https address of the picture folder. Without it, there are no pictures.')
    .exactOptional(),
  minimumOrder: z.int().positive().describe('Minimum order in pieces.'),
  tiers: z
    .strictObject({
      base: z.string(),
      percentOfMsrp: z
        .record(tiersSchema.shape.all.element, percentSchema)
        .describe('Net prices in percent of the MSRP, by tier.'),
    })
    .refine(
      ({ base, percentOfMsrp }) => Object.hasOwn(percentOfMsrp, base),
      '"base" is not one of the tiers',
    ),
  unknownStock: z
    .int()
    .nonnegative()
    .describe(
      'Pieces of variants without stock in the source. Without this option, they get no stock row.',
    )
    .exactOptional(),
  options: z
    .record(z.string(), z.enum(optionKinds))
    .describe('The meaning of each option of variants.'),
  sizes: z.record(z.string(), sizesSchema.shape.sizes.element),
  colors: z.record(z.string(), z.strictObject({ id: idSchema, hex: z.array(hexSchema) })),
  locations: locationsSchema.shape.locations.exactOptional(),
  skus: z
    .record(z.string(), contentSkuSchema)
    .describe('SKUs of the styles whose name in the source is an address or an invalid SKU.'),
  partIds: z
    .record(z.string(), variantRowSchema.shape.part_id)
    .describe('Part ids that replace invalid codes of the source.'),
});

/** All options of an import, as its options file contains them. */
export type ImportOptions = z.infer<typeof optionsSchema>;

/** The import options that the user has set. The import proposes the others. */
export type KnownOptions = Partial<ImportOptions>;

/**
 * Parses the text of an import's options file, which may lack options. Throws `ImportError` with the path of the first
 * mistake.
 */
export function parseOptions(file: string, text: string): KnownOptions {
  return parseAs(optionsSchema.partial(), file, text) as KnownOptions;
}

/**
 * Parses the JSON of a file that a user may edit, and returns it as `schema` describes it. Throws `ImportError` with
 * the name of the file (`file`) if `text` is not JSON, and also with the path of the first mistake if it does not match
 * `schema`.
 */
export function parseAs<Schema extends z.ZodType>(
  schema: Schema,
  file: string,
  text: string,
): z.output<Schema> {
  const result = schema.safeParse(parseJson(file, text));
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const path = issue?.path.map(String).join('.') || 'the file';
  throw new ImportError(`${file}: ${path}: ${issue?.message}; correct it`, { cause: result.error });
}

/** Parses the JSON of a file that a user may edit. Throws `ImportError` with the name of the file if it is invalid. */
export function parseJson(file: string, text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (cause) {
    throw new ImportError(`${file} is not JSON: ${(cause as Error).message}; correct it`, {
      cause,
    });
  }
}
