/** Tests of the rules about the form of a table: separators, quotes, columns and cells. */
import { append, located, replace, replaceRows, rewrite } from '../edited-content.ts';
import { accepts, after, finds, only, type RuleRows } from '../rule-rows.ts';

const file = 'prices/msrp.csv';
const inventory = 'inventory.csv';
const header = 'sku,currency,minQuantity,price,regularPrice';
const bag = 'BAG-5,CAD,10,8008.00,';

/** A first line → what is marked in it. */
const headers = {
  'SKU,currency,minQuantity,price,regularPrice': 'SKU → sku',
  'sku,currency,minQuantity,price\u200b,regularPrice': 'price\u200b → price',
  'sku,currency,minQuantity,price': 'sku,currency,minQuantity,price',
  [bag]: bag,
};

/** Rows with fewer or more cells than columns, with other separators, or without content. */
const otherCells = [
  ...['BAG-5,CAD,10,8008.00,,,', 'BAG-5,CAD,10,8008,00,', 'BAG-5,CAD,10,18,50,25,00'],
  ...['BAG-5,CAD,10,1,200.50,', 'BAG-5;CAD;10;8008,00;', '"BAG-5,CAD,10,8008.00,"', ',,,,'],
];

const strayQuotes = [
  'BAG-5,"Red, "dark", blue",CAD',
  'BAG-5,5" pipe,CAD',
  'BAG-5, "CAD"\t',
  '"BAG-5,CAD',
];

/** Row of BAG-5 → the cell that its column does not accept, with the suggestion. */
const wrongCells = {
  'BAG-5,CAD,10,-8,': '-8',
  'BAG-5,CAD,10,$8008.00,': '$8008.00 → 8008.00',
  'BAG-5,CAD,10.5,8008.00,': '10.5',
  'BAG-5,CAD,1000000000,8008.00,': '1000000000',
  'BAG-5,CAD,10,\u200B24.50,': '\u200B24.50 → 24.50',
  'BAG-5,CAD,10-Dec,8008.00,': '10-Dec',
};

/** Row of stock by location → the cell that its optional column does not accept, with the suggestion. */
const optionalCells = {
  'TEE-1,navy,2XL,4,reno,-6,2027-01-31,': '-6',
  'TEE-1,navy,2XL,4,reno,6,31/01/2027,': '31/01/2027 → 2027-01-31',
  'TEE-1,navy,2XL,4,reno,6,46418,': '46418 → 2027-01-31',
  'TEE-1,navy,2XL,4,reno,,,2026-11-20': '2026-11-20',
};

export const csv: RuleRows = {
  'csv/separator': [
    only('a setting of Excel', 'sep=,', replace(file, header, `sep=,\n${header}`)),
    ...[';', '\t', '";"'].map((mark) =>
      only(
        `a table that is separated by ${mark}, once`,
        header.replaceAll(',', mark.replace('\t', ' ')),
        rewrite(file, (text) => text.replaceAll(',', mark).replaceAll('.', ',')),
      ),
    ),
    only('lines in quotes, once', `"${header}"`, replaceRows(file, /.+/, '"$&"')),
    only(
      'carriage returns, once',
      ' ',
      rewrite(inventory, (text) => text.replaceAll('\n', '\r')),
    ),
  ],
  'csv/columns': [
    ...Object.entries(headers).map(([line, expected]) =>
      only(line, expected, replace(file, header, line)),
    ),
    accepts(
      'columns in any order',
      rewrite(inventory, (text) => text.replace(/.+/g, (line) => line.split(',').reverse().join())),
    ),
  ],
  'csv/cells': [
    ...otherCells.map((row) => finds(`the row ${row}`, row, replace(file, bag, row))),
    only('the names of the columns again', header, append(file, header)),
    finds(
      'the marks of a merge conflict',
      '<<<<<<< HEAD ×3',
      replace(file, `${bag}\n`, `<<<<<<< HEAD\n${bag}\n=======\n>>>>>>> branch\n`),
    ),
  ],
  'csv/decimal-comma': [
    finds(
      'a quoted cell',
      '"$8\u202F018,50" → 8018.50',
      replace(file, '8018.50', '"$8\u202F018,50"'),
    ),
    ...['8018,50', '8018,5', '4,05'].map((price) =>
      finds(`split ${price}`, String(Number.parseInt(price, 10)), replace(file, '8018.50,', price)),
    ),
    ...['24,50', '8018,8050', '24,24'].map((prices) =>
      finds(`a regular price that may be right: ${prices}`, [], replace(file, '8018.50,', prices)),
    ),
  ],
  'csv/quotes': [
    accepts('quoted cells', replace(inventory, 'BAG-5,navy,OSFA,400', '"BAG-5",navy,"OSFA","400"')),
    ...strayQuotes.map((cells) => {
      const row = `${cells},10,8008.00,`;
      return only(cells, row.replace('\t', ' '), replace(file, bag, row));
    }),
    finds(
      'an open quote that a later quote closes, at the open quote',
      '"HOOD-2,USD,24,8046.00,',
      replace(file, 'HOOD-2,USD', '"HOOD-2,USD'),
      replace(file, 'USA-4,USD', 'USA-4,"USD"'),
    ),
  ],
  'csv/wrong-cell': [
    ...Object.entries(wrongCells).map(([row, expected]) =>
      finds(row, expected, replace(file, bag, row)),
    ),
    ...after(
      located,
      Object.entries(optionalCells).map(([row, cell]) => only(row, cell, append(inventory, row))),
    ),
    finds('an empty cell', ',', replace(file, bag, 'BAG-5,CAD,10,,')),
  ],
  'price/zero': [
    only(
      'an MSRP and a net price of zero, and nothing else about them',
      ['0.00', '0 @ prices/net-A1.csv'],
      replace(file, '8018.50', '0.00'),
      replace('prices/net-A1.csv', 'BAG-5,CAD,10,7901.11', 'BAG-5,CAD,10,0'),
    ),
  ],
};
