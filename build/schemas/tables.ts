/** The CSV tables: which columns each has, in order, and what a cell may hold. */
import { z } from 'zod';
import { currencies } from '../../contract/locales.ts';

const text = z.string().min(1, 'is empty');
const wholeNumber = z.string().regex(/^\d+$/, 'is not a whole number').transform(Number);
/** Money with a decimal point and at most two decimals, no sign, no currency. */
const money = z
  .string()
  .regex(/^\d+(\.\d{1,2})?$/, 'is not a price such as 12.50')
  .transform(Number);
const optionalMoney = z.union([z.literal('').transform(() => undefined), money]);
const currency = z.enum(currencies);

/** `prices/msrp.csv` and `prices/net-<tier>.csv`: a row a bracket; it ends where the next begins. */
export const priceRowSchema = z.strictObject({
  sku: text,
  currency,
  minQuantity: wholeNumber,
  price: money,
  regularPrice: optionalMoney,
});

/** `prices/surcharges.csv`: what a size costs more; `list` is `msrp` or a tier. */
export const surchargeRowSchema = z.strictObject({
  sku: text,
  currency,
  size: text,
  list: text,
  surcharge: money,
});

/** `inventory.csv`: pieces in stock; a colour and size without a row has no inventory entry. */
export const inventoryRowSchema = z.strictObject({
  sku: text,
  color: text,
  size: text,
  quantity: wholeNumber,
});

/** `active-products.csv`: which company (alias) sells which product at present. */
export const activeProductRowSchema = z.strictObject({ sku: text, company: text });

export type PriceRow = z.infer<typeof priceRowSchema>;
export type SurchargeRow = z.infer<typeof surchargeRowSchema>;
export type InventoryRow = z.infer<typeof inventoryRowSchema>;
export type ActiveProductRow = z.infer<typeof activeProductRowSchema>;
