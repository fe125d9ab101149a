/** Rules about the form of a table: separators, quotes, columns and cells. */
import { replace, rewrite, write } from '../edited-content.ts';
import { accepts, finds, findsOnly, type RuleRows } from '../rule-rows.ts';

const file = 'prices/msrp.csv';
const header = 'sku,currency,minQuantity,price,regularPrice';
const bag = 'BAG-5,CAD,10,8008.00,';
const conflictMark =
  'is the mark of a merge conflict; decide between the two versions and remove the marks';

const headers = [
  [
    'sku,currency,minQuantity,price,regular price',
    '32 "regular price" is not a column of this table [regularPrice]',
  ],
  ['SKU,currency,minQuantity,price,regularPrice', '1 "SKU" is not a column of this table [sku]'],
  [
    'sku, currency,minQuantity,price,regularPrice',
    '5 " currency" is not a column of this table [currency]',
  ],
  ['sku,note,currency,minQuantity,price,regularPrice', '5 "note" is not a column of this table'],
  ['sku,currency,minQuantity,price', '1 the column regularPrice is missing'],
  ['sku,currency,minQuantity', '1 the columns price, regularPrice are missing'],
  ['sku,currency,minQuantity,price,regularPrice,sku', '1 the column "sku" stands here twice'],
  [bag, `1 the first line has to name the columns: ${header}`],
] as const;

const otherCells = [
  ['BAG-5,CAD,10,8008.00', 'has 4 cells for 5 columns; each row takes 4 commas'],
  ['BAG-5,CAD,10,8008.00,,,', 'has 7 cells for 5 columns; each row takes 4 commas'],
  ['BAG-5', 'has 1 cell for 5 columns; each row takes 4 commas'],
  [
    'BAG-5,CAD,10,8008,00,',
    'has 6 cells for 5 columns; a decimal comma cuts a price in two: write 8008.00',
  ],
  [
    'BAG-5,CAD,10,18,50,',
    'has 6 cells for 5 columns; a decimal comma cuts a price in two: write 18.50',
  ],
  [
    'BAG-5,CAD,10,18,5,',
    'has 6 cells for 5 columns; a decimal comma cuts a price in two: write 18.5',
  ],
  [
    'BAG-5,CAD,10,18,50,25,00',
    'has 7 cells for 5 columns; a decimal comma cuts a price in two: write a decimal point',
  ],
  ['BAG-5,CAD,10,50,8008.00,', 'has 6 cells for 5 columns; each row takes 4 commas'],
  ['BAG-5,CAD,10,18,50,,', 'has 7 cells for 5 columns; each row takes 4 commas'],
  [',,,,', 'every cell is empty; remove the row'],
] as const;

const decimalCommas = [
  ['8018,50', '8018.50'],
  ['8018,5', '8018.5'],
  ['9 018,50', '9018.50'],
  ['8\u202F018,50', '8018.50'],
  ['8.018,50', '8018.50'],
  ['8018,50 $', '8018.50'],
] as const;

const inside = 'a " stands inside a cell; double it, or quote the whole cell';
const strayQuotes = [
  ['BAG"-5,CAD', inside],
  ['"BAG"-5,CAD', inside],
  ['"BAG-5,CAD', 'the quote that opens in this row is never closed'],
] as const;

const wrongCells = [
  ['BAG-5,CAD,10,,', '14 the cell is empty'],
  ['BAG-5,CAD,10,-8,', '14 "-8" is not a price such as 12.50'],
  ['BAG-5,CAD,10,$8008.00,', '14 "$8008.00" is not a price such as 12.50'],
  ['BAG-5,CAD,10,8008.005,', '14 "8008.005" is not a price such as 12.50'],
  ['BAG-5,CAD,10.5,8008.00,', '11 "10.5" is not a whole number'],
  ['BAG-5,CAD,10,8008.00,8.', '22 "8." is not a price such as 12.50'],
  ['BAG-5,CAD,1000000000,8008.00,', '11 "1000000000" has more than 9 digits'],
  ['BAG-5,CAD,10,1000000000.00,', '14 "1000000000.00" has more than 9 digits before its point'],
  ['BAG-5,CAD,10,8008.00,1e9', '22 "1e9" is not a price such as 12.50'],
  ['BAG-5,CAD,10,8008.00,1000000000', '22 "1000000000" has more than 9 digits before its point'],
  ['BAG-5,cad,10,8008.00,', '7 "cad" is not one of the values that are allowed here [CAD]'],
] as const;

export const csv: RuleRows = {
  'csv/separator': [
    ...[[';', 'semicolons'] as const, ['\t', 'tabs'] as const].map(([mark, name]) =>
      findsOnly(
        `a table that is separated by ${name}, once`,
        rewrite(file, (text) => text.replaceAll(',', mark).replaceAll('.', ',')),
        `${file}:1:1 columns are separated by ${name}; they have to be separated by commas, and prices take a decimal point`,
      ),
    ),
    findsOnly(
      'a table whose lines end in a carriage return, once',
      rewrite('inventory.csv', (text) => text.replaceAll('\n', '\r')),
      'inventory.csv:1:24 lines end as “CSV (Macintosh)” has them, so that the whole table is one; save as “CSV UTF-8”',
    ),
  ],
  'csv/columns': [
    accepts(
      'columns in any order',
      rewrite('inventory.csv', (text) =>
        text
          .split('\n')
          .map((line) => line.split(',').reverse().join())
          .join('\n'),
      ),
    ),
    ...headers.map(([line, expected]) =>
      findsOnly(
        `a first line that does not name the columns: ${line}`,
        replace(file, header, line),
        `${file}:1:${expected}`,
      ),
    ),
    finds('an unknown column, with every column', replace('inventory.csv', 'sku,', 'sku,note,'), {
      is: 'inventory.csv:1:5 "note" is not a column of this table',
      allowed: ['sku', 'color', 'size', 'quantity'],
    }),
  ],
  'csv/cells': [
    ...otherCells.map(([row, message]) =>
      finds(
        `a row with fewer or more cells than columns, or none filled in: ${row}`,
        replace(file, bag, row),
        `${file}:2:1 ${message}`,
      ),
    ),
    finds(
      'a decimal comma in the column of prices, wherever it stands',
      write('prices/surcharges.csv', 'surcharge,sku,currency,list,size\n2,50,TEE-1,CAD,msrp,M\n'),
      'prices/surcharges.csv:2:1 has 6 cells for 5 columns; a decimal comma cuts a price in two: write 2.50',
    ),
    finds(
      'a comma too many in a table without prices, and no decimal comma',
      replace('inventory.csv', 'M,9\n', 'M,9,10\n'),
      'inventory.csv:10:1 has 5 cells for 4 columns; each row takes 3 commas',
    ),
    findsOnly(
      'empty rows at the end of a table',
      replace('inventory.csv', 'M,9\n', 'M,9\n,,,\n,,,\n'),
      [
        'inventory.csv:11:1 every cell is empty; remove the row',
        'inventory.csv:12:1 every cell is empty; remove the row',
      ],
    ),
    finds(
      'the marks of a merge conflict',
      replace(file, `${bag}\n`, `<<<<<<< HEAD\n${bag}\n=======\n>>>>>>> branch\n`),
      [2, 4, 5].map((line) => `${file}:${line}:1 ${conflictMark}`),
    ),
  ],
  'csv/decimal-comma': decimalCommas.map(([cell, suggestion]) =>
    finds(
      `a quoted price with a decimal comma, with the one to write: ${cell}`,
      replace(file, '8018.50', `"${cell}"`),
      `${file}:9:14 "${cell}" has a decimal comma; prices take a point [${suggestion}]`,
    ),
  ),
  'csv/quotes': [
    accepts(
      'quoted cells',
      replace('inventory.csv', 'BAG-5,navy,OSFA,400', '"BAG-5",navy,"OSFA","400"'),
    ),
    ...strayQuotes.map(([cells, message]) =>
      findsOnly(
        `a stray quote, and nothing else of the table: ${cells}`,
        replace(file, 'BAG-5,CAD', cells),
        `${file}:2:1 ${message}`,
      ),
    ),
    finds(
      'an open quote that a later one closes, where it opens',
      [replace(file, 'HOOD-2,USD', '"HOOD-2,USD'), replace(file, 'USA-4,USD', 'USA-4,"USD"')],
      `${file}:5:1 the quote that opens in this row runs on to line 13; close it in its cell`,
    ),
  ],
  'csv/wrong-cell': [
    ...wrongCells.map(([row, expected]) =>
      finds(
        `a cell that its column does not accept: ${row}`,
        replace(file, bag, row),
        `${file}:2:${expected}`,
      ),
    ),
    finds(
      'every wrong cell of a row, with the row and column of a spreadsheet',
      replace(file, 'BAG-5,CAD,10,8008.00', 'BAG-5,EUR,ten,8008.00'),
      [
        {
          is: `${file}:2:7 "EUR" is not one of the values that are allowed here`,
          row: 2,
          columnName: 'currency',
          allowed: ['CAD', 'USD'],
        },
        {
          is: `${file}:2:11 "ten" is not a whole number`,
          row: 2,
          columnName: 'minQuantity',
          allowed: undefined,
        },
      ],
    ),
    finds(
      'a cell with control characters, in a message of one line',
      replace(file, '8008.00', '"8\n\u001B[31m"'),
      `${file}:2:14 "8\\n\\u001b[31m" is not a price such as 12.50`,
    ),
  ],
};
