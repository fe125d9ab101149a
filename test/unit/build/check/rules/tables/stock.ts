/** Tests of the rules about inventory.csv, its locations, and active-products.csv. */
import { append, located, remove, replace } from '../edited-content.ts';
import { after, finds, ignores, only, type RuleRows } from '../rule-rows.ts';

const file = 'inventory.csv';
const active = 'active-products.csv';
const tee = 'products/TEE-1.json';
const adding = (...rows: readonly string[]) => append(file, ...rows);
const misspeltColor = adding('TEE-1,gray-navy,S,1', 'TEE-1,gray-navy,M,1');
const misspeltSize = adding('TEE-1,navy,2XM,1', 'TEE-1,grey-navy,2XM,1');
const otherSizes = { XXL: 'XXL → 2XL', '2XL\u00A0': '2XL\u00A0 → 2XL', '2-Jan': '2-Jan', L: 'L' };
const inNavy = (...skus: readonly string[]) => adding(...skus.map((sku) => `${sku},navy,M,1`));

/** SKU of no product → the SKU that is suggested for it. */
const similarSkus = {
  ...{ 'tee-1': 'TEE-1', TEE1: 'TEE-1', ' TEE 1': 'TEE-1', 'TEE-I': 'TEE-1', TEEl: 'TEE-1' },
  ...{ HOOD2: 'HOOD-2', 'H00D-2': 'HOOD-2', 'TE-1': 'TEE-1', 'TEEE-1': 'TEE-1' },
  ...{ 'HODO-2': 'HOOD-2', 'JER-4': 'JER-3' },
};

export const stock: RuleRows = {
  'stock/repeated': [
    finds(
      'a row of an alias beside one of its size',
      'TEE-1,navy,SM,7',
      adding('TEE-1,navy,SM,7'),
      replace('sizes.json', '"sizes"', '"aliases": { "SM": "S" }, "sizes"'),
    ),
  ],
  'stock/unknown-color': [finds('a misspelt colour once', 'gray-navy → grey-navy', misspeltColor)],
  'stock/unknown-size': [
    finds('a misspelt size once', '2XM → 2XL', misspeltSize),
    ...Object.entries(otherSizes).map(([size, found]) =>
      finds(`the size ${size}`, found, adding(`TEE-1,navy,${size},1`)),
    ),
    ignores('an invalid product size', misspeltSize, replace(tee, '"2XL"', '22')),
    finds(
      'a size with a point that a spreadsheet changed to a date',
      '05-oct → 10.5',
      replace(file, 'OSFA', '05-oct'),
      ...['sizes.json', 'products/BAG-5.json'].map((path) => replace(path, 'OSFA', '10.5')),
    ),
  ],
  'stock/unknown-product': [
    ...Object.entries(similarSkus).map(([sku, similar]) =>
      finds(`the SKU ${sku}`, `${sku} → ${similar}`, inNavy(sku)),
    ),
    finds(
      'a SKU that is equally similar to two products or to none',
      ['TEE-3', 'CAP900'],
      inNavy('TEE-3', 'CAP900'),
      replace(file, 'USA-4,navy', 'TEE-2,navy'),
      replace('products/USA-4.json', '"sku": "USA-4"', '"sku": "TEE-2"'),
    ),
  ],
  'stock/unknown-location': after(located, [
    only(
      'a misspelt location once per product',
      'montréal → montreal',
      adding('TEE-1,grey-navy,S,1,montréal,,,', 'TEE-1,grey-navy,M,1,montréal,,,'),
    ),
    only('every location once while there is no locations.json', '', remove('locations.json')),
    only('a renamed location', '"rena" → reno', replace('locations.json', '"reno"', '"rena"')),
  ]),
  'stock/mixed-locations': after(located, [
    only(
      'rows without a location next to rows with one, once per product',
      ',',
      adding('TEE-1,navy,S,125,,,,', 'TEE-1,grey-navy,2XL,9,,,,'),
    ),
  ]),
  'stock/incoming-without-date': after(located, [
    only(
      'pieces without a date and a date without pieces',
      ['600', '1', '2027-01-31 ×2'],
      adding(
        'TEE-1,grey-navy,S,1,reno,600,,',
        'TEE-1,grey-navy,M,1,reno,1,,',
        'TEE-1,navy,2XL,1,reno,,2027-01-31,',
        'USA-4,navy,M,1,montreal,0,2027-01-31,',
      ),
    ),
  ]),
  'sync/repeated': [
    finds('a row that repeats another', 'BAG-5,west-shop', append(active, 'BAG-5,west-shop')),
  ],
  'sync/unknown-product': [
    ignores('the SKU of a removed product file, which a price table reports', remove(tee)),
  ],
};
