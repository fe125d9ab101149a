/** Tests of the rules about prices/surcharges.csv. */
import { append, replace } from '../edited-content.ts';
import { accepts, finds, findsOnly, ignores, type RuleRows } from '../rule-rows.ts';
import { sizesOfRows } from './sizes-of-rows.ts';

const file = 'prices/surcharges.csv';
const tee = 'products/TEE-1.json';
const onlyMsrp = append(file, 'TEE-1,CAD,M,msrp,1\n');
const unsold = append(file, 'USA-4,CAD,M,msrp,1\nUSA-4,CAD,M,A1,1\n');
const unknownLists = append(file, 'TEE-1,CAD,M,MSRP,1\nTEE-1,USD,M,MSRP,1\nTEE-1,CAD,M,A9,1\n');
const repeated = 'line 3 already has a row for TEE-1, CAD, 2XL, A1; remove one of the two';
const invalidTier = replace('catalogue.json', '"A1"', '"Tier 1"');

const rowsOfOtherRules = [
  ['an unknown size', 'TEE-1,CAD,XM,msrp,1'],
  ['a currency of no market', 'USA-4,CAD,M,msrp,1'],
  ['an unknown list', 'TEE-1,CAD,M,MSRP,1'],
  ['an unknown product', 'T,CAD,M,A1,1'],
] as const;

const invalidParts = [
  ['a surcharge', append(file, 'TEE-1,CAD,M,A1,$1\n')],
  ['a size', replace(tee, '"M",\n', '22,\n')],
  ['a market', replace(tee, '"CA"', '"Canada"')],
  ['a tier', invalidTier],
] as const;

export const surcharges: RuleRows = {
  'surcharge/above-price': [
    finds(
      'a surcharge above the price of its list',
      replace(file, '6950.50', '8020.01'),
      `${file}:2:20 warning the surcharge of 2XL of TEE-1, CAD 8020.01, is above its price of 8020.00; a surcharge is added to the price`,
    ),
    accepts('a surcharge that doubles the price', replace(file, '6950.50', '8020.00')),
  ],
  'surcharge/missing-list': [
    findsOnly(
      'a missing MSRP, without findings that net prices are above it',
      replace(file, 'TEE-1,CAD,2XL,msrp,6950.50\n', ''),
      `${file}:2:15 2XL of TEE-1 has a surcharge in CAD, and none in msrp; add it, or 0.00 where it costs no more`,
    ),
    finds(
      'a size whose surcharge the tiers or the MSRP lack, once',
      [onlyMsrp, append(file, 'TEE-1,USD,S,A3,1\n')],
      [
        `${file}:8:13 M of TEE-1 has a surcharge in CAD, and none in A1 and A3; add it, or 0.00 where it costs no more`,
        `${file}:9:13 S of TEE-1 has a surcharge in USD, and none in msrp and A1; add it, or 0.00 where it costs no more`,
      ],
    ),
    ignores(
      'a size whose row has another, unknown size',
      replace(file, 'TEE-1,CAD,2XL,A1', 'TEE-1,CAD,2XL ,A1'),
    ),
    accepts(
      'a surcharge of zero',
      onlyMsrp,
      append(file, 'TEE-1,CAD,M,A1,0\nTEE-1,CAD,M,A3,0.00\n'),
    ),
    ...rowsOfOtherRules.map(([what, row]) =>
      ignores(`a row with ${what}, which has its own rule`, append(file, `${row}\n`)),
    ),
    ...invalidParts.map(([what, edit]) =>
      ignores(`surcharges while ${what} is invalid`, onlyMsrp, edit),
    ),
  ],
  'surcharge/repeated': [
    finds(
      'rows that repeat another, with its line',
      append(file, 'TEE-1,CAD,2XL,A1,9\n'.repeat(2)),
      [`${file}:8:1 ${repeated}`, `${file}:9:1 ${repeated}`],
    ),
  ],
  'surcharge/unknown-list': [
    finds('an unknown list once per name, with a suggestion', unknownLists, [
      {
        is: `${file}:8:13 "MSRP" is not a price list; correct it or remove the 2 rows [msrp]`,
        allowed: ['msrp', 'A1', 'A3'],
      },
      `${file}:10:13 "A9" is not a price list; correct it or remove the row`,
    ]),
    ignores('every list while a tier is invalid', unknownLists, invalidTier),
  ],
  'surcharge/unknown-product': [
    finds(
      'a SKU of no product, with a suggestion',
      append(file, 'tee-1,CAD,2XL,msrp,1\n'),
      `${file}:8:1 no product has the SKU "tee-1"; correct it or remove the row [TEE-1]`,
    ),
  ],
  'surcharge/unknown-size': sizesOfRows(file, '8:11', (size) => [
    `TEE-1,CAD,${size},msrp,1\n`,
    `TEE-1,CAD,${size},A1,1\n`,
  ]),
  'surcharge/unsold-currency': [
    finds(
      'a currency of none of the product’s markets, once',
      unsold,
      `${file}:8:7 USA-4 is sold in US, where no market pays in CAD; remove the 2 rows or add the market`,
    ),
    ignores(
      'any currency while a market of the product is invalid',
      unsold,
      replace('products/USA-4.json', '"US"', '"USA"'),
    ),
  ],
};
