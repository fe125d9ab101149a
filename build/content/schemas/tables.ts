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
import { daySchema, momentSchema, textLike } from './values.ts';

/**
 * The name of the public price list in the column `list` of `prices/surcharges.csv`. Every other price list is named
 * after its tier, such as `A3`.
 */
export const msrpList = 'msrp';

const text = z.string().min(1, 'is empty');
/**
 * Maximum number of digits in a whole number, and before the decimal point in an amount, so that sums are exact and fit
 * the integers of any client.
 */
export const maxDigits = 9;
const fewDigits = new RegExp(`^\\d{0,${maxDigits}}(?!\\d)`);

const wholeNumber = z
  .string()
  .regex(/^\d+$/, 'is not a whole number')
  .regex(fewDigits, `has more than ${maxDigits} digits`)
  .transform(Number);

/**
 * Validates an amount without sign and currency, with at most two decimals: parses `18.50` to the number 18.5.
 */
const money = moneyLike(/^\d+(\.\d{1,2})?$/).transform(Number);

/**
 * Validates the price of a product, above zero: in an export, 0.00 usually means that the price is not known.
 */
const price = money.refine(
  (amount) => amount > 0,
  'would make the product free; write its price, or remove the row: a draft needs no prices',
);

const optionalMoney = moneyLike(/^(\d+(\.\d{1,2})?)?$/).transform((cell) =>
  cell === '' ? undefined : Number(cell),
);

function moneyLike(pattern: RegExp) {
  return z
    .string()
    .regex(pattern, 'is not a price such as 12.50')
    .regex(fewDigits, `has more than ${maxDigits} digits before its point`);
}

/**
 * Returns the schema of a cell in an optional column. Its value is undefined if the cell is empty or the
 * table lacks the column.
 */
function optionalCell<Value extends z.ZodType<unknown, string>>(value: Value) {
  const optionalValue = value.optional() as z.ZodType<
    z.infer<Value> | undefined,
    string | undefined
  >;
  return z
    .string()
    .transform((cell) => (cell === '' ? undefined : cell))
    .pipe(optionalValue)
    .optional();
}

const sku = text.meta({ description: 'The SKU of a product.', examples: ['TEE100'] });
const currency = z
  .enum(currencies)
  .meta({ description: `One of ${currencies.join(', ')}.`, examples: ['CAD'] });
const color = text.meta({ description: 'The id of a colour of the product.', examples: ['navy'] });
const size = text.meta({ description: 'One of the sizes of the product.', examples: ['2XL'] });

/** Validates a row of `prices/msrp.csv` and `prices/net-<tier>.csv`. */
export const priceRowSchema = z
  .strictObject({
    sku,
    currency,
    minQuantity: wholeNumber.meta({
      description:
        'Number of pieces from which the price applies; the lowest is the minimum order.',
      examples: ['24'],
    }),
    price: price.meta({
      description: 'Price of one piece, above 0, with at most two decimals.',
      examples: ['24.50'],
    }),
    regularPrice: optionalMoney.meta({
      description: 'The price before a markdown. Empty without a markdown.',
      examples: ['28.00'],
    }),
    from: optionalCell(daySchema).meta({
      description: 'The first day of the price. Empty: no beginning.',
      examples: ['2026-12-01'],
    }),
    until: optionalCell(daySchema).meta({
      description: 'The last day of the price. Empty: no end.',
      examples: ['2026-12-31'],
    }),
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
    list: text.meta({
      description: 'The price list: `msrp` or a tier of catalogue.json.',
      examples: ['msrp'],
    }),
    surcharge: money.meta({
      description: 'The amount added to the price of one piece.',
      examples: ['2.00'],
    }),
  })
  .describe('Extra cost of a size.');

/** Validates a row of `inventory.csv`. */
export const inventoryRowSchema = z
  .strictObject({
    sku,
    color,
    size,
    quantity: wholeNumber.meta({ description: 'Pieces in stock.', examples: ['1359'] }),
    location: optionalCell(text).meta({
      description: 'The id of a location of locations.json. Empty: the stock serves every market.',
      examples: ['montreal'],
    }),
    // Exports write 0 if nothing is incoming.
    incoming: optionalCell(wholeNumber.transform((pieces) => pieces || undefined)).meta({
      description: 'Pieces on their way to the location. Empty or 0: none.',
      examples: ['600'],
    }),
    incoming_date: optionalCell(daySchema).meta({
      description: 'The day on which they are expected.',
      examples: ['2027-01-31'],
    }),
    as_of: optionalCell(momentSchema).meta({
      description: 'When the pieces were counted (ISO 8601).',
      examples: ['2026-11-20T06:00:00-05:00'],
    }),
  })
  .describe('Pieces in stock. A colour and size without a row has no inventory entry in the API.');

/** Validates a row of `variants.csv`. */
export const variantRowSchema = z
  .strictObject({
    sku,
    color,
    size,
    part_id: optionalCell(
      textLike(
        /^[A-Za-z0-9][A-Za-z0-9._/-]{0,63}$/,
        'is not a part id: use up to 64 letters, digits, . _ / -, and begin with a letter or digit',
      ),
    ).meta({
      description: 'The id of the variant in orders. Never use it again for another variant.',
      examples: ['TEE100-NVY-2XL'],
    }),
    gtin: optionalCell(gtinSchema).meta({
      description: 'The GTIN in 8, 12, 13 or 14 digits, as on the label.',
      examples: ['6291041500213'],
    }),
    piece_weight: optionalCell(weightCellSchema).meta({
      description: 'Weight of one piece, if it differs from the product’s.',
      examples: ['176 g'],
    }),
    case_pack: optionalCell(wholeNumber).meta({
      description: 'Pieces in a full carton, if they differ from the product’s.',
      examples: ['36'],
    }),
    carton_weight: optionalCell(weightCellSchema).meta({
      description: 'Weight of a full carton, if it differs from the product’s.',
      examples: ['9.1 kg'],
    }),
    carton: optionalCell(cartonCellSchema).meta({
      description: 'Length, width and height of a carton, if they differ from the product’s.',
      examples: ['60 x 40 x 32 cm'],
    }),
    origin_countries: optionalCell(countriesCellSchema).meta({
      description: 'Countries in which it is made, if they differ from the product’s.',
      examples: ['HN NI'],
    }),
    hs_code: optionalCell(hsCodeSchema).meta({
      description: 'Customs code, if it differs from the product’s.',
      examples: ['610910'],
    }),
    lead_time_minimum: optionalCell(wholeNumber).meta({
      description: 'Business days to the shipment, at least, if they differ from the product’s.',
      examples: ['2'],
    }),
    lead_time_maximum: optionalCell(wholeNumber).meta({
      description: 'Business days to the shipment, at most. Write both or none.',
      examples: ['5'],
    }),
  })
  .describe('Identifiers and trade data of a colour in a size. The file is optional.');

/**
 * The kinds of ids that a variant (a product in one colour and size) may have: `column` is the column in
 * `variants.csv`, `name` the name in messages. No two variants may have the same part id or the same GTIN. Compare ids
 * after `toCompared`, which pads GTINs to 14 digits, because the same GTIN may be written with 12 or 14 digits.
 */
export const variantIds = [
  { column: 'part_id', name: 'part id', toCompared: (id: string) => id },
  { column: 'gtin', name: 'GTIN', toCompared: toGtin14 },
] as const;

/** Validates a row of `active-products.csv`. */
export const activeProductRowSchema = z
  .strictObject({
    sku,
    company: text.meta({
      description: 'The alias of a company of companies.json.',
      examples: ['maple-promo'],
    }),
  })
  .describe('The products that each company sells at present.');

/**
 * A row of a price table: the price of one piece from a minimum quantity on, as a number (18.5 for `18.50`). If the row
 * has dates, the price is valid from its first to its last day.
 */
export type PriceRow = z.infer<typeof priceRowSchema>;
/** A row of `prices/surcharges.csv`: the extra cost of a size in one price list. */
export type SurchargeRow = z.infer<typeof surchargeRowSchema>;
/**
 * A row of `inventory.csv`: the stock of a colour and size, at one location if the row names one.
 */
export type InventoryRow = z.infer<typeof inventoryRowSchema>;
/** A row of `variants.csv`: the SKU, colour and size of a variant, with its ids and trade data if it has them. */
export type VariantRow = z.infer<typeof variantRowSchema>;

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
/** A row of `active-products.csv`: a product that a company sells at present. */
export type ActiveProductRow = z.infer<typeof activeProductRowSchema>;
