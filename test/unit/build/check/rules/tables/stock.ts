/** Tests of the rules about inventory.csv. */
import { append, replace } from '../edited-content.ts';
import { accepts, finds, ignores, type RuleRows } from '../rule-rows.ts';
import { sizesOfRows } from './sizes-of-rows.ts';

const file = 'inventory.csv';
const tee = 'products/TEE-1.json';
const misspeltColor = append(file, 'TEE-1,gray-navy,S,1\nTEE-1,gray-navy,M,1\n');
const repeated = 'line 8 already has a row for TEE-1, navy, S; remove one of the two';

const rowsOf = (...skus: readonly string[]) =>
  append(file, skus.map((sku) => `${sku},navy,M,1\n`).join(''));
const unknown = (line: number, sku: string, suggestion?: string) =>
  `${file}:${line}:1 no product has the SKU "${sku}"; correct it or remove the row` +
  (suggestion === undefined ? '' : ` [${suggestion}]`);
const secondTee = replace('products/USA-4.json', '"sku": "USA-4"', '"sku": "TEE-2"');

export const stock: RuleRows = {
  'stock/made-to-order': [
    finds(
      'stock of a product that is made to order, once',
      append(file, 'JER-3,bright,S,4\nJER-3,bright,M,0\n'),
      `${file}:11:1 JER-3 is made to order and has no stock; remove the 2 rows`,
    ),
  ],
  'stock/repeated': [
    finds('rows that repeat another, with its line', append(file, 'TEE-1,navy,S,7\n'.repeat(2)), [
      `${file}:11:1 ${repeated}`,
      `${file}:12:1 ${repeated}`,
    ]),
    finds(
      'a row of an alias beside one of its size',
      [
        replace('sizes.json', '"sizes"', '"aliases": { "SM": "S" }, "sizes"'),
        append(file, 'TEE-1,navy,SM,7\n'),
      ],
      `${file}:11:1 ${repeated}`,
    ),
    accepts('a row for another size', append(file, 'TEE-1,grey-navy,M,7\n')),
  ],
  'stock/unknown-color': [
    finds('a misspelt colour once, with a suggestion', misspeltColor, {
      is: `${file}:11:7 "gray-navy" is not a colour of TEE-1; correct it or remove the 2 rows [grey-navy]`,
      allowed: ['navy', 'grey-navy'],
    }),
    finds(
      'a colour that only another product has',
      append(file, 'USA-4,bright,M,1\n'),
      `${file}:11:7 "bright" is not a colour of USA-4; correct it or remove the row`,
    ),
    ignores(
      'any colour while a colour of the product is invalid',
      misspeltColor,
      replace(tee, '"color": "grey-navy"', '"colour": "gray-navy"'),
    ),
    ignores(
      'any colour of a SKU that two product files have',
      misspeltColor,
      replace('products/USA-4.json', '"USA-4"', '"TEE-1"'),
    ),
  ],
  'stock/unknown-size': [
    ...sizesOfRows(file, '11:12', (size) => [
      `TEE-1,navy,${size},1\n`,
      `TEE-1,grey-navy,${size},1\n`,
    ]),
    finds(
      'a size with a point that a spreadsheet changed to a date, with the size',
      [
        replace('sizes.json', 'OSFA', '10.5'),
        replace('products/BAG-5.json', 'OSFA', '10.5'),
        replace(file, 'OSFA', '05-oct'),
      ],
      `${file}:2:12 "05-oct" looks like a date that a spreadsheet made of a size; format the column as text and write the value again [10.5]`,
    ),
  ],
  'stock/unknown-product': [
    finds(
      'a SKU of no product at its first row, with a suggestion',
      append(file, 'HODO-2,navy,S,1\nHODO-2,navy,M,1\n'),
      `${file}:11:1 no product has the SKU "HODO-2"; correct it or remove the 2 rows [HOOD-2]`,
    ),
    finds(
      'a SKU in another case, with other separators or with letters for digits, with a suggestion',
      rowsOf('tee-1', 'TEE1', ' TEE 1', 'TEE-I', 'TEEl', 'tee_1', 'HOOD2', 'H00D-2'),
      [
        unknown(11, 'tee-1', 'TEE-1'),
        unknown(12, 'TEE1', 'TEE-1'),
        unknown(13, ' TEE 1', 'TEE-1'),
        unknown(14, 'TEE-I', 'TEE-1'),
        unknown(15, 'TEEl', 'TEE-1'),
        unknown(16, 'tee_1', 'TEE-1'),
        unknown(17, 'HOOD2', 'HOOD-2'),
        unknown(18, 'H00D-2', 'HOOD-2'),
      ],
    ),
    finds(
      'a SKU with several letters in place of its digits, with a suggestion',
      [
        replace('products/BAG-5.json', '"sku": "BAG-5"', '"sku": "BAG-101"'),
        // Otherwise the rows of the product would also have a finding.
        replace(file, 'BAG-5,navy', 'BAG-101,navy'),
        rowsOf('BAGIOI', 'bagl0l'),
      ],
      [unknown(11, 'BAGIOI', 'BAG-101'), unknown(12, 'bagl0l', 'BAG-101')],
    ),
    finds(
      'a SKU with a letter missing, added, exchanged or replaced, with a suggestion',
      rowsOf('TE-1', 'TEEE-1', 'HODO-2', 'JER-4', 'te-1'),
      [
        unknown(11, 'TE-1', 'TEE-1'),
        unknown(12, 'TEEE-1', 'TEE-1'),
        unknown(13, 'HODO-2', 'HOOD-2'),
        unknown(14, 'JER-4', 'JER-3'),
        unknown(15, 'te-1', 'TEE-1'),
      ],
    ),
    finds(
      'a SKU that is equally similar to two products or to none, without a suggestion',
      [
        secondTee,
        replace('products/BAG-5.json', '"sku": "BAG-5"', '"sku": "J-ER3"'),
        // Otherwise the rows of the product would also have a finding.
        replace(file, 'BAG-5,navy', 'J-ER3,navy'),
        replace(file, 'USA-4,navy', 'TEE-2,navy'),
        rowsOf('TEE-3', 'JER3', 'CAP900', 'JXX-3'),
      ],
      [unknown(11, 'TEE-3'), unknown(12, 'JER3'), unknown(13, 'CAP900'), unknown(14, 'JXX-3')],
    ),
  ],
};
