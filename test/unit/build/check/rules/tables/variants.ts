/** Tests of the rules about variants.csv. */
import { locatedStock } from '../../../../../helpers/located-stock.ts';
import { append, type Edit, remove, replace, write } from '../edited-content.ts';
import { accepts, finds, findsOnly, ignores, type RuleRows } from '../rule-rows.ts';
import { sizesOfRows } from './sizes-of-rows.ts';

const file = 'variants.csv';
const stock: readonly Edit[] = Object.entries(locatedStock).map(([path, text]) =>
  write(path, text),
);
const adding = (...rows: readonly string[]) => [
  ...stock,
  append(file, rows.map((row) => `${row}\n`).join('')),
];
const header = 'sku,color,size,part_id,gtin\n';
const asText = 'format the column as text';

const wrongGtins = [
  [
    '6291041500214',
    'ends with 4, but the check digit of the digits before it is 3; compare it with the label [6291041500213]',
  ],
  [
    '14567811',
    'ends with 1, but the check digit of the digits before it is 0; compare it with the label [14567810]',
  ],
  [
    '51275060824',
    `has 11 digits; a GTIN has 8, 12, 13 or 14; a spreadsheet probably removed leading zeros: ${asText} [051275060824]`,
  ],
  ['51275060825', 'has 11 digits; a GTIN has 8, 12, 13 or 14'],
  [
    '123456784',
    `has 9 digits; a GTIN has 8, 12, 13 or 14; a spreadsheet probably removed leading zeros: ${asText} [000123456784]`,
  ],
  // With four zeros before it, it would be a GTIN.
  ['0017', 'has 4 digits; a GTIN has 8, 12, 13 or 14'],
  ['629104150021300', 'has 15 digits; a GTIN has 8, 12, 13 or 14'],
  [
    '6.29E+12',
    `looks like a number that a spreadsheet shortened; ${asText} and write all of its digits`,
  ],
  ['0 51275 06082 4', 'is not written in digits alone [051275060824]'],
  ['62910415-0021-3', 'is not written in digits alone [6291041500213]'],
  ['62910415 0021 4', 'is not a GTIN: write 8, 12, 13 or 14 digits'],
  ['"6291041500213,0"', 'is not written in digits alone [6291041500213]'],
  ['6291041500213.0', 'is not written in digits alone [6291041500213]'],
  ['000000000000', 'has no digit but 0; leave the cell empty'],
  ['629104150021X', 'is not a GTIN: write 8, 12, 13 or 14 digits'],
] as const;

export const variants: RuleRows = {
  'variant/gtin': [
    accepts('GTINs of every length, and variants without one', ...stock),
    ...wrongGtins.map(([cell, expected]) =>
      findsOnly(
        `a cell that is no GTIN: ${cell}`,
        [...stock, replace(file, '14567810', cell)],
        `${file}:5:25 "${cell.replaceAll('"', '')}" ${expected}`,
      ),
    ),
  ],
  'variant/repeated': [
    findsOnly(
      'a repeated row, without findings about its ids',
      adding('TEE-1,navy,S,TEE-1-NVY-S,051275060824'),
      `${file}:6:1 line 2 already has a row for TEE-1, navy, S; remove one of the two`,
    ),
  ],
  'variant/repeated-part-id': [
    findsOnly(
      'a part id of another colour and size, and of another product, with its line',
      adding('HOOD-2,grey-navy,M,TEE-1-NVY-S,', 'HOOD-2,bright,2XL,BAG/5.1,'),
      [
        `${file}:6:20 "TEE-1-NVY-S" is also the part id of TEE-1, navy, S on line 2; each variant has its own`,
        `${file}:7:19 "BAG/5.1" is also the part id of BAG-5, navy, OSFA on line 5; each variant has its own`,
      ],
    ),
    findsOnly(
      'a part id of another size of the same product',
      [...stock, replace(file, 'TEE-1,navy,M,,', 'TEE-1,navy,M,TEE-1-NVY-S,')],
      `${file}:3:14 "TEE-1-NVY-S" is also the part id of TEE-1, navy, S on line 2; each variant has its own`,
    ),
    findsOnly(
      'a part id of the same colour and size of another product',
      [...adding('USA-4,navy,M,U/1,'), replace(file, 'TEE-1,navy,M,,', 'TEE-1,navy,M,U/1,')],
      `${file}:6:14 "U/1" is also the part id of TEE-1, navy, M on line 3; each variant has its own`,
    ),
    finds(
      'a part id at its later row, wherever the other rows of the product are',
      adding('USA-4,navy,M,U/1,', 'TEE-1,grey-navy,M,U/1,'),
      `${file}:7:19 "U/1" is also the part id of USA-4, navy, M on line 6; each variant has its own`,
    ),
    accepts(
      'part ids that differ in case',
      ...adding('HOOD-2,bright,2XL,bag/5.1,', 'HOOD-2,grey-navy,M,"H2",'),
    ),
    ignores('the rows of a SKU that no product has', ...adding('HOOOD-2,bright,2XL,BAG/5.1,')),
  ],
  'variant/repeated-gtin': [
    findsOnly(
      'a GTIN of another variant, with another number of leading zeros, also among quoted cells',
      adding('"HOOD-2",bright,2XL,,"0051275060824"'),
      `${file}:6:22 "0051275060824" is also the GTIN of TEE-1, navy, S on line 2; each variant has its own`,
    ),
  ],
  'variant/unknown-product': [
    findsOnly(
      'a SKU of no product, with a suggestion',
      adding('HODO-2,bright,2XL,H,'),
      `${file}:6:1 no product has the SKU "HODO-2"; correct it or remove the row [HOOD-2]`,
    ),
    ignores(
      'a SKU of no product that another table has too, where it is reported',
      ...adding('GONE-1,navy,S,G,'),
      append('inventory.csv', 'GONE-1,navy,S,1,,,,\n'),
    ),
  ],
  'variant/unknown-color': [
    findsOnly('a misspelt colour, with a suggestion', adding('TEE-1,gray-navy,S,T,'), {
      is: `${file}:6:7 "gray-navy" is not a colour of TEE-1; correct it or remove the row [grey-navy]`,
      allowed: ['navy', 'grey-navy'],
    }),
  ],
  'variant/unknown-size': sizesOfRows(file, '2:12', (size) => [
    `TEE-1,navy,${size},T1,\n`,
    `TEE-1,grey-navy,${size},T2,\n`,
  ]).map((row) => ({ ...row, edits: [write(file, header), ...row.edits] })),
  'variant/without-id': [
    findsOnly(
      'a row without a part id and without a GTIN',
      adding('HOOD-2,bright,2XL,,'),
      `${file}:6:8 bright, 2XL has neither a part id nor a GTIN; write one or remove the row`,
    ),
    findsOnly(
      'every row of a table without columns of ids',
      write(file, 'sku,color,size\nBAG-5,navy,OSFA\n'),
      `${file}:2:7 navy, OSFA has neither a part id nor a GTIN; write one or remove the row`,
    ),
  ],
  'variant/without-stock': [
    findsOnly(
      'variants whose ids appear in no answer, once per product',
      adding('TEE-1,grey-navy,S,T1,', 'TEE-1,grey-navy,M,T2,', 'HOOD-2,bright,M,H,'),
      [
        `${file}:6:7 warning TEE-1, grey-navy, S and 1 more of TEE-1 have no row in inventory.csv, without which their ids are shown nowhere`,
        `${file}:8:8 warning HOOD-2, bright, M has no row in inventory.csv, without which its ids are shown nowhere`,
      ],
    ),
    ignores('a size that the product does not have', ...adding('HOOD-2,bright,S,H,')),
    ignores(
      'a variant whose stock row has an invalid quantity',
      ...stock,
      replace('inventory.csv', 'TEE-1,navy,M,12', 'TEE-1,navy,M,a dozen'),
    ),
    ignores(
      'a variant of whose stock row the SKU is misspelt',
      ...stock,
      replace('inventory.csv', 'TEE-1,navy,M', 'TEE1,navy,M'),
    ),
    ignores(
      'a product with a stock row that lacks a cell',
      ...adding('TEE-1,grey-navy,S,T1,'),
      replace('inventory.csv', 'TEE-1,navy,M,12', 'TEE-1,navy,M'),
    ),
    ignores('every variant while there is no inventory.csv', ...stock, remove('inventory.csv')),
  ],
};
