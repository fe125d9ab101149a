/** The column map of `csv FILE --map MAP.json`: field → column of the user's table. */
import { z } from 'zod';
import { idSchema } from '../../../build/content/schemas/values.ts';
import { currencies, languages } from '../../../contract/locales.ts';
import { readJsonFile } from '../import-files.ts';

const columnSchema = z.string().min(1, 'is empty; name a column');

const textSchema = z.union([columnSchema, z.partialRecord(z.enum(languages), columnSchema)]);

/** The column of a price in the currency of the options, or one column for each currency. */
const priceSchema = z.union([columnSchema, z.partialRecord(z.enum(currencies), columnSchema)]);

const columnMapSchema = z.strictObject({
  /** Rows with the same text are one style; it is its SKU. */
  style: columnSchema,
  name: textSchema,
  short: textSchema.exactOptional(),
  description: textSchema.exactOptional(),
  brand: columnSchema.exactOptional(),
  category: textSchema.exactOptional(),
  /** Words between commas or semicolons. */
  keywords: textSchema.exactOptional(),
  /** Whom it is for, such as Women. */
  for: columnSchema.exactOptional(),
  color: textSchema.exactOptional(),
  size: columnSchema.exactOptional(),
  partId: columnSchema.exactOptional(),
  gtin: columnSchema.exactOptional(),
  price: priceSchema,
  /** The price before a markdown. */
  regularPrice: priceSchema.exactOptional(),
  /** One column, or one for each location by id. */
  stock: z.union([columnSchema, z.record(idSchema, columnSchema)]).exactOptional(),
  pictures: z.array(columnSchema).exactOptional(),
  colorPictures: z.array(columnSchema).exactOptional(),
  /** Yes for a style that is not to be seen yet, or its status, such as draft. */
  draft: columnSchema.exactOptional(),
  /** No for a style or a variant that is not to be seen. */
  visible: columnSchema.exactOptional(),
});

/** The columns of a table by the fields of an import, as the user assigns them. */
export type ColumnMap = z.infer<typeof columnMapSchema>;

/** An example of a column map, for a table with two languages and currencies; `--help` prints it. */
export const exampleMap = `  {
    "style": "Style",
    "name": { "en": "Name", "fr": "Nom" },
    "description": { "en": "Description", "fr": "Description FR" },
    "category": { "en": "Category", "fr": "Catégorie" },
    "brand": "Brand",
    "color": { "en": "Colour", "fr": "Couleur" },
    "size": "Size",
    "partId": "Item number",
    "gtin": "UPC",
    "price": { "CAD": "MSRP CAD", "USD": "MSRP USD" },
    "stock": { "montreal": "Qty MTL", "reno": "Qty RNO" },
    "colorPictures": ["Front", "Back"]
  }
A map may also have: short, keywords, for, regularPrice, pictures, draft, visible. A text or price with
one column is in the language or currency of the options.`;

/** Reads a column map. Throws an `ImportError` with the path of the file and the first mistake. */
export function readColumnMap(file: string): Promise<ColumnMap> {
  return readJsonFile(file, columnMapSchema, 'correct it, see --help for an example');
}
