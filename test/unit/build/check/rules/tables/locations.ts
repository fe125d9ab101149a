/** Tests of the rules about stock by location. */
import { locatedStock } from '../../../../../helpers/located-stock.ts';
import { append, type Edit, remove, replace, write } from '../edited-content.ts';
import { accepts, finds, findsOnly, ignores, type RuleRows } from '../rule-rows.ts';

const file = 'inventory.csv';
const stock: readonly Edit[] = Object.entries(locatedStock).map(([path, text]) =>
  write(path, text),
);
const adding = (...rows: readonly string[]) => [
  ...stock,
  append(file, rows.map((row) => `${row}\n`).join('')),
];

export const locations: RuleRows = {
  'stock/unknown-location': [
    accepts('stock by location beside stock without one', ...stock),
    findsOnly(
      'a misspelt location once per product, with a suggestion',
      adding('TEE-1,grey-navy,S,1,montréal,,,', 'TEE-1,grey-navy,M,1,montréal,,,'),
      {
        is: `${file}:11:21 "montréal" is not a location of locations.json; correct it or remove the 2 rows [montreal]`,
        columnName: 'location',
        allowed: ['montreal', 'reno', 'calgary'],
      },
    ),
    findsOnly(
      'every location once while there is no locations.json, at this file',
      [...stock, remove('locations.json')],
      'locations.json is missing; add it, with the locations of inventory.csv: calgary, montreal, reno',
    ),
    findsOnly(
      'every location once while locations.json has none',
      [...stock, write('locations.json', '{ "locations": {} }')],
      {
        is: 'locations.json:1:16 has no location; add those of inventory.csv: calgary, montreal, reno',
        path: 'locations',
      },
    ),
    findsOnly(
      'a location that was renamed, at its new name',
      [...stock, replace('locations.json', '"reno"', '"rena"')],
      'locations.json:15:5 "rena" is not used, and "reno", which is used 3 times, does not exist; rename this entry or correct the uses [reno]',
    ),
    ignores(
      'any location while locations.json cannot be read',
      ...adding('TEE-1,grey-navy,S,1,laval,,,'),
      write('locations.json', '{'),
    ),
  ],
  'stock/mixed-locations': [
    findsOnly(
      'rows without a location next to rows with one, once per product',
      adding('TEE-1,navy,S,125,,,,', 'TEE-1,grey-navy,2XL,9,,,,'),
      `${file}:11:18 TEE-1, navy, S has stock by location as well; name the location of the 2 rows of TEE-1 without one, or remove them`,
    ),
    findsOnly(
      'a row without a location next to one with a location',
      adding('USA-4,navy,M,9,,,,'),
      `${file}:11:16 USA-4, navy, M has stock by location as well; name the location of the row of USA-4 without one, or remove it`,
    ),
  ],
  'stock/incoming-without-date': [
    findsOnly(
      'pieces without a date and a date without pieces',
      adding(
        'TEE-1,grey-navy,S,1,reno,600,,',
        'TEE-1,grey-navy,M,1,reno,1,,',
        'TEE-1,navy,2XL,1,reno,,2027-01-31,',
        'USA-4,navy,M,1,montreal,0,2027-01-31,',
      ),
      [
        `${file}:11:26 600 incoming pieces have no date; write the day in incoming_date, or empty the cell`,
        `${file}:12:26 1 incoming piece has no date; write the day in incoming_date, or empty the cell`,
        `${file}:13:24 nothing is incoming on 2027-01-31; write the pieces or empty the cell`,
        `${file}:14:27 nothing is incoming on 2027-01-31; write the pieces or empty the cell`,
      ],
    ),
    finds(
      'pieces in a table without a column of dates',
      write(file, 'sku,color,size,quantity,incoming\nBAG-5,navy,OSFA,4,60\n'),
      `${file}:2:19 60 incoming pieces have no date; write the day in incoming_date, or empty the cell`,
    ),
  ],
  'stock/incoming-without-location': [
    findsOnly(
      'incoming pieces without a location',
      adding('TEE-1,grey-navy,S,1,,600,2027-01-31,'),
      `${file}:11:22 600 incoming: name the location that they are on the way to`,
    ),
  ],
  'stock/incoming-before-count': [
    findsOnly(
      'pieces that were expected before the count',
      adding('TEE-1,grey-navy,S,1,reno,6,2026-11-19,2026-11-20T06:00:00-05:00'),
      `${file}:11:28 warning 2026-11-19 is before the count of 2026-11-20; correct one of the two`,
    ),
    accepts(
      'pieces that are expected on the day of the count',
      ...adding('TEE-1,grey-navy,S,1,reno,6,2026-11-20,2026-11-20T06:00:00-05:00'),
    ),
  ],
};
