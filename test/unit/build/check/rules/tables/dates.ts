/** Tests of the rules about dates: of products, of prices and of stock, and about SKUs that follow others. */
import { type Edit, rewrite, rewriteJson, write } from '../edited-content.ts';
import { accepts, only, type RuleRows } from '../rule-rows.ts';

const msrp = 'prices/msrp.csv';

/** Returns an edit that adds the columns `from` and `until` to a price table, and gives BAG-5 these rows in it. */
export function bagPricesIn(table: string, ...rows: readonly string[]): Edit {
  return rewrite(table, (text) => {
    const [header, ...lines] = text.trimEnd().split('\n');
    const others = lines.filter((line) => !line.startsWith('BAG-5')).map((line) => `${line},,`);
    return [`${header},from,until`, ...rows, ...others, ''].join('\n');
  });
}

/** Like `bagPricesIn`, for the MSRP. */
export function bagPrices(...rows: readonly string[]): Edit {
  return bagPricesIn(msrp, ...rows);
}

/** Returns an edit that adds members to the file of a product. */
export function productWith(sku: string, members: object): Edit {
  return rewriteJson(`products/${sku}.json`, (product: object) => ({ ...product, ...members }));
}

export const bagWith = (members: object) => productWith('BAG-5', members);

/** Returns a price row of BAG-5 with the first and last day of its price; empty for no limit. */
export const dated = (price: string, from = '', until = '', minQuantity = 10) =>
  `BAG-5,CAD,${minQuantity},${price},,${from},${until}`;

const untilYearEnd = dated('8008.00', '', '2026-12-31');
const fromNewYear = dated('8009.00', '2027-01-01');
const draftTee = productWith('TEE-1', { draft: true });

export const dates: RuleRows = {
  'product/implausible-date': [
    accepts('limits', bagWith({ availableFrom: '1970-01-01', availableUntil: '2046-12-01' })),
  ],
  'stock/implausible-count': [
    only(
      'a mistyped year of the count of all stock',
      '"2206-11-20T06:00:00-05:00"',
      write('inventory.json', '{ "asOf": "2206-11-20T06:00:00-05:00" }\n'),
    ),
  ],
  'product/dates': [
    accepts('a draft without prices', bagWith({ draft: true }), bagPrices()),
    accepts('an ended product, no prices', bagWith({ availableUntil: '2026-11-30' }), bagPrices()),
  ],
  'price/dates': [
    only(
      'a last day before the first, and not the days without a price',
      '2027-01-31',
      bagPrices(untilYearEnd, dated('8009.00', '2027-02-01', '2027-01-31')),
    ),
  ],
  'price/gap': [
    only('a last price that ends', '2026-12-31', bagPrices(untilYearEnd)),
    only(
      'a bracket that is missing between two of its prices',
      '2026-12-30',
      bagPrices(
        dated('8008.00'),
        dated('8007.00', '', '2026-12-30', 50),
        dated('8007.00', '2027-01-10', '', 50),
      ),
    ),
    accepts('prices that follow each other', bagPrices(untilYearEnd, fromNewYear)),
    accepts(
      'days on which the product is not available',
      bagWith({ availableFrom: '2027-01-01', availableUntil: '2027-06-30' }),
      bagPrices(dated('8009.00', '2027-01-01', '2027-06-30')),
    ),
  ],
  'price/overlapping-dates': [
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
    only('its own SKU', '"BAG-5"', bagWith({ formerSkus: ['BAG-5'] })),
    only(
      'a SKU that two products had before',
      '"OLD-1"',
      productWith('TEE-1', { formerSkus: ['OLD-1'] }),
      bagWith({ formerSkus: ['OLD-1'] }),
    ),
  ],
  'product/late-replacement': [
    only(
      'a draft, after the last day of the product that it replaces',
      '"TEE-1"',
      bagWith({ replacedBy: 'TEE-1', availableUntil: '2026-10-31' }),
      draftTee,
    ),
    only(
      'days between a product and its replacement',
      '"TEE-1"',
      bagWith({ replacedBy: 'TEE-1', availableUntil: '2026-12-30' }),
      productWith('TEE-1', { availableFrom: '2027-01-01' }),
    ),
  ],
  'product/circular-replacement': [
    only(
      'two products that replace each other, once',
      '"TEE-1"',
      bagWith({ replacedBy: 'TEE-1' }),
      productWith('TEE-1', { replacedBy: 'BAG-5' }),
    ),
    only(
      'three products that replace each other, and not the one that they replace',
      '"USA-4"',
      productWith('JER-3', { replacedBy: 'USA-4' }),
      productWith('USA-4', { replacedBy: 'TEE-1' }),
      productWith('TEE-1', { replacedBy: 'JER-3' }),
      bagWith({ replacedBy: 'JER-3' }),
    ),
  ],
  'product/replaced-by': [
    only('a SKU of no product', '"TEE1" → TEE-1', bagWith({ replacedBy: 'TEE1' })),
    only('its own SKU', '"BAG-5"', bagWith({ replacedBy: 'BAG-5' })),
    accepts('a draft', bagWith({ replacedBy: 'TEE-1' }), draftTee),
  ],
};
