/** Tests of the rules about dates, and about former SKUs and replacements. Today is `checkedDay`. */
import { locatedStock } from '../../../../../helpers/located-stock.ts';
import { type Edit, replace, rewrite, write } from '../edited-content.ts';
import { accepts, findsOnly, ignores, type RuleRows } from '../rule-rows.ts';

const msrp = 'prices/msrp.csv';
const bag = 'products/BAG-5.json';
const tee = 'products/TEE-1.json';

/** Returns an edit that adds the columns `from` and `until` to msrp.csv and replaces the rows of BAG-5 with `rows`. */
export function bagPrices(...rows: readonly string[]): Edit {
  return bagPricesIn(msrp, ...rows);
}

/**
 * Returns an edit that adds the columns `from` and `until` to a price table and replaces the rows of BAG-5
 * with `rows`.
 */
export function bagPricesIn(table: string, ...rows: readonly string[]): Edit {
  return rewrite(table, (text) => {
    const [header, ...lines] = text.trimEnd().split('\n');
    const others = lines.filter((line) => !line.startsWith('BAG-5')).map((line) => `${line},,`);
    return [`${header},from,until`, ...rows, ...others, ''].join('\n');
  });
}

/** Returns an edit that adds JSON members to the file of BAG-5. */
export function bagWith(members: string): Edit {
  return replace(bag, '"sku": "BAG-5",', `"sku": "BAG-5", ${members},`);
}

/**
 * Returns a price row of BAG-5 with the first and last day of its price (`YYYY-MM-DD`; empty for no limit).
 */
export const dated = (price: string, from = '', until = '', minQuantity = 10) =>
  `BAG-5,CAD,${minQuantity},${price},,${from},${until}`;

const implausible = (day: string, what: string) =>
  `${day} is ${what}; correct the year, or leave the day out`;

const untilYearEnd = dated('8008.00', '', '2026-12-31');
const fromNewYear = dated('8009.00', '2027-01-01');

export const dates: RuleRows = {
  'product/implausible-date': [
    findsOnly(
      'days with a mistyped year',
      bagWith('"availableFrom": "0202-12-01", "availableUntil": "2206-03-01"'),
      [
        `${bag}:2:36 warning ${implausible('0202-12-01', 'before 1970')}`,
        `${bag}:2:68 warning ${implausible('2206-03-01', 'more than 20 years from now')}`,
      ],
    ),
    findsOnly(
      'the day after the last plausible one',
      bagWith('"availableUntil": "2046-12-02"'),
      `${bag}:2:37 warning ${implausible('2046-12-02', 'more than 20 years from now')}`,
    ),
    accepts(
      'the first and the last plausible day',
      bagWith('"availableFrom": "1970-01-01", "availableUntil": "2046-12-01"'),
    ),
    accepts(
      'the beginning and the end of a far year, which stand for no limit',
      bagWith('"availableFrom": "1900-01-01", "availableUntil": "9999-12-31"'),
      bagPrices(dated('8008.00', '1900-01-01', '9999-12-31')),
    ),
  ],
  'price/implausible-date': [
    findsOnly(
      'a mistyped year of the first and of the last day of a price',
      [
        bagWith('"availableUntil": "2027-12-31"'),
        bagPrices(dated('8008.00', '0202-03-01', '2206-03-01')),
      ],
      [
        `${msrp}:2:23 warning ${implausible('0202-03-01', 'before 1970')}`,
        `${msrp}:2:34 warning ${implausible('2206-03-01', 'more than 20 years from now')}`,
      ],
    ),
    ignores(
      'a day that an error reports, because the price is missing until then',
      bagPrices(dated('8008.00', '2206-03-01')),
    ),
  ],
  'stock/implausible-date': [
    findsOnly(
      'a mistyped year of incoming pieces and of their count',
      [
        ...Object.entries(locatedStock).map(([path, text]) => write(path, text)),
        replace('inventory.csv', '2027-01-31,2026-11-20T10', '2207-01-31,2206-11-20T10'),
      ],
      [
        `inventory.csv:6:26 warning ${implausible('2207-01-31', 'more than 20 years from now')}`,
        `inventory.csv:6:37 warning ${implausible('2206-11-20', 'more than 20 years from now')}`,
      ],
    ),
  ],

  'stock/implausible-count': [
    findsOnly(
      'a mistyped year of the count of all stock',
      write('inventory.json', '{ "asOf": "2206-11-20T06:00:00-05:00" }\n'),
      'inventory.json:1:11 warning 2206-11-20 is more than 20 years from now; correct the year, or remove the file',
    ),
    accepts(
      'a count of this year',
      write('inventory.json', '{ "asOf": "2026-11-20T06:00:00-05:00" }\n'),
    ),
  ],

  'product/dates': [
    findsOnly(
      'a last day before the first',
      bagWith('"availableFrom": "2027-02-01", "availableUntil": "2027-01-31"'),
      {
        is: `${bag}:2:68 the last day, 2027-01-31, is before the first, 2027-02-01`,
        path: 'availableUntil',
      },
    ),
    accepts(
      'a product of one day',
      bagWith('"availableFrom": "2027-02-01", "availableUntil": "2027-02-01"'),
    ),
    accepts('a draft without prices', bagWith('"draft": true'), bagPrices()),
    accepts(
      'a product that has ended, without prices',
      bagWith('"availableUntil": "2026-11-30"'),
      bagPrices(),
    ),
  ],

  'price/dates': [
    findsOnly(
      'a last day before the first, and not the days without a price',
      bagPrices(untilYearEnd, dated('8009.00', '2027-02-01', '2027-01-31')),
      `${msrp}:3:34 the last day, 2027-01-31, is before the first, 2027-02-01`,
    ),
    findsOnly(
      'a last day before the first of a first bracket, and not another first bracket',
      bagPrices(dated('8008.00', '2027-02-01', '2027-01-31'), dated('7921.00', '', '', 50)),
      `${msrp}:2:34 the last day, 2027-01-31, is before the first, 2027-02-01`,
    ),
    accepts(
      'a price of one day',
      bagPrices(untilYearEnd, dated('7999.00', '2027-01-01', '2027-01-01')),
      bagWith('"availableUntil": "2027-01-01"'),
    ),
  ],

  'price/gap': [
    findsOnly(
      'days without a price, at the end of the price before them',
      bagPrices(untilYearEnd, dated('8009.00', '2027-01-03')),
      `${msrp}:2:24 BAG-5 in CAD has no price on 2027-01-01: this one ends on 2026-12-31`,
    ),
    findsOnly(
      'a first price that begins too late',
      bagPrices(dated('8009.00', '2026-12-02')),
      `${msrp}:2:23 BAG-5 in CAD has no price on 2026-12-01: this one begins on 2026-12-02`,
    ),
    findsOnly(
      'a last price that ends',
      bagPrices(untilYearEnd),
      `${msrp}:2:24 BAG-5 in CAD has no price on 2027-01-01: this one ends on 2026-12-31`,
    ),
    findsOnly(
      'a bracket that is missing between two of its prices',
      bagPrices(
        dated('8008.00'),
        dated('8007.00', '', '2026-12-31', 50),
        dated('8007.00', '2027-01-10', '', 50),
      ),
      `${msrp}:3:24 BAG-5 in CAD has no price from 50 pieces on 2027-01-01: this one ends on 2026-12-31`,
    ),
    findsOnly(
      'a first bracket that is missing between two of its prices, without a finding about the wrong first bracket',
      bagPrices(
        dated('8008.00', '', '2026-12-31'),
        dated('8008.00', '2027-01-10'),
        dated('8007.00', '', '', 50),
      ),
      `${msrp}:2:24 BAG-5 in CAD has no price from 10 pieces on 2027-01-01: this one ends on 2026-12-31`,
    ),
    findsOnly(
      'days without a price after several prices, at the last end of these prices',
      bagPrices(
        dated('8008.00', '2026-12-02', '2026-12-31'),
        dated('8009.00', '', '2026-12-01'),
        dated('8009.00', '2027-01-03'),
      ),
      `${msrp}:2:34 BAG-5 in CAD has no price on 2027-01-01: this one ends on 2026-12-31`,
    ),
    findsOnly(
      'prices that all begin too late, at the first of them',
      bagPrices(
        dated('8009.00', '2027-01-01'),
        dated('8008.00', '2026-12-02', '2026-12-24'),
        dated('8009.00', '2026-12-25', '2026-12-31'),
      ),
      `${msrp}:3:23 BAG-5 in CAD has no price on 2026-12-01: this one begins on 2026-12-02`,
    ),
    accepts(
      'a draft whose prices end and begin again',
      bagWith('"draft": true'),
      bagPrices(untilYearEnd, dated('8009.00', '2027-01-03')),
    ),
    accepts('prices that follow each other', bagPrices(untilYearEnd, fromNewYear)),
    accepts(
      'a bracket for some days only',
      bagPrices(dated('8008.00'), dated('8007.00', '2026-12-24', '2026-12-31', 50)),
    ),
    accepts(
      'days that have passed without a price',
      bagPrices(dated('8007.00', '', '2026-10-31'), dated('8008.00', '2026-12-01')),
    ),
    accepts(
      'days without a price on which the product is not available',
      bagWith('"availableFrom": "2027-01-01", "availableUntil": "2027-06-30"'),
      bagPrices(dated('8009.00', '2027-01-01', '2027-06-30')),
    ),
    ignores(
      'prices in a currency in which the product is not sold',
      bagPrices(dated('8008.00'), 'BAG-5,USD,10,8008.00,,,2026-12-31'),
    ),
    ignores(
      'a table in which a row of the product cannot be read',
      bagPrices(untilYearEnd, dated('8009', '2027-13-01')),
    ),
  ],

  'price/overlapping-dates': [
    findsOnly(
      'two prices of a bracket on one day',
      bagPrices(untilYearEnd, dated('8009.00', '2026-12-31')),
      `${msrp}:3:23 line 2 also has the price of BAG-5 in CAD from 10 pieces on 2026-12-31; end one before the other begins`,
    ),
    findsOnly(
      'a price without an end within a price that has no dates',
      bagPrices(dated('8008.00'), fromNewYear),
      `${msrp}:3:23 line 2 also has the price of BAG-5 in CAD from 10 pieces on 2027-01-01; end one before the other begins`,
    ),
    findsOnly(
      'a markdown within a price that has no dates',
      bagPrices(dated('8008.00'), 'BAG-5,CAD,10,7999.00,8008.00,2026-12-24,2026-12-31'),
      `${msrp}:3:30 line 2 also has the price of BAG-5 in CAD from 10 pieces on 2026-12-24; end one before the other begins`,
    ),
    findsOnly(
      'overlapping prices, without a finding that a larger quantity costs more',
      bagPrices(
        dated('8008.00', '', '2026-12-25'),
        dated('7999.00', '2026-12-24'),
        dated('8000.00', '', '2026-12-25', 50),
        dated('7990.00', '2026-12-26', '', 50),
      ),
      `${msrp}:3:23 line 2 also has the price of BAG-5 in CAD from 10 pieces on 2026-12-24; end one before the other begins`,
    ),
    accepts(
      'a markdown between two prices',
      bagPrices(
        dated('8008.00', '', '2026-12-23'),
        'BAG-5,CAD,10,7999.00,8008.00,2026-12-24,2026-12-31',
        dated('8008.00', '2027-01-01'),
      ),
    ),
  ],

  'product/former-sku': [
    findsOnly('the SKU of another product', bagWith('"formerSkus": ["TEE-1"]'), {
      is: `${bag}:2:34 "TEE-1" is a SKU of ${tee}`,
      path: 'formerSkus[0]',
    }),
    findsOnly(
      'its own SKU',
      bagWith('"formerSkus": ["BAG-5"]'),
      `${bag}:2:34 "BAG-5" is a SKU of this product itself`,
    ),
    findsOnly(
      'a SKU that two products had before',
      [
        bagWith('"formerSkus": ["OLD-1"]'),
        replace(tee, '"sku": "TEE-1",', '"sku": "TEE-1", "formerSkus": ["OLD-1"],'),
      ],
      `${tee}:2:34 "OLD-1" is a SKU of ${bag}`,
    ),
    accepts('SKUs of no product', bagWith('"formerSkus": ["OLD-1", "OLD-2"]')),
    ignores('a former SKU that a product lists twice', bagWith('"formerSkus": ["OLD-1", "OLD-1"]')),
  ],

  'product/late-replacement': [
    findsOnly(
      'a draft, after the last day of the product that it replaces',
      [
        bagWith('"replacedBy": "TEE-1", "availableUntil": "2026-10-31"'),
        replace(tee, '"sku"', '"draft": true, "sku"'),
      ],
      `${bag}:2:33 warning "TEE-1" is a draft, and this product ended on 2026-10-31`,
    ),
    findsOnly(
      'days between the last day of a product and the first of its replacement',
      [
        bagWith('"replacedBy": "TEE-1", "availableUntil": "2026-12-30"'),
        replace(tee, '"sku"', '"availableFrom": "2027-01-01", "sku"'),
      ],
      `${bag}:2:33 warning "TEE-1" is available from 2027-01-01, and this product only until 2026-12-30`,
    ),
    ...['2026-12-30', '2026-12-31'].map((until) =>
      findsOnly(
        `a replacement that ends on ${until}, and the product that it replaces on 2026-12-31`,
        [
          bagWith('"replacedBy": "TEE-1", "availableUntil": "2026-12-31"'),
          replace(tee, '"sku"', `"availableUntil": "${until}", "sku"`),
        ],
        `${bag}:2:33 warning "TEE-1" is available only until ${until}, and this product until 2026-12-31`,
      ),
    ),
    accepts(
      'a replacement that ends a day later than the product that it replaces',
      bagWith('"replacedBy": "TEE-1", "availableUntil": "2026-12-30"'),
      replace(tee, '"sku"', '"availableUntil": "2026-12-31", "sku"'),
    ),
    ignores(
      'a product that replaces itself',
      bagWith('"replacedBy": "BAG-5", "availableUntil": "2026-12-31"'),
    ),
    accepts(
      'a last day after which no day can be written',
      bagWith('"replacedBy": "TEE-1", "availableUntil": "9999-12-31"'),
      replace(tee, '"sku"', '"availableFrom": "2027-01-01", "sku"'),
    ),
    accepts(
      'a replacement that begins on the next day',
      bagWith('"replacedBy": "TEE-1", "availableUntil": "2026-12-31"'),
      replace(tee, '"sku"', '"availableFrom": "2027-01-01", "sku"'),
    ),
    accepts(
      'a draft, while the product that it will replace is available',
      bagWith('"replacedBy": "TEE-1", "availableUntil": "2026-12-31"'),
      replace(tee, '"sku"', '"draft": true, "sku"'),
    ),
  ],

  'product/circular-replacement': [
    findsOnly(
      'two products that replace each other, once',
      [
        bagWith('"replacedBy": "TEE-1"'),
        replace(tee, '"sku": "TEE-1",', '"sku": "TEE-1", "replacedBy": "BAG-5",'),
      ],
      {
        is: `${bag}:2:33 warning the replacements lead back to this product: BAG-5, TEE-1, BAG-5; remove "replacedBy" from the one that stays`,
        path: 'replacedBy',
      },
    ),
    findsOnly(
      'three products that replace each other, and not the one that they replace',
      [
        bagWith('"replacedBy": "JER-3"'),
        ...[
          ['JER-3', 'USA-4'],
          ['USA-4', 'TEE-1'],
          ['TEE-1', 'JER-3'],
        ].map(([sku, next]) =>
          replace(
            `products/${sku}.json`,
            `"sku": "${sku}",`,
            `"sku": "${sku}", "replacedBy": "${next}",`,
          ),
        ),
      ],
      'products/JER-3.json:2:33 warning the replacements lead back to this product: JER-3, USA-4, TEE-1, JER-3; remove "replacedBy" from the one that stays',
    ),
    accepts(
      'a product that replaces two products, and is replaced',
      bagWith('"replacedBy": "TEE-1"'),
      replace('products/USA-4.json', '"sku"', '"replacedBy": "TEE-1", "sku"'),
      replace(tee, '"sku"', '"replacedBy": "JER-3", "sku"'),
    ),
    ignores('a product that replaces itself', bagWith('"replacedBy": "BAG-5"')),
  ],

  'product/replaced-by': [
    findsOnly(
      'a SKU of no product',
      bagWith('"replacedBy": "TEE1"'),
      `${bag}:2:33 no product has the SKU "TEE1" [TEE-1]`,
    ),
    findsOnly(
      'its own SKU',
      bagWith('"replacedBy": "BAG-5"'),
      `${bag}:2:33 "BAG-5" is this product itself`,
    ),
    accepts(
      'a draft',
      bagWith('"replacedBy": "TEE-1"'),
      replace(tee, '"sku"', '"draft": true, "sku"'),
    ),
  ],
};
