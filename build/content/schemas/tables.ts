/** The schemas of the CSV tables: the columns of each table and the format of their cells. */
import { z } from 'zod';
import { currencies } from '../../../contract/locales.ts';
import type { Shipping } from '../../../contract/schemas/shipping.ts';
import { gtinSchema, toGtin14 } from './gtin.ts';
import {
  cartonCellSchema,
  countriesCellSchema,
  hsCodeSchema,
  weightCellSchema,
} from './shipping.ts';
import { daySchema, momentSchema, textLike, withExample } from './values.ts';

/** The public price list in the column `list` of `prices/surcharges.csv`; other lists are named after their tier. */
export const msrpList = 'msrp';

/**
 * Maximum number of digits in a whole number, and before the decimal point in an amount, so that sums are exact and fit
 * the integers of any client.
 */
export const maxDigits = 9;
const fewDigits = new RegExp(`^\\d{0,${maxDigits}}(?!\\d)`);

const text = z.string().min(1, 'is empty');

const wholeNumber = z
  .string()
  .regex(/^\d+$/, 'is not a whole number')
  .regex(fewDigits, `has more than ${maxDigits} digits`)
  .transform(Number);

const money = z
  .string()
  .regex(/^\d+(\.\d{1,2})?$/, 'is not a price such as 12.50')
  .regex(fewDigits, `has more than ${maxDigits} digits before its point`)
  .transform(Number);

// In an export, 0.00 usually means that the price is not known.
const price = money.refine(
  (amount) => amount > 0,
  'would make the product free; write its price, or remove the row: a draft needs no prices',
);

/** Validates a cell that may be empty; its value is then undefined. */
function maybeEmpty<Value extends z.ZodType<unknown, string>>(value: Value) {
  const orUndefined = value.optional() as z.ZodType<z.infer<Value> | undefined, string | undefined>;
  const cell = z.string().transform((content) => (content === '' ? undefined : content));
  return cell.pipe(orUndefined);
}

/** Validates a cell that may be empty, in a column that the table may lack. */
function optionalCell<Value extends z.ZodType<unknown, string>>(value: Value, example: string) {
  return withExample(maybeEmpty(value).optional(), example);
}

const sku = withExample(text, 'TEE100').describe('The SKU of a product.');
const currency = withExample(z.enum(currencies), 'CAD').describe(
  `One of ${currencies.join(', ')}.`,
);
const color = withExample(text, 'navy').describe('The id of a colour of the product.');
const size = withExample(text, '2XL').describe('One of the sizes of the product.');

/** Validates a row of `prices/msrp.csv` and `prices/net-<tier>.csv`. */
export const priceRowSchema = z
  .strictObject({
    sku,
    currency,
    minQuantity: withExample(wholeNumber, '24').describe(
      'Number of pieces from which the price applies; the lowest is the minimum order.',
    ),
    price: withExample(price, '24.50').describe(
      'Price of one piece, above 0, with at most two decimals.',
    ),
    regularPrice: withExample(maybeEmpty(money), '28.00').describe(
      'The price before a markdown. Empty without a markdown.',
    ),
    from: optionalCell(daySchema, '2026-12-01').describe(
      'The first day of the price. Empty: no beginning.',
    ),
    until: optionalCell(daySchema, '2026-12-31').describe(
      'The last day of the price. Empty: no end.',
    ),
  })
  .describe(
    'One row for each price bracket, which ends where the next one begins. On each day a bracket has one row.',
  );

/** Validates a row of `prices/surcharges.csv`. */
export const surchargeRowSchema = z
  .strictObject({
    sku,
    currency,
    size,
    list: withExample(text, 'msrp').describe('The price list: `msrp` or a tier of catalogue.json.'),
    surcharge: withExample(money, '2.00').describe('The amount added to the price of one piece.'),
  })
  .describe('Extra cost of a size.');

/** Validates a row of `inventory.csv`. */
export const inventoryRowSchema = z
  .strictObject({
    sku,
    color,
    size,
    quantity: withExample(wholeNumber, '1359').describe('Pieces in stock.'),
    location: optionalCell(text, 'montreal').describe(
      'The id of a location of locations.json. Empty: the stock serves every market.',
    ),
    // Exports write 0 if nothing is incoming.
    incoming: optionalCell(
      wholeNumber.transform((pieces) => pieces || undefined),
      '600',
    ).describe('Pieces on their way to the location. Empty or 0: none.'),
    incoming_date: optionalCell(daySchema, '2027-01-31').describe(
      'The day on which they are expected.',
    ),
    as_of: optionalCell(momentSchema, '2026-11-20T06:00:00-05:00').describe(
      'When the pieces were counted (ISO 8601).',
    ),
  })
  .describe('Pieces in stock. A colour and size without a row has no inventory entry in the API.');

const partIdSchema = textLike(
  /^[A-Za-z0-9][A-Za-z0-9._/-]{0,63}$/,
  'is not a part id: use up to 64 letters, digits, . _ / -, and begin with a letter or digit',
);

/** Validates a row of `variants.csv`. */
export const variantRowSchema = z
  .strictObject({
    sku,
    color,
    size,
    part_id: optionalCell(partIdSchema, 'TEE100-NVY-2XL').describe(
      'The id of the variant in orders. Never use it again for another variant.',
    ),
    gtin: optionalCell(gtinSchema, '6291041500213').describe(
      'The GTIN in 8, 12, 13 or 14 digits, as on the label.',
    ),
    piece_weight: optionalCell(weightCellSchema, '176 g').describe(
      'Weight of one piece, if it differs from the product’s.',
    ),
    case_pack: optionalCell(wholeNumber, '36').describe(
      'Pieces in a full carton, if they differ from the product’s.',
    ),
    carton_weight: optionalCell(weightCellSchema, '9.1 kg').describe(
      'Weight of a full carton, if it differs from the product’s.',
    ),
    carton: optionalCell(cartonCellSchema, '60 x 40 x 32 cm').describe(
      'Length, width and height of a carton, if they differ from the product’s.',
    ),
    origin_countries: optionalCell(countriesCellSchema, 'HN NI').describe(
      'Countries in which it is made, if they differ from the product’s.',
    ),
    hs_code: optionalCell(hsCodeSchema, '610910').describe(
      'Customs code, if it differs from the product’s.',
    ),
    lead_time_minimum: optionalCell(wholeNumber, '2').describe(
      'Business days to the shipment, at least, if they differ from the product’s.',
    ),
    lead_time_maximum: optionalCell(wholeNumber, '5').describe(
      'Business days to the shipment, at most. Write both or none.',
    ),
  })
  .describe('Identifiers and trade data of a colour in a size. The file is optional.');

/**
 * The columns of `variants.csv` in which no two variants may have the same id, each with its name in messages. Compare
 * ids after `toCompared`, because the same GTIN may be written with 12 or 14 digits.
 */
export const variantIds = [
  { column: 'part_id', name: 'part id', toCompared: (id: string) => id },
  { column: 'gtin', name: 'GTIN', toCompared: toGtin14 },
] as const;

/** Validates a row of `active-products.csv`. */
export const activeProductRowSchema = z
  .strictObject({
    sku,
    company: withExample(text, 'maple-promo').describe('The alias of a company of companies.json.'),
  })
  .describe('The products that each company sells at present.');

/** The price of one piece from a minimum quantity on; if it has dates, from its first to its last day. */
export type PriceRow = z.infer<typeof priceRowSchema>;
/** The extra cost of a size in one price list. */
export type SurchargeRow = z.infer<typeof surchargeRowSchema>;
/** The stock of a colour and size, at one location if the row names one. */
export type InventoryRow = z.infer<typeof inventoryRowSchema>;
/** A variant, with its ids and trade data if it has them. */
export type VariantRow = z.infer<typeof variantRowSchema>;
/** A product that a company sells at present. */
export type ActiveProductRow = z.infer<typeof activeProductRowSchema>;

/** Returns the trade data in a row of `variants.csv`, or undefined if it has none. */
export function shippingOf(row: Partial<VariantRow>): Shipping | undefined {
  const { lead_time_minimum: minimum, lead_time_maximum: maximum } = row;
  const shipping = {
    ...(row.piece_weight && { pieceWeight: row.piece_weight }),
    ...(row.case_pack && { casePack: row.case_pack }),
    ...(row.carton_weight && { cartonWeight: row.carton_weight }),
    ...(row.carton && { carton: row.carton }),
    ...(row.origin_countries && { originCountries: row.origin_countries }),
    ...(row.hs_code && { hsCode: row.hs_code }),
    ...(minimum !== undefined && maximum !== undefined && { leadTime: { minimum, maximum } }),
  };
  return Object.keys(shipping).length === 0 ? undefined : shipping;
}
