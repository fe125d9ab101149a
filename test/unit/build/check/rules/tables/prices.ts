/** Tests of the rules about the price tables prices/msrp.csv and prices/net-*.csv, and about surcharges.csv. */
import { append, copy, rename, replace, replaceRows } from '../edited-content.ts';
import { accepts, finds, ignores, only, type RuleRows } from '../rule-rows.ts';
import { bagPrices, bagWith, dated } from './dates.ts';

const msrp = 'prices/msrp.csv';
const netA1 = 'prices/net-A1.csv';
const netA3 = 'prices/net-A3.csv';
const surcharges = 'prices/surcharges.csv';

const bagLacksA1 = replaceRows(netA1, /^BAG-5.*\n/);
const bagInUsd = append(msrp, 'BAG-5,USD,10,6.00,', 'BAG-5,USD,20,5.00,');
const onlyMsrp = append(surcharges, 'TEE-1,CAD,M,msrp,1');
const unknownLists = append(
  surcharges,
  'TEE-1,CAD,M,MSRP,1',
  'TEE-1,USD,M,MSRP,1',
  'TEE-1,CAD,M,A9,1',
);
const invalidTier = replace('catalogue.json', '"A1"', '"Tier 1"');

export const prices: RuleRows = {
  'price/bracket-jump': [
    only(
      'a price that a spreadsheet changed to a date, and not that prices rise',
      '44562',
      replace(msrp, 'HOOD-2,CAD,48,8058.50', 'HOOD-2,CAD,48,44562'),
      replace(msrp, 'HOOD-2,CAD,24,8061.00', 'HOOD-2,CAD,24,23.00'),
      ...[netA1, netA3].map((table) => replaceRows(table, /^(HOOD-2,CAD,\d+),.*$/, '$1,20.00,')),
    ),
    only('a price far too low, no net price above it', '80.18', replace(msrp, '8018.50', '80.18')),
    accepts(
      'a tenth of the price, also if ten times the binary fraction is less',
      replace(msrp, '8020.00,8025.00', '80184.80,'),
      replace(msrp, '8018.50', '8018.48'),
    ),
    only('a cent more', '80185.01', replace(msrp, '8020.00,8025.00', '80185.01,')),
  ],
  'price/bracket-order': [
    finds('a second bracket of one quantity', '48', append(netA3, 'TEE-1,CAD,48,7918.00,')),
  ],
  'price/first-bracket': [
    finds('one below the minimum order', '11', replace(msrp, 'TEE-1,USD,12', 'TEE-1,USD,11')),
    only(
      'a first bracket that has ended, at its last day',
      '2026-01-31',
      bagPrices(dated('8008.00', '', '2026-01-31'), dated('8007.00', '', '', 50)),
    ),
    only(
      'a first bracket that begins later than the next, at its first day',
      '2027-10-31',
      bagPrices(dated('8008.00', '2027-10-31'), dated('8007.00', '', '', 50)),
    ),
    finds(
      'another first bracket in each period',
      ['20', '50'],
      bagPrices(dated('8008.00', '', '2026-12-31', 20), dated('8007.00', '', '', 50)),
    ),
    accepts(
      'a first bracket that begins with the product',
      bagWith({ availableFrom: '2027-01-01' }),
      bagPrices(dated('8008.00', '2027-01-01'), dated('8007.00', '', '', 50)),
    ),
  ],
  'price/missing': [
    ignores('a product whose rows misspell its SKU', replace(msrp, 'BAG-5,CAD', 'BAG5,CAD')),
  ],
  'price/missing-net': [
    finds('two tiers', '"CA" @ products/BAG-5.json', bagLacksA1, replaceRows(netA3, /^BAG-5.*\n/)),
  ],
  'price/net-above-msrp': [
    finds(
      'a net price above the MSRP of later days',
      `7921.11 @ ${netA3}`,
      bagPrices(dated('8008.00', '', '2026-12-31'), dated('7910.00', '2027-01-01')),
    ),
    accepts('a net price that equals the MSRP', replace(netA3, '7932.53', '8014.00')),
    finds(
      'a net bracket that begins within an MSRP bracket and is above it',
      '8015.00',
      replaceRows(netA3, /^USA-4.*/, 'USA-4,USD,12,8014.00,\nUSA-4,USD,24,8015.00,'),
    ),
    finds(
      'a size whose surcharge makes its net price higher',
      '7050.64',
      replace(surcharges, 'TEE-1,CAD,2XL,A3,6902.17', 'TEE-1,CAD,2XL,A3,7050.64'),
    ),
    // In floats 0.1 + 0.2 is more than 0.3.
    ignores(
      'a net price that, with its surcharge, equals the MSRP to the cent',
      replace(msrp, 'USA-4,USD,12,8014.00', 'USA-4,USD,12,0.30'),
      ...[netA1, netA3].map((table) => replaceRows(table, /^USA-4.*/, 'USA-4,USD,12,0.10,')),
      append(surcharges, 'USA-4,USD,M,msrp,0.00', 'USA-4,USD,M,A1,0.20'),
    ),
  ],
  'price/rising': [
    only(
      'a price above that of a smaller quantity on some days, once',
      '8000.00',
      bagPrices(
        dated('8008.00', '', '2026-12-23'),
        dated('7999.00', '2026-12-24', '2026-12-26'),
        dated('7999.00', '2026-12-27'),
        dated('8000.00', '', '', 50),
      ),
    ),
    accepts('prices that stay the same', replace(msrp, '8018.50', '8020.00')),
  ],
  'price/unknown-product': [
    ...['products/new/BAG-5.json', 'products/BAG-5.JSON', 'bag-5.json.txt'].map((file) =>
      only(`not read: ${file}`, `BAG-5 @ ${msrp}`, rename('products/BAG-5.json', file)),
    ),
    only('a space', 'TEE-1\u00A0 → TEE-1', replace(msrp, 'TEE-1,CAD,48', 'TEE-1\u00A0,CAD,48')),
    only(
      'a SKU that lost its zeros in a spreadsheet',
      '123 → 0123',
      ...[msrp, netA1, netA3].map((table) => append(table, '123,USD,12,8.00,')),
      copy('products/USA-4.json', 'products/0123.json', {
        sku: '0123',
        images: [],
        colors: [{ color: 'navy' }],
      }),
    ),
  ],
  'price/unsold-currency': [
    finds(
      'prices in a currency of none of the product’s markets, once per table',
      ['USD', `CAD @ ${netA1}`],
      bagInUsd,
      append(netA1, 'USA-4,CAD,12,9.00,'),
    ),
    ignores('an invalid market', bagInUsd, replace('products/BAG-5.json', '"CA"', '"CA", "USA"')),
  ],
  'surcharge/missing-list': [
    finds('lists without a size', ['msrp', 'A3'], onlyMsrp, append(surcharges, 'TEE-1,USD,S,A3,1')),
    accepts('zero', onlyMsrp, append(surcharges, 'TEE-1,CAD,M,A1,0', 'TEE-1,CAD,M,A3,0.00')),
    ignores('an invalid tier', onlyMsrp, invalidTier),
  ],
  'surcharge/unknown-list': [
    finds('an unknown list once per name', ['MSRP → msrp', 'A9'], unknownLists),
  ],
};
