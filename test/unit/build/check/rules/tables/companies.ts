/** Tests of the rules about active-products.csv: which company sells which product. */
import { append, remove, replace } from '../edited-content.ts';
import { accepts, finds, ignores, type RuleRows } from '../rule-rows.ts';

const file = 'active-products.csv';
const misspelt = append(file, 'TEE-1,west_shop\nUSA-4,west_shop\n');
const repeated = 'line 6 already has a row for BAG-5, west-shop; remove one of the two';

export const companies: RuleRows = {
  'sync/repeated': [
    finds('rows that repeat another, with its line', append(file, 'BAG-5,west-shop\n'.repeat(2)), [
      `${file}:7:1 ${repeated}`,
      `${file}:8:1 ${repeated}`,
    ]),
    accepts('a product that a second company sells', append(file, 'BAG-5,north-shop\n')),
  ],
  'sync/unknown-company': [
    finds('an unknown alias once, with a suggestion and the number of rows', misspelt, {
      is: `${file}:7:7 "west_shop" is not a company; correct it or remove the 2 rows [west-shop]`,
      allowed: ['north-shop', 'south-shop', 'west-shop'],
    }),
    ignores('an alias whose entry is invalid', replace('companies.json', '"West Shop"', '7')),
    ignores(
      'every alias while companies.json is not JSON',
      misspelt,
      replace('companies.json', '{', ''),
    ),
  ],
  'sync/unknown-product': [
    finds(
      'a SKU of no product',
      append(file, 'GONE-1,north-shop\n'),
      `${file}:7:1 no product has the SKU "GONE-1"; correct it or remove the row`,
    ),
    ignores(
      'the SKU of a removed product file while a price table, the first, reports it',
      remove('products/TEE-1.json'),
    ),
  ],
};
