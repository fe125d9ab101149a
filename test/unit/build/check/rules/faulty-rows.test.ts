/**
 * If a cell of a table row is invalid, mistakes in the row's other cells are still reported, and consequences elsewhere
 * are not.
 */
import test from 'ava';
import { locatedStock } from '../../../../helpers/located-stock.ts';
import { append, type Edit, findingsAfter, replace, write } from './edited-content.ts';
import { inShort } from './rule-rows.ts';

const msrp = 'prices/msrp.csv';
const stock = 'inventory.csv';
const surcharges = 'prices/surcharges.csv';
const priceForm =
  'write two decimals with a point, and no thousands separator or currency, as in 24.50';
const notANumber = '"many" is not a whole number: write digits only, as in 24';
const more = 'fix this to see more';
const located = Object.entries(locatedStock).map(([path, text]) => write(path, text));

/** Test title, edits of the fixture content, and all findings that are reported after the edits. */
const cases: readonly (readonly [
  what: string,
  edits: readonly Edit[],
  expected: readonly string[],
])[] = [
  [
    'an invalid quantity hides no unknown colour, unknown size or repeated row of stock',
    [append(stock, 'TEE-1,gray-navy,S,many\nTEE-1,navy,XXL,many\nTEE-1,navy,S,many\n')],
    [
      `${stock}:11:7 "gray-navy" is not a colour of TEE-1; correct it or remove the row [grey-navy]`,
      `${stock}:11:19 ${notANumber}`,
      `${stock}:12:12 "XXL" is not a size of TEE-1; correct it or remove the row [2XL]`,
      `${stock}:12:16 ${notANumber}`,
      `${stock}:13:1 line 8 already has a row for TEE-1, navy, S; remove one of the two`,
      `${stock}:13:14 ${notANumber}`,
    ],
  ],
  [
    'an invalid quantity hides no unknown location, and no missing date of incoming pieces',
    [...located, append(stock, 'TEE-1,grey-navy,M,many,rino,6,,\n')],
    [
      `${stock}:11:19 ${notANumber}`,
      `${stock}:11:24 "rino" is not a location of locations.json; correct it or remove the row [reno]`,
      `${stock}:11:29 6 incoming pieces have no date; write the day in incoming_date, or empty the cell`,
    ],
  ],
  [
    'an invalid quantity hides no misspelt SKU, whose product is not reported as missing the row',
    [replace(stock, 'TEE-1,navy,S,120', 'TEE1,navy,S,many')],
    [
      `${stock}:8:1 no product has the SKU "TEE1"; correct it or remove the row [TEE-1]`,
      `${stock}:8:13 ${notANumber}`,
    ],
  ],
  [
    'an invalid price hides no misspelt SKU, whose product is not reported as missing the price',
    [replace(msrp, 'BAG-5,CAD,10,8008.00', 'BAG5,CAD,10,free')],
    [
      `${msrp}:2:1 no product has the SKU "BAG5"; correct it or remove the row [BAG-5]`,
      `${msrp}:2:13 "free" is not a price: ${priceForm}`,
    ],
  ],
  [
    'an invalid price hides no repeated bracket, no currency without a market and no wrong dates',
    [append(msrp, 'TEE-1,CAD,144,"1,5",\nBAG-5,USD,10,-,\n')],
    [
      `${msrp}:14:11 line 10 already has the price of TEE-1 in CAD from 144 pieces; remove one of the two`,
      `${msrp}:14:15 "1,5" has a decimal comma; prices take a point; ${more} [1.5]`,
      `${msrp}:15:7 BAG-5 is sold in CA, where no market pays in USD; remove the row or add the market`,
      `${msrp}:15:14 "-" is not a price: ${priceForm}; ${more}`,
    ],
  ],
  [
    'an invalid price hides no currency of the product without a price',
    [
      replace(msrp, 'HOOD-2,USD,24,8046.00,\n', ''),
      replace(msrp, 'HOOD-2,CAD,48,8058.50', 'HOOD-2,CAD,48,-'),
    ],
    [
      `${msrp}:4:15 "-" is not a price: ${priceForm}; ${more}`,
      `products/HOOD-2.json:22:5 HOOD-2 is sold in US and has no price in USD in ${msrp}; add its brackets`,
    ],
  ],
  [
    'an invalid price hides no first bracket that differs from the minimum order',
    [replace(msrp, 'TEE-1,USD,12,8015.00', 'TEE-1,USD,13,-')],
    [
      `${msrp}:11:11 the first bracket of TEE-1 in USD begins at 13, but its minimum order is 12`,
      `${msrp}:11:14 "-" is not a price: ${priceForm}; ${more}`,
    ],
  ],
  [
    'of several invalid prices of a product, the last says that other findings may follow',
    [
      replace(msrp, 'TEE-1,CAD,12,8020.00', 'TEE-1,CAD,12,-'),
      replace(msrp, 'TEE-1,USD,48,8013.75', 'TEE-1,USD,48,-'),
    ],
    [
      `${msrp}:8:14 "-" is not a price: ${priceForm}`,
      `${msrp}:12:14 "-" is not a price: ${priceForm}; ${more}`,
    ],
  ],
  [
    'an invalid surcharge hides no unknown size and no unknown list',
    [append(surcharges, 'TEE-1,CAD,XXL,msrp,-\nTEE-1,CAD,M,A11,-\n')],
    [
      `${surcharges}:8:11 "XXL" is not a size of TEE-1; correct it or remove the row [2XL]`,
      `${surcharges}:8:20 "-" is not a price: ${priceForm}`,
      `${surcharges}:9:13 "A11" is not a price list; correct it or remove the row [A1]`,
      `${surcharges}:9:17 "-" is not a price: ${priceForm}; ${more}`,
    ],
  ],
  [
    'an invalid GTIN hides no part id that another variant has',
    [
      ...located,
      replace('variants.csv', 'TEE-1,navy,M,,6291041500213\n', ''),
      append('variants.csv', 'TEE-1,navy,M,TEE-1-NVY-S,123\n'),
    ],
    [
      'variants.csv:5:14 "TEE-1-NVY-S" is also the part id of TEE-1, navy, S on line 2; each variant has its own',
      'variants.csv:5:26 "123" has 3 digits; a GTIN has 8, 12, 13 or 14',
    ],
  ],
  [
    'a row with a cell too many says that its cells are not checked',
    [append(stock, 'TEE-1,gray-navy,S,1,\n')],
    [`${stock}:11:1 has 5 cells for 4 columns; a row has 3 commas; ${more}`],
  ],
];

for (const [what, edits, expected] of cases) {
  test.serial(what, async (t) => {
    t.deepEqual((await findingsAfter(...edits)).map(inShort), expected);
  });
}
