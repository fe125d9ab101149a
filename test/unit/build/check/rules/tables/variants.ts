/** Tests of the rules about variants.csv. */
import { append, located, replace } from '../edited-content.ts';
import { accepts, after, ignores, only, type RuleRows } from '../rule-rows.ts';

const file = 'variants.csv';
const adding = (...rows: readonly string[]) => append(file, ...rows);

/** Cell that is no GTIN → the GTIN that is suggested. */
const wrongGtins = {
  ...{ '6291041500214': '6291041500213', '14567811': '14567810', '51275060824': '051275060824' },
  ...{ '51275060825': '', '123456784': '000123456784', '0017': '', '629104150021300': '' },
  ...{ '6.29E+12': '', '0 51275 06082 4': '051275060824', '62910415-0021-3': '6291041500213' },
  ...{ '6291041500213.0': '6291041500213', '000000000000': '', '629104150021X': '' },
};

const shipping = { pieceWeight: { value: 5, unit: 'oz' }, casePack: 24 };
const withShipping = (members: object) =>
  replace(
    'products/TEE-1.json',
    '"customization": {',
    `"shipping": ${JSON.stringify({ ...shipping, ...members })}, "customization": {`,
  );

export const variants: RuleRows = {
  'shipping/lighter-carton': after(located, [
    only(
      'a carton of a product',
      '{"value":3.3,"unit":"kg"}',
      withShipping({ cartonWeight: { value: 3.3, unit: 'kg' } }),
    ),
  ]),
  'shipping/lead-time': after(located, [
    only(
      'a maximum below the minimum',
      '{"minimum":5,"maximum":2}',
      withShipping({ leadTime: { minimum: 5, maximum: 2 } }),
    ),
  ]),
  'variant/gtin': after(located, [
    ...Object.entries(wrongGtins).map(([cell, gtin]) =>
      only(cell, `${cell}${gtin && ` → ${gtin}`}`, replace(file, '14567810', cell)),
    ),
    accepts('GTINs of every length, and variants without one'),
  ]),
  'variant/repeated': after(located, [
    only(
      'a repeated row, and not its ids',
      'TEE-1,navy,S,TEE-1-NVY-S,051275060824',
      adding('TEE-1,navy,S,TEE-1-NVY-S,051275060824'),
    ),
  ]),
  'variant/repeated-part-id': after(located, [
    only(
      'a part id of another colour and size, and of another product',
      ['TEE-1-NVY-S', 'BAG/5.1'],
      adding('HOOD-2,grey-navy,M,TEE-1-NVY-S,', 'HOOD-2,bright,2XL,BAG/5.1,'),
    ),
    accepts('part ids that differ in case', adding('HOOD-2,bright,2XL,bag/5.1,')),
  ]),
  'variant/repeated-gtin': after(located, [
    only(
      'a GTIN of another variant, with other leading zeros and among quoted cells',
      '"0051275060824"',
      adding('"HOOD-2",bright,2XL,,"0051275060824"'),
    ),
  ]),
  'variant/without-stock': after(located, [
    only(
      'variants whose ids appear in no answer, once per product',
      ['grey-navy', 'bright'],
      adding('TEE-1,grey-navy,S,T1,', 'TEE-1,grey-navy,M,T2,', 'HOOD-2,bright,M,H,'),
    ),
    ignores(
      'a product with a stock row that lacks a cell',
      adding('TEE-1,grey-navy,S,T1,'),
      replace('inventory.csv', 'TEE-1,navy,M,12', 'TEE-1,navy,M'),
    ),
  ]),
};
