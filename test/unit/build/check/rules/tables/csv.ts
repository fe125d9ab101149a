/** Tests of the rules about the form of a table: separators, quotes, columns and cells. */
import { locatedStock } from '../../../../../helpers/located-stock.ts';
import { append, replace, rewrite, write } from '../edited-content.ts';
import { accepts, finds, findsOnly, ignores, type RuleRows } from '../rule-rows.ts';

const file = 'prices/msrp.csv';
const header = 'sku,currency,minQuantity,price,regularPrice';
const more = 'fix this to see more';
const otherSeparator = 'separate them by commas, write numbers with a decimal point';
const priceForm =
  'write two decimals with a point, and no thousands separator or currency, as in 24.50';
const free =
  'would make the product free; write its price, or remove the row: a draft needs no prices';
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
    '5 " currency" begins or ends with a space; remove it [currency]',
  ],
  [
    'sku,currency,minQuantity,price\u200b,regularPrice',
    '26 "price\u200b" contains an invisible character (U+200B); remove it [price]',
  ],
  ['sku,currency,minQuantity,price', `1 the column regularPrice is missing; ${more}`],
  ['sku,currency,minQuantity', `1 the columns price, regularPrice are missing; ${more}`],
  [
    'sku,currency,minQuantity,price,regularPrice,sku',
    `1 the column "sku" is listed twice; ${more}`,
  ],
  [bag, `1 the first line must name the columns ${header}; ${more}`],
  [`\n${header}`, `1 the first line must name the columns ${header}; ${more}`],
  [`\r\n"sku"${header.slice(3)}`, `1 the first line must name the columns ${header}; ${more}`],
] as const;

const otherCells = [
  ['BAG-5,CAD,10,8008.00', `has 4 cells for 5 columns; a row has 4 commas; ${more}`],
  ['BAG-5,CAD,10,8008.00,,,', `has 7 cells for 5 columns; a row has 4 commas; ${more}`],
  ['BAG-5', `has 1 cell for 5 columns; a row has 4 commas; ${more}`],
  [
    'BAG-5,CAD,10,8008,00,',
    `has 6 cells for 5 columns; a comma cuts a price in two: write 8008.00; ${more}`,
  ],
  [
    'BAG-5,CAD,10,18,50,',
    `has 6 cells for 5 columns; a comma cuts a price in two: write 18.50; ${more}`,
  ],
  [
    'BAG-5,CAD,10,18,5,',
    `has 6 cells for 5 columns; a comma cuts a price in two: write 18.5; ${more}`,
  ],
  [
    'BAG-5,CAD,10,18,50,25,00',
    `has 7 cells for 5 columns; a comma cuts a price in two: write prices as 1200.50; ${more}`,
  ],
  [
    'BAG-5,CAD,10,1,200.50,',
    `has 6 cells for 5 columns; a comma cuts a price in two: write 1200.50; ${more}`,
  ],
  ['BAG-5,CAD,10,50,8008.00,', `has 6 cells for 5 columns; a row has 4 commas; ${more}`],
  ['BAG-5,CAD,10,18,50,,', `has 7 cells for 5 columns; a row has 4 commas; ${more}`],
  [
    'BAG-5;CAD;10;8008,00;',
    `has 2 cells for 5 columns; columns are separated by semicolons; ${otherSeparator}; ${more}`,
  ],
  [
    '"BAG-5,CAD,10,8008.00,"',
    `has 1 cell for 5 columns; the whole line is one cell in quotes; remove the quotes around each line; ${more}`,
  ],
  [',,,,', 'every cell is empty; remove the row'],
] as const;

const decimalCommas = [
  ['8018,50', '8018.50'],
  ['8018,5', '8018.5'],
  ['9 018,50', '9018.50'],
  ['8\u202F018,50', '8018.50'],
  ['8.018,50', '8018.50'],
  ['$24,50', '24.50'],
  ['8018,50 $', '8018.50'],
] as const;

const inside = `a " inside a cell must be doubled, or the whole cell quoted; ${more}`;
const besideQuotes = `a space stands between a quote and a comma; remove it; ${more}`;

const strayQuotes = [
  ['BAG"-5,CAD', inside],
  ['"BAG"-5,CAD', inside],
  ['BAG-5,"Red, "dark", blue",CAD', inside],
  ['BAG-5,5" pipe,"CAD" ', inside],
  ...['"BAG-5" ,CAD', ' "BAG-5",CAD', 'BAG-5, "CAD"\t'].map(
    (cells) => [cells, besideQuotes] as const,
  ),
  ['"BAG-5,CAD', `the quote that opens in this row is never closed; ${more}`],
] as const;

const spreadsheet = (value: string) =>
  `looks like a date that a spreadsheet made of ${value}; format the column as text and write the value again`;

const wrongCells = [
  ['BAG-5,CAD,10,,', '14 the cell is empty'],
  ['BAG-5,CAD,10,-8,', `14 "-8" is negative; ${priceForm}`],
  [
    'BAG-5,CAD,10,$8008.00,',
    '14 "$8008.00" has a currency, which belongs in a separate column [8008.00]',
  ],
  ['BAG-5,CAD,10,8008.005,', '14 "8008.005" has 3 decimals; a price has at most two, as in 24.50'],
  ['BAG-5,CAD,10.5,8008.00,', '11 "10.5" is not a whole number: write digits only, as in 24'],
  ['BAG-5,CAD,10,8008.00,8.', '22 "8." ends with its point [8]'],
  ['BAG-5,CAD,1000000000,8008.00,', '11 "1000000000" has more than 9 digits'],
  ['BAG-5,CAD,10,1000000000.00,', '14 "1000000000.00" has more than 9 digits before its point'],
  [
    'BAG-5,CAD,10,8008.00,1e9',
    '22 "1e9" looks like a number that a spreadsheet shortened; format the column as text and write all of its digits',
  ],
  ['BAG-5,CAD,10,8008.00,1000000000', '22 "1000000000" has more than 9 digits before its point'],
  ['BAG-5,CAD,10,1 200,', '14 "1 200" has a thousands separator; prices have none [1200]'],
  ['BAG-5,CAD,10,"1,200",', '14 "1,200" has a thousands separator; prices have none [1200]'],
  [
    'BAG-5,CAD,10,"1,234,567.50",',
    '14 "1,234,567.50" has a thousands separator; prices have none [1234567.50]',
  ],
  [
    'BAG-5,CAD,10,\u200B24.50,',
    '14 "\u200B24.50" contains an invisible character (U+200B); remove it [24.50]',
  ],
  ['BAG-5,CAD,10, 24.50,', '14 " 24.50" begins or ends with a space [24.50]'],
  [
    'BAG-5,CAD,10,24.50 CAD,',
    '14 "24.50 CAD" has a currency, which belongs in a separate column [24.50]',
  ],
  ['BAG-5,CAD,10,.50,', '14 ".50" has no digit before its point [0.50]'],
  ['BAG-5,CAD,10,2-Jan,', `14 "2-Jan" ${spreadsheet('a price such as 1.02')}`],
  ['BAG-5,CAD,10,Jan-02,', `14 "Jan-02" ${spreadsheet('a price such as 1.02')}`],
  ['BAG-5,CAD,10,02-janv,', `14 "02-janv" ${spreadsheet('a price such as 1.02')}`],
  ['BAG-5,CAD,10,2026-01-02,', `14 "2026-01-02" ${spreadsheet('a price such as 1.02')}`],
  ['BAG-5,CAD,10,02/01/2026,', `14 "02/01/2026" ${spreadsheet('a price such as 1.02')}`],
  [
    'BAG-5,CAD,1.23E+05,8008.00,',
    '11 "1.23E+05" looks like a number that a spreadsheet shortened; format the column as text and write all of its digits',
  ],
  ['BAG-5,CAD,1 200,8008.00,', '11 "1 200" has a thousands separator; numbers have none [1200]'],
  ['BAG-5,CAD,24.0,8008.00,', '11 "24.0" has decimals; write a whole number [24]'],
  ['BAG-5,CAD,10-Dec,8008.00,', `11 "10-Dec" ${spreadsheet('a number')}`],
  ['BAG-5,cad,10,8008.00,', '7 "cad" is not one of the allowed values [CAD]'],
] as const;

const located = Object.entries(locatedStock).map(([path, text]) => write(path, text));
const day = 'is not a date: write year-month-day, such as 2027-01-31';
const moment = 'is not a moment: write date, time and zone, such as 2027-01-31T06:00:00-05:00';

const optionalCells = [
  [
    'TEE-1,navy,2XL,4,reno,some,2027-01-31,',
    '23 "some" is not a whole number: write digits only, as in 24',
  ],
  [
    'TEE-1,navy,2XL,4,reno,-6,2027-01-31,',
    '23 "-6" is not a whole number: write digits only, as in 24',
  ],
  [
    'TEE-1,navy,2XL,4,reno,6,2027-02-29,',
    '25 "2027-02-29" does not exist: its month has fewer days',
  ],
  ['TEE-1,navy,2XL,4,reno,6, 2027-02-01,', `25 " 2027-02-01" ${day} [2027-02-01]`],
  ['TEE-1,navy,2XL,4,reno,6,2027-2-1,', `25 "2027-2-1" ${day} [2027-02-01]`],
  ['TEE-1,navy,2XL,4,reno,6,31/01/2027,', `25 "31/01/2027" ${day} [2027-01-31]`],
  ['TEE-1,navy,2XL,4,reno,6,01/31/2027,', `25 "01/31/2027" ${day} [2027-01-31]`],
  ['TEE-1,navy,2XL,4,reno,6,04/04/2027,', `25 "04/04/2027" ${day} [2027-04-04]`],
  ['TEE-1,navy,2XL,4,reno,6,03/04/2027,', `25 "03/04/2027" ${day}`],
  ['TEE-1,navy,2XL,4,reno,6,20270131,', `25 "20270131" ${day} [2027-01-31]`],
  [
    'TEE-1,navy,2XL,4,reno,6,46418,',
    '25 "46418" looks like a day that a spreadsheet wrote as a number; format the column as text [2027-01-31]',
  ],
  ['TEE-1,navy,2XL,4,reno,6,12345,', `25 "12345" ${day}`],
  ['TEE-1,navy,2XL,4,reno,,,2026-11-20', `25 "2026-11-20" ${moment}`],
  ['TEE-1,navy,2XL,4,reno,,,2026-02-30T06:00Z', `25 "2026-02-30T06:00Z" ${moment}`],
] as const;

export const csv: RuleRows = {
  'csv/separator': [
    findsOnly(
      'a first line that sets the separator for Excel, once',
      rewrite(file, (text) => `sep=,\n${text}`),
      `${file}:1:1 the first line is a setting of Excel; remove it, so that the table begins with the names of its columns; ${more}`,
    ),
    ...Object.entries({ ';': 'semicolons', '\t': 'tabs', '";"': 'semicolons' }).map(
      ([mark, name]) =>
        findsOnly(
          `a table that is separated by ${mark}, once`,
          rewrite(file, (text) => text.replaceAll(',', mark).replaceAll('.', ',')),
          `${file}:1:1 columns are separated by ${name}; ${otherSeparator}; ${more}`,
        ),
    ),
    findsOnly(
      'a table of which each line is in quotes, once',
      rewrite(file, (text) => text.replace(/.+/g, '"$&"')),
      `${file}:1:1 the whole line is one cell in quotes; remove the quotes around each line; ${more}`,
    ),
    findsOnly(
      'a table whose lines end in a carriage return, once',
      rewrite('inventory.csv', (text) => text.replaceAll('\n', '\r')),
      `inventory.csv:1:24 lines end with a carriage return only; save the table as “CSV UTF-8”; ${more}`,
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
      allowed: [
        ...['sku', 'color', 'size', 'quantity'],
        ...['location', 'incoming', 'incoming_date', 'as_of'],
      ],
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
      'a decimal comma in the column of prices, for any position of the column',
      write('prices/surcharges.csv', 'surcharge,sku,currency,list,size\n2,50,TEE-1,CAD,msrp,M\n'),
      `prices/surcharges.csv:2:1 has 6 cells for 5 columns; a comma cuts a price in two: write 2.50; ${more}`,
    ),
    finds(
      'a surplus comma in a table without prices, without the hint about decimal commas',
      replace('inventory.csv', 'M,9\n', 'M,9,10\n'),
      `inventory.csv:10:1 has 5 cells for 4 columns; a row has 3 commas; ${more}`,
    ),
    ...['', '\uFEFF'].map((mark) =>
      findsOnly(
        `the names of the columns again, as in joined tables${mark && ', after a byte order mark'}`,
        [
          rewrite(file, (text) => `${text}${mark}${text.split('\n')[0]}\n`),
          replace('inventory.csv', 'M,9\n', `M,9\n${mark}SKU,Color,Size,Quantity\n`),
        ],
        [
          'inventory.csv:11:1 repeats the names of the columns; remove the row',
          `${file}:14:1 repeats the names of the columns; remove the row`,
        ],
      ),
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
  'csv/decimal-comma': [
    ...decimalCommas.map(([cell, suggestion]) =>
      finds(
        `a quoted price with a decimal comma, with the one to write: ${cell}`,
        replace(file, '8018.50', `"${cell}"`),
        `${file}:9:14 "${cell}" has a decimal comma; prices take a point; ${more} [${suggestion}]`,
      ),
    ),
    ...['8018,50', '8018,05', '8018,5', '4,05'].map((price) =>
      finds(
        `a comma that cuts a price in two, as the cents are no regular price: ${price}`,
        replace(file, '8018.50,', price),
        `${file}:9:14 a comma cuts a price in two: write ${price.replace(',', '.')}; or write a regular price above ${price.split(',')[0]}, or leave it empty; ${more}`,
      ),
    ),
    ...['24,50', '8018,8050', '49.00,50', '24,24', '8018,0'].map((prices) =>
      ignores(`a regular price that may be right: ${prices}`, replace(file, '8018.50,', prices)),
    ),
  ],
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
      'an open quote that a later quote closes, at the open quote',
      [replace(file, 'HOOD-2,USD', '"HOOD-2,USD'), replace(file, 'USA-4,USD', 'USA-4,"USD"')],
      `${file}:5:1 the quote that opens in this row ends on line 13; close it in its cell; ${more}`,
    ),
  ],
  'csv/wrong-cell': [
    ...wrongCells.map(([row, expected]) =>
      finds(
        `a cell that its column does not accept: ${row}`,
        replace(file, bag, row),
        `${file}:2:${expected.replace(/(?= \[|$)/, `; ${more}`)}`,
      ),
    ),
    ...optionalCells.map(([row, expected]) =>
      findsOnly(
        `a filled cell that its optional column does not accept: ${row}`,
        [...located, append('inventory.csv', `${row}\n`)],
        `inventory.csv:11:${expected}`,
      ),
    ),
    finds(
      'a part id with a space, and one that a spreadsheet shortened',
      [...located, append('variants.csv', 'TEE-1,navy,2XL,T 1,\nTEE-1,grey-navy,S,1.2E+11,\n')],
      [
        `variants.csv:6:16 "T 1" is not a part id: use up to 64 letters, digits, . _ / -, and begin with a letter or digit`,
        'variants.csv:7:19 "1.2E+11" looks like a number that a spreadsheet shortened; format the column as text and write all of its digits',
      ],
    ),
    finds(
      'every wrong cell of a row, with the row and column of a spreadsheet',
      replace(file, 'BAG-5,CAD,10,8008.00', 'BAG-5,EUR,ten,8008.00'),
      [
        {
          is: `${file}:2:7 "EUR" is not one of the allowed values`,
          row: 2,
          columnName: 'currency',
          allowed: ['CAD', 'USD'],
        },
        {
          is: `${file}:2:11 "ten" is not a whole number: write digits only, as in 24; ${more}`,
          row: 2,
          columnName: 'minQuantity',
          allowed: undefined,
        },
      ],
    ),
    finds(
      'a cell with control characters, in a message of one line',
      replace(file, '8008.00', '"8\n\u001B[31m"'),
      `${file}:2:14 "8\\n\\u001b[31m" is not a price: ${priceForm}; ${more}`,
    ),
  ],
  'price/zero': [
    findsOnly(
      'an MSRP and a net price of zero, and no other finding about these prices',
      [
        replace(file, '8018.50', '0.00'),
        replace('prices/net-A1.csv', 'BAG-5,CAD,10,7901.11', 'BAG-5,CAD,10,0'),
      ],
      [`${file}:9:14 "0.00" ${free}; ${more}`, `prices/net-A1.csv:2:14 "0" ${free}; ${more}`],
    ),
    accepts('a price of one cent', replace('prices/net-A1.csv', '7901.11', '0.01')),
  ],
};
