/** Tests of the rules about the price tables prices/msrp.csv and prices/net-*.csv. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fixtureContent } from '../../../../../helpers/content.ts';
import { append, remove, rename, replace, rewrite, write } from '../edited-content.ts';
import { accepts, finds, findsOnly, ignores, type RuleRows } from '../rule-rows.ts';
import { bagPrices, bagPricesIn, bagWith, dated } from './dates.ts';

const msrp = 'prices/msrp.csv';
const netA1 = 'prices/net-A1.csv';
const netA3 = 'prices/net-A3.csv';
const surcharges = 'prices/surcharges.csv';

const hoodieHasNoUsd = replace(msrp, 'HOOD-2,USD,24,8046.00,\n', '');
const bagLacksA1 = replace(netA1, 'BAG-5,CAD,10,7901.11,\n', '');
const bagLacksA3 = replace(netA3, 'BAG-5,CAD,10,7921.11,\n', '');
const bagInUsd = append(msrp, 'BAG-5,USD,10,6.00,\nBAG-5,USD,20,5.00,\n');
const teeAboveMsrp = replace(netA3, 'TEE-1,CAD,48,7918.37', 'TEE-1,CAD,48,9918.37');
const sizeAboveMsrp = replace(surcharges, 'TEE-1,CAD,2XL,A3,6902.17', 'TEE-1,CAD,2XL,A3,8902.17');
const bagIsInCanada = 'products/BAG-5.json:19:5 BAG-5 is sold in CA and has no price in CAD in';
const lastNetRow = 'TEE-1,CAD,144,7917.41,\n';

/**
 * A product file as JSON text: a copy of USA-4 without pictures, whose SKU `0123` begins with a zero.
 */
const capWithZeros = JSON.stringify({
  ...JSON.parse(readFileSync(join(fixtureContent, 'products/USA-4.json'), 'utf8')),
  sku: '0123',
  images: [],
  colors: [{ color: 'navy' }],
});

/** Returns the text of a net price table in which every price of HOOD-2 in CAD is replaced by 20.00. */
const hoodieFor20 = (text: string) => text.replace(/^(HOOD-2,CAD,\d+),.*$/gm, '$1,20.00,');

/** Nineteen SKUs that no product has, and that resemble no SKU, so that the rule suggests none. */
const lamps = Array.from({ length: 19 }, (_, index) => `LAMP${10 + index}`);
const unknown = (file: string, line: number, sku: string, suggestion = '') =>
  `${file}:${line}:1 no product has the SKU "${sku}"; correct it or remove the row${suggestion}`;

export const prices: RuleRows = {
  'price/bracket-jump': [
    findsOnly(
      'a price that a spreadsheet changed to a date, without a finding that prices rise',
      [
        replace(msrp, 'HOOD-2,CAD,48,8058.50', 'HOOD-2,CAD,48,44562'),
        replace(msrp, 'HOOD-2,CAD,24,8061.00', 'HOOD-2,CAD,24,23.00'),
        ...[netA1, netA3].map((table) => rewrite(table, hoodieFor20)),
      ],
      `${msrp}:4:15 HOOD-2 costs CAD 44562.00 from 48 pieces and 23.00 from 24 (line 3), which is more than 10-fold; a spreadsheet probably made a date of it: format the column as text and write the price again`,
    ),
    findsOnly(
      'a first price without its decimal point',
      replace(msrp, '8061.00', '806100'),
      `${msrp}:3:15 HOOD-2 costs CAD 806100.00 from 24 pieces and 8058.50 from 48 (line 4), which is more than 10-fold; is its decimal point in the right place?`,
    ),
    findsOnly(
      'a price that is far too low, without findings about net prices above it',
      replace(msrp, '8018.50', '80.18'),
      `${msrp}:9:14 TEE-1 costs CAD 80.18 from 48 pieces and 8020.00 from 12 (line 8), which is more than 10-fold; is its decimal point in the right place?`,
    ),
    accepts(
      'a discount to a tenth of the price, also if ten times the binary fraction is less',
      replace(msrp, '8020.00,8025.00', '80184.80,'),
      replace(msrp, '8018.50', '8018.48'),
    ),
    findsOnly(
      'a discount to less than a tenth of the price, by a cent',
      replace(msrp, '8020.00,8025.00', '80185.01,'),
      `${msrp}:8:14 TEE-1 costs CAD 80185.01 from 12 pieces and 8018.50 from 48 (line 9), which is more than 10-fold; is its decimal point in the right place?`,
    ),
  ],
  'price/bracket-order': [
    finds(
      'a bracket after one of a higher quantity',
      replace(msrp, 'TEE-1,CAD,144', 'TEE-1,CAD,36'),
      `${msrp}:10:11 the bracket of TEE-1 from 36 pieces comes after the one from 48; sort them by quantity`,
    ),
    finds(
      'a second bracket of one quantity, in a net price list',
      append(netA3, 'TEE-1,CAD,48,7918.00,\n'),
      `${netA3}:14:11 line 9 already has the price of TEE-1 in CAD from 48 pieces; remove one of the two`,
    ),
    accepts(
      'rows of a product that are not next to each other',
      append(msrp, 'HOOD-2,CAD,96,8050.00,\n'),
    ),
  ],
  'price/first-bracket': [
    ...[11, 13].map((quantity) =>
      finds(
        `a first bracket from ${quantity} where the minimum order is 12`,
        replace(msrp, 'TEE-1,USD,12', `TEE-1,USD,${quantity}`),
        `${msrp}:11:11 the first bracket of TEE-1 in USD begins at ${quantity}, but its minimum order is 12`,
      ),
    ),
    ignores(
      'the order of the rows: the first bracket is the one of the lowest quantity',
      replace(
        netA3,
        'HOOD-2,CAD,24,7922.13,\nHOOD-2,CAD,48,7920.17,\n',
        'HOOD-2,CAD,48,7920.17,\nHOOD-2,CAD,24,7922.13,\n',
      ),
    ),
    ignores(
      'brackets while the price of the first is invalid',
      replace(msrp, 'TEE-1,USD,12,8015.00', 'TEE-1,USD,12,8015.-'),
    ),
    findsOnly(
      'a first bracket that has ended, at its last day',
      bagPrices(dated('8008.00', '', '2026-01-31'), dated('8007.00', '', '', 50)),
      `${msrp}:2:24 the price of BAG-5 in CAD from 10 pieces, its minimum order, ended on 2026-01-31, and the next bracket begins at 50; correct the day, or add a price from 10 pieces`,
    ),
    findsOnly(
      'a first bracket that begins later than the next, at its first day',
      bagPrices(dated('8008.00', '2027-10-31'), dated('8007.00', '', '', 50)),
      `${msrp}:2:23 the price of BAG-5 in CAD from 10 pieces, its minimum order, begins on 2027-10-31, and the next bracket begins at 50; correct the day, or add a price from 10 pieces`,
    ),
    finds(
      'a first bracket that ends the day before the last day of the product',
      [
        bagWith('"availableUntil": "2027-01-01"'),
        bagPrices(dated('8008.00', '', '2026-12-31'), dated('8007.00', '', '', 50)),
      ],
      `${msrp}:2:24 the price of BAG-5 in CAD from 10 pieces, its minimum order, ends on 2026-12-31, and the next bracket begins at 50; correct the day, or add a price from 10 pieces`,
    ),
    finds(
      'a first bracket that ends, once, although another bracket has prices around it',
      bagPrices(
        dated('8008.00', '', '2026-12-31'),
        dated('8007.00', '', '2026-12-31', 50),
        dated('8006.00', '2027-01-01', '2027-01-09', 50),
        dated('8007.00', '2027-01-10', '', 50),
      ),
      `${msrp}:2:24 the price of BAG-5 in CAD from 10 pieces, its minimum order, ends on 2026-12-31, and the next bracket begins at 50; correct the day, or add a price from 10 pieces`,
    ),
    finds(
      'a first bracket below the minimum order, in a period in which that has another price than before and after',
      bagPrices(
        dated('8008.00', '', '2026-12-31'),
        dated('8007.00', '2027-01-01', '2027-01-31'),
        dated('8008.00', '2027-02-01'),
        dated('8009.00', '2027-01-01', '2027-01-31', 5),
      ),
      `${msrp}:5:11 the first bracket of BAG-5 in CAD begins at 5 from 2027-01-01 on, but its minimum order is 10`,
    ),
    finds(
      'another first bracket in each period, if no bracket begins at the minimum order',
      bagPrices(dated('8008.00', '', '2026-12-31', 20), dated('8007.00', '', '', 50)),
      [
        '2:11 the first bracket of BAG-5 in CAD begins at 20',
        '3:11 the first bracket of BAG-5 in CAD begins at 50 from 2027-01-01 on',
      ].map((finding) => `${msrp}:${finding}, but its minimum order is 10`),
    ),
    finds(
      'a first bracket that begins today, without its day',
      bagPrices(dated('8008.00', '2026-12-01', '', 50)),
      `${msrp}:2:11 the first bracket of BAG-5 in CAD begins at 50, but its minimum order is 10`,
    ),
    accepts(
      'a first bracket that began before today, of which the earlier price was removed',
      bagPrices(dated('8008.00', '2026-12-01'), dated('8007.00', '', '', 50)),
    ),
    accepts(
      'a first bracket that ends with the product',
      bagWith('"availableUntil": "2026-12-31"'),
      bagPrices(dated('8008.00', '', '2026-12-31'), dated('8007.00', '', '', 50)),
    ),
    accepts(
      'a first bracket that begins with the product',
      bagWith('"availableFrom": "2027-01-01"'),
      bagPrices(dated('8008.00', '2027-01-01'), dated('8007.00', '', '', 50)),
    ),
    ignores(
      'brackets while the minimum order is invalid',
      replace('products/TEE-1.json', '"quantity": 12', '"quantity": "24"'),
    ),
  ],
  'price/missing': [
    finds(
      'a market without an MSRP in its currency',
      hoodieHasNoUsd,
      `products/HOOD-2.json:22:5 HOOD-2 is sold in US and has no price in USD in ${msrp}; add its brackets`,
    ),
    finds(
      'a market that is added without its prices',
      replace('products/USA-4.json', '"US"', '"CA"'),
      {
        is: `products/USA-4.json:20:5 USA-4 is sold in CA and has no price in CAD in ${msrp}, ${netA1}, ${netA3}; add its brackets`,
        path: 'markets[0]',
      },
    ),
    ignores('a product whose rows have its SKU misspelt', replace(msrp, 'BAG-5,CAD', 'BAG5,CAD')),
    ignores('every market while a column is invalid', replace(msrp, 'minQuantity', 'quantity')),
    ignores('every market while the table is missing', remove(msrp)),
    ignores(
      'a market whose only price is invalid',
      replace(msrp, 'HOOD-2,USD,24,8046.00,', 'HOOD-2,USD,24,"8046,00",'),
    ),
    ignores(
      'the markets of a product whose SKU is invalid',
      hoodieHasNoUsd,
      replace('products/HOOD-2.json', '"HOOD-2"', '"Hoodie"'),
    ),
  ],
  'price/missing-net': [
    finds(
      'a market whose currency one tier lacks',
      bagLacksA1,
      `${bagIsInCanada} ${netA1}; add its brackets`,
    ),
    finds(
      'a market whose currency two tiers lack, once',
      [bagLacksA1, bagLacksA3],
      `${bagIsInCanada} ${netA1}, ${netA3}; add its brackets`,
    ),
    ignores('a table whose columns are invalid', bagLacksA1, replace(netA1, 'currency', 'money')),
  ],
  'price/net-above-msrp': [
    accepts(
      'a net price above the MSRP of other days',
      ...[msrp, netA1, netA3].map((table) =>
        bagPricesIn(table, dated('8008.00', '', '2026-12-31'), dated('7910.00', '2027-01-01')),
      ),
    ),
    finds(
      'a net price above the MSRP of later days',
      bagPrices(dated('8008.00', '', '2026-12-31'), dated('7910.00', '2027-01-01')),
      `${netA3}:2:14 the net price of BAG-5, CAD 7921.11, is above its MSRP of 7910.00 from 10 pieces (${msrp}, line 3)`,
    ),
    finds(
      'a net price of later days above the MSRP of all days',
      bagPricesIn(netA3, dated('7921.11', '', '2026-12-31'), dated('8108.00', '2027-01-01')),
      `${netA3}:3:14 the net price of BAG-5, CAD 8108.00, is above its MSRP of 8008.00 from 10 pieces (${msrp}, line 2)`,
    ),
    accepts(
      'a net price that equals the MSRP',
      replace(netA3, 'USA-4,USD,12,7932.53', 'USA-4,USD,12,8014.00'),
    ),
    finds(
      'a net price above the MSRP of its quantity, with the MSRP’s row',
      replace(netA3, 'TEE-1,CAD,48,7918.37', 'TEE-1,CAD,48,8018.51'),
      `${netA3}:9:14 the net price of TEE-1, CAD 8018.51, is above its MSRP of 8018.50 from 48 pieces (${msrp}, line 9)`,
    ),
    finds(
      'a net bracket above a later MSRP bracket that it includes',
      replace(
        netA3,
        'TEE-1,CAD,12,7919.13,7969.13\nTEE-1,CAD,48,7918.37,\nTEE-1,CAD,144,7917.41,\n',
        'TEE-1,CAD,12,8018.00,\n',
      ),
      `${netA3}:8:14 the net price of TEE-1, CAD 8018.00, is above its MSRP of 8017.25 from 144 pieces (${msrp}, line 10)`,
    ),
    finds(
      'a net bracket that begins within an MSRP bracket and is above it',
      replace(
        netA3,
        'USA-4,USD,12,7932.53,\n',
        'USA-4,USD,12,8014.00,\nUSA-4,USD,24,8015.00,\nUSA-4,USD,96,8013.00,\n',
      ),
      `${netA3}:14:14 the net price of USA-4, USD 8015.00, is above its MSRP of 8014.00 from 24 pieces (${msrp}, line 13)`,
    ),
    ignores(
      'a net bracket that ends where a lower MSRP begins',
      replace(netA3, '7919.13,7969.13', '8019.99,'),
    ),
    ignores('net prices while the MSRP table is missing', teeAboveMsrp, remove(msrp)),
    ignores(
      'the net prices of a product while an MSRP of it is invalid',
      teeAboveMsrp,
      replace(msrp, 'TEE-1,CAD,144,8017.25', 'TEE-1,CAD,144,$8017'),
    ),
    ignores(
      'the net prices of a product while one of them is invalid',
      teeAboveMsrp,
      append(netA3, 'TEE-1,CAD,50,8.-,\n'),
    ),
    finds(
      'a repeated net row after the last MSRP bracket that is above it',
      replace(netA3, lastNetRow, `${lastNetRow}${lastNetRow.replace('7917.41', '8019.00')}`),
      `${netA3}:11:15 the net price of TEE-1, CAD 8019.00, is above its MSRP of 8017.25 from 144 pieces (${msrp}, line 10)`,
    ),
    finds(
      'a size whose surcharge makes its net price higher than its MSRP',
      replace(surcharges, 'TEE-1,CAD,2XL,A3,6902.17', 'TEE-1,CAD,2XL,A3,7050.64'),
      `${surcharges}:4:18 the net price of 2XL of TEE-1, CAD 7918.37 + 7050.64, is above its MSRP of 8018.50 + 6950.50 from 48 pieces`,
    ),
    // In floats 0.1 + 0.2 is more than 0.3.
    ignores(
      'a net price that, with its surcharge, equals the MSRP to the cent',
      replace(msrp, 'USA-4,USD,12,8014.00', 'USA-4,USD,12,0.30'),
      replace(netA1, 'USA-4,USD,12,7912.53', 'USA-4,USD,12,0.10'),
      replace(netA3, 'USA-4,USD,12,7932.53', 'USA-4,USD,12,0.10'),
      append(surcharges, 'USA-4,USD,M,msrp,0.00\nUSA-4,USD,M,A1,0.20\n'),
    ),
    finds(
      'a net price above the MSRP without its sizes',
      [sizeAboveMsrp, replace(netA3, 'TEE-1,CAD,48,7918.37', 'TEE-1,CAD,48,8018.51')],
      `${netA3}:9:14 the net price of TEE-1, CAD 8018.51, is above its MSRP of 8018.50 from 48 pieces (${msrp}, line 9)`,
    ),
    ignores(
      'a size while a surcharge of it is invalid',
      sizeAboveMsrp,
      replace(surcharges, 'TEE-1,CAD,2XL,msrp,6950.50', 'TEE-1,CAD,2XL,msrp,$8950'),
    ),
  ],
  'price/not-a-markdown': [
    ...['8020.00', '8019.99'].map((regular) =>
      finds(
        `a regular price of ${regular} where the price is 8020.00`,
        replace(msrp, '8025.00', regular),
        `${msrp}:8:22 the regular price ${regular} is not above the price 8020.00; leave it empty where there is no markdown`,
      ),
    ),
    finds(
      'a regular net price that is not above its net price',
      replace(netA1, '7957.31', '7900.00'),
      `${netA1}:8:22 the regular price 7900.00 is not above the price 7907.31; leave it empty where there is no markdown`,
    ),
  ],
  'price/rising': [
    findsOnly(
      'a price above that of a smaller quantity on some days, once',
      bagPrices(
        dated('8008.00', '', '2026-12-23'),
        dated('7999.00', '2026-12-24', '2026-12-26'),
        dated('7999.00', '2026-12-27'),
        dated('8000.00', '', '', 50),
      ),
      `${msrp}:5:14 BAG-5 costs more from 50 pieces (CAD 8000.00) than from 10 (7999.00, line 3)`,
    ),
    accepts('prices that stay the same', replace(msrp, '8018.50', '8020.00')),
    finds(
      'a price above that of a smaller quantity',
      replace(netA3, '7918.37', '7981.37'),
      `${netA3}:9:14 TEE-1 costs more from 48 pieces (CAD 7981.37) than from 12 (7919.13, line 8)`,
    ),
    finds(
      'a price above that of a smaller quantity in a later row',
      append(msrp, 'USA-4,USD,6,8000.00,\n'),
      `${msrp}:13:14 USA-4 costs more from 12 pieces (USD 8014.00) than from 6 (8000.00, line 14)`,
    ),
    ignores('two prices for one quantity', append(msrp, 'USA-4,USD,12,8015.00,\n')),
  ],
  'price/unknown-product': [
    ...['BAG-5.json', 'products/new/BAG-5.json', 'products/BAG-5.JSON', 'bag-5.json.txt'].map(
      (file) =>
        finds(
          `a product whose file is ${file} and not read, with the right name`,
          rename('products/BAG-5.json', file),
          `${msrp}:2:1 no product has the SKU "BAG-5", because its file ${file} is not read; move it to products/BAG-5.json; also in ${netA1} (1 row), ${netA3} (1 row), inventory.csv (1 row), active-products.csv (1 row)`,
        ),
    ),
    finds(
      'a SKU of no product once per table at its first row, with a suggestion',
      [
        append(msrp, 'TEE1,CAD,12,8.00,\nTEE1,CAD,48,7.00,\n'),
        append(netA3, 'LAMP-77,CAD,12,5.00,\n'),
      ],
      [
        `${msrp}:14:1 no product has the SKU "TEE1"; correct it or remove the 2 rows [TEE-1]`,
        unknown(netA3, 14, 'LAMP-77'),
      ],
    ),
    ...[
      ['TEE-1\u00A0', 'begins or ends with a space'],
      ['\uFEFFTEE-1', 'contains an invisible character (U+FEFF)'],
      ['"TEE-1\n"', 'contains a line break'],
    ].map(([sku = '', problem]) =>
      findsOnly(
        `a SKU with what cannot be seen: ${JSON.stringify(sku)}`,
        replace(msrp, 'TEE-1,CAD,48', `${sku},CAD,48`),
        `${msrp}:9:1 "${sku.replaceAll('"', '').replace('\n', '\\n')}" ${problem}; remove it [TEE-1]`,
      ),
    ),
    finds(
      'after twenty unknown SKUs, a suggestion only for other spellings and SKUs found before',
      [
        append(msrp, [...lamps, 'TE-1'].map((sku) => `${sku},CAD,12,8.00,\n`).join('')),
        append(netA3, ['TEEE-1', 'tee1'].map((sku) => `${sku},CAD,12,8.00,\n`).join('')),
      ],
      [
        ...lamps.map((sku, index) => unknown(msrp, 14 + index, sku)),
        unknown(msrp, 33, 'TE-1', ' [TEE-1]'),
        unknown(netA3, 14, 'TEEE-1'),
        unknown(netA3, 15, 'tee1', ' [TEE-1]'),
      ],
    ),
    finds(
      'a SKU of no product in several tables once, with the rows of each',
      [append(msrp, 'TEE1,CAD,12,8.00,\n'.repeat(2)), append(netA3, 'TEE1,CAD,12,5.00,\n')],
      `${msrp}:14:1 no product has the SKU "TEE1"; correct it or remove the 2 rows; also in ${netA3} (1 row) [TEE-1]`,
    ),
    finds(
      'a SKU that a spreadsheet changed to a date or shortened, with the remedy',
      append(msrp, '2-Jan,CAD,12,8.00,\n1.23E+05,CAD,12,8.00,\n'),
      [
        `${msrp}:14:1 "2-Jan" looks like a date that a spreadsheet made of a SKU; format the column as text and write the value again`,
        `${msrp}:15:1 "1.23E+05" looks like a number that a spreadsheet shortened; format the column as text and write all of its digits`,
      ],
    ),
    findsOnly(
      'a SKU that lost its zeros in a spreadsheet, with the SKU of the product',
      [
        write('products/0123.json', capWithZeros),
        ...[msrp, netA1, netA3].map((table) => append(table, '123,USD,12,8.00,\n')),
      ],
      `${msrp}:14:1 no product has the SKU "123"; a spreadsheet probably removed the zeros of "0123": format the column as text and write the SKU again; also in ${netA1} (1 row), ${netA3} (1 row) [0123]`,
    ),
    ignores(
      'the rows of a product whose file is not JSON',
      replace('products/TEE-1.json', '{', ''),
    ),
  ],
  'price/unsold-currency': [
    finds(
      'prices in a currency of none of the product’s markets, once per table',
      [bagInUsd, append(netA1, 'USA-4,CAD,12,9.00,\n')],
      [
        {
          is: `${msrp}:14:7 BAG-5 is sold in CA, where no market pays in USD; remove the 2 rows or add the market`,
          allowed: ['CAD'],
        },
        `${netA1}:14:7 USA-4 is sold in US, where no market pays in CAD; remove the row or add the market`,
      ],
    ),
    ignores(
      'any currency while a market of the product is invalid',
      bagInUsd,
      replace('products/BAG-5.json', '"CA"', '"CA", "USA"'),
    ),
  ],
};
