/** One mistake is reported once, at its cause; findings that it causes elsewhere are not reported. */
import test from 'ava';
import { foldConsequences } from '../../../../build/check/fold-consequences.ts';
import { openContent } from '../../../../build/content/open-content.ts';
import { fixtureContent } from '../../../helpers/content.ts';
import {
  append,
  type Edit,
  findingsAfter,
  remove,
  replace,
  rewrite,
  write,
} from './rules/edited-content.ts';
import { inShort } from './rules/rule-rows.ts';

const tee = 'products/TEE-1.json';
const msrp = 'prices/msrp.csv';
const priceTables = [msrp, 'prices/net-A1.csv', 'prices/net-A3.csv'];

/** Returns an edit that empties the list `colors` or `sizes` of the product TEE-1. */
const without = (list: 'colors' | 'sizes') =>
  rewrite(tee, (text) => text.replace(new RegExp(`(?<=^  "${list}": \\[)[^]*?(?=\n  ])`, 'm'), ''));

/** Adds three drafts (products that are not public yet): copies of TEE-1 as the edits before this one have left it. */
const addDrafts: Edit = (files) => {
  for (const sku of ['TEE-6', 'TEE-7', 'TEE-8']) {
    const product = { ...JSON.parse(String(files.get(tee))), sku, draft: true };
    files.set(`products/${sku}.json`, Buffer.from(JSON.stringify(product)));
  }
};

/** Test title, edits of the fixture content, and all errors that are reported after the edits. */
const cases: readonly (readonly [
  what: string,
  edits: readonly Edit[],
  expected: readonly string[],
])[] = [
  [
    'a renamed colour is reported at its entry, with the number of products',
    [replace('colors.json', '"navy": {', '"nvay": {')],
    [
      'colors.json:30:5 "nvay" is not used, and "navy", which is used 3 times, does not exist; rename this entry or correct the uses [navy]',
    ],
  ],
  [
    'a renamed colour with an invalid name is reported once',
    [replace('colors.json', '"navy": {', '"Navy": {')],
    ['colors.json:30:5 "Navy" is not an id: use lower-case letters, digits and hyphens [navy]'],
  ],
  [
    'a renamed size is reported at sizes.json, for products and charts',
    [replace('sizes.json', '"2XL"', '"XXL"')],
    [
      'sizes.json:5:5 "XXL" is not used, and "2XL", which is used 3 times, does not exist; rename this entry or correct the uses [2XL]',
    ],
  ],
  [
    'a size in place of another is no renamed size, so that every use of the other is reported',
    [replace('sizes.json', '"2XL"', '"XL"')],
    [
      'products/HOOD-2.json:64:5 "2XL" is not among the sizes of sizes.json',
      `${tee}:106:5 "2XL" is not among the sizes of sizes.json`,
      'size-charts.json:28:9 "2XL" is not among the sizes of sizes.json',
    ],
  ],
  [
    'an id that was removed and that more than three products use is reported where it was',
    [replace('facets.json', '"adults"', '"grown-ups"')],
    [
      'facets.json:2:3 "adults" does not exist, but is used 4 times, as in products/BAG-5.json, products/JER-3.json, products/TEE-1.json; add it here, or correct the uses',
    ],
  ],
  [
    'a colour that more than three products misspell is reported once, without their rows',
    [replace(tee, '"grey-navy"', '"gray-navy"'), addDrafts],
    [
      'colors.json:29:3 "gray-navy" does not exist, but is used 4 times, as in products/TEE-1.json, products/TEE-6.json, products/TEE-7.json; add it here, or correct the uses: did you mean "grey-navy"?',
    ],
  ],
  [
    'a drawing that was removed and that more than three products use is reported once',
    [addDrafts, remove('drawings/tee-back.svg')],
    [
      'drawings/ has no tee-back.svg, but 5 places need it, as in products/JER-3.json, products/TEE-1.json, products/TEE-6.json; add what is missing, or correct these places',
    ],
  ],
  [
    'drawings that are all missing are reported once',
    [
      addDrafts,
      ...['hoodie', 'tee'].flatMap((name) =>
        ['front', 'back'].map((side) => remove(`drawings/${name}-${side}.svg`)),
      ),
    ],
    [
      'drawings/ has no drawing, but 6 places need it, as in products/HOOD-2.json, products/JER-3.json, products/TEE-1.json; add what is missing, or correct these places',
    ],
  ],
  [
    'a folder of more than three pictures that is missing is reported once',
    [
      replace(
        tee,
        '"color": "navy"',
        `"color": "navy", "images": ${JSON.stringify(['a', 'b', 'c', 'd'].map((name) => `photos/tee/${name}.jpg`))}`,
      ),
    ],
    [
      `assets/ has no folder photos/tee/, but 4 places need it, as in ${tee}; add what is missing, or correct these places`,
    ],
  ],
  [
    'a tier that does not exist and that more than three products have is reported at the tiers',
    [
      append(
        'prices/surcharges.csv',
        ['BAG-5,CAD,OSFA', 'HOOD-2,CAD,M', 'TEE-1,CAD,M', 'USA-4,USD,M']
          .map((row) => `${row},B7,1.00\n`)
          .join(''),
      ),
    ],
    [
      'catalogue.json:27:5 "B7" does not exist, but is used 4 times, as in prices/surcharges.csv:8, prices/surcharges.csv:9, prices/surcharges.csv:10; add it here, or correct the uses',
    ],
  ],
  [
    'a renamed tier is reported at the price table with its new name',
    [replace('catalogue.json', '"A1"', '"B1"')],
    [
      'prices/net-B1.csv is missing; add it or, if B1 is the new name of A1, rename prices/net-A1.csv, and correct the 2 rows of A1 in prices/surcharges.csv',
    ],
  ],
  [
    'a renamed tier with one row in a table is reported with the row',
    [
      replace('catalogue.json', '"A1"', '"B1"'),
      replace('prices/surcharges.csv', 'TEE-1,CAD,2XL,A1,6901.13\n', ''),
    ],
    [
      'prices/net-B1.csv is missing; add it or, if B1 is the new name of A1, rename prices/net-A1.csv, and correct the row of A1 in prices/surcharges.csv',
    ],
  ],
  [
    'a renamed price table is reported at its tier',
    [remove('prices/net-A1.csv'), write('prices/net-B1.csv')],
    [
      'prices/net-A1.csv is missing; add it or, if A1 is the new name of B1, rename prices/net-B1.csv',
    ],
  ],
  [
    'a size that became its own alias is reported at the alias',
    [
      replace('sizes.json', '"2XL"', '"XXL"'),
      replace('sizes.json', '"sizes": [', '"aliases": { "XXL": "2XL" }, "sizes": ['),
    ],
    [
      'sizes.json:2:16 "XXL" is a size, but "2XL" is not; if 2XL was renamed to XXL, write "2XL": "XXL"',
    ],
  ],
  [
    'a size that the rows of more than three products have, but no product, is reported once',
    [
      append(
        'inventory.csv',
        ['BAG-5,navy', 'HOOD-2,bright', 'TEE-1,navy', 'TEE-1,grey-navy', 'USA-4,navy']
          .map((row) => `${row},Medium,4\n`)
          .join(''),
      ),
    ],
    [
      'inventory.csv:11:12 "Medium" does not exist, but 5 rows of 4 products have it; add it to "aliases" in sizes.json, or correct the rows',
    ],
  ],
  [
    'sizes of rows that products lack are reported one by one while sizes.json is missing',
    [
      remove('sizes.json'),
      append(
        'inventory.csv',
        ['BAG-5,navy', 'HOOD-2,bright', 'TEE-1,navy', 'USA-4,navy']
          .map((row) => `${row},Wide,4\n`)
          .join(''),
      ),
    ],
    [
      'inventory.csv:11:12 "Wide" is not a size of BAG-5; correct it or remove the row',
      'inventory.csv:12:15 "Wide" is not a size of HOOD-2; correct it or remove the row',
      'inventory.csv:13:12 "Wide" is not a size of TEE-1; correct it or remove the row',
      'inventory.csv:14:12 "Wide" is not a size of USA-4; correct it or remove the row',
      'sizes.json is missing; add it',
    ],
  ],
  [
    'a product without colours is reported once, without its rows',
    [without('colors')],
    [`${tee}:83:13 [] must have 1 or more elements`],
  ],
  [
    'a product without sizes is reported once, without its rows and size recommendations',
    [without('sizes')],
    [`${tee}:103:12 [] must have 1 or more elements`],
  ],
  [
    'a renamed company is reported at companies.json',
    [replace('companies.json', '"north-shop"', '"north-shops"')],
    [
      'companies.json:3:5 "north-shops" is not used, and "north-shop", which is used 2 times, does not exist; rename this entry or correct the uses [north-shop]',
    ],
  ],
  [
    'one misspelt name in a product is reported there, even if nothing else uses its entry',
    [replace('products/BAG-5.json', '"category": "bags"', '"category": "bgas"')],
    ['products/BAG-5.json:15:15 "bgas" is not among the categories of categories.json [bags]'],
  ],
  [
    'a file that is not named after its SKU is the only finding',
    [
      (files) => {
        files.set('products/TEE-I.json', files.get(tee) as Buffer);
        files.delete(tee);
      },
    ],
    ['products/TEE-I.json:2:10 the SKU is "TEE-1", so the file must be named TEE-1.json'],
  ],
  [
    'a SKU that differs from the file’s name and from the rows is the only finding',
    [replace('products/HOOD-2.json', '"HOOD-2"', '"HOOD-3"')],
    ['products/HOOD-2.json:2:10 the SKU is "HOOD-3", so the file must be named HOOD-3.json'],
  ],
  [
    'rows of a copied file that still has the SKU of the original are not unknown',
    [
      (files) => void files.set('products/TEE-2.json', files.get(tee) as Buffer),
      ...priceTables.map((table) => append(table, 'TEE-2,CAD,12,5.00,\n')),
      append('inventory.csv', 'TEE-2,navy,S,5\n'),
    ],
    ['products/TEE-2.json:2:10 "TEE-1" is also the SKU of products/TEE-1.json'],
  ],
  [
    'rows of a product whose file is not JSON are not unknown',
    [write(tee, '{ "sku": ')],
    [`${tee}:1:10 a value is missing here; fix this to see more`],
  ],
  [
    'an id with a space at its end is reported once',
    [replace(tee, '"brand": "acme"', '"brand": "acme "')],
    [`${tee}:41:12 begins or ends with a space; remove it [acme]`],
  ],
  [
    'an id with a space at its end and in capitals is reported once, with the existing id',
    [replace(tee, '"tag": "best-seller"', '"tag": "Best Seller "')],
    [
      `${tee}:40:10 "Best Seller " is not an id: use lower-case letters, digits and hyphens [best-seller]`,
    ],
  ],
  [
    'a misspelt id with a space at its end is reported once, with the existing id',
    [replace(tee, '"tag": "best-seller"', '"tag": " best-sellers"')],
    [
      `${tee}:40:10 begins or ends with a space; remove it; tags.json has no "best-sellers" [best-seller]`,
    ],
  ],
  [
    'an id in capitals that does not exist is reported once, without a suggestion',
    [replace(tee, '"tag": "best-seller"', '"tag": "Clearance"')],
    [
      `${tee}:40:10 "Clearance" is not an id: use lower-case letters, digits and hyphens; tags.json has no "clearance"`,
    ],
  ],
  [
    'a size with a space at its end is reported once, without its rows',
    [replace(tee, '"2XL"\n', '"2XL "\n')],
    [`${tee}:106:5 "2XL " begins or ends with a space; remove it [2XL]`],
  ],
  [
    'a misspelt SKU of a first bracket is reported there, and no other first bracket',
    [replace(msrp, 'TEE-1,CAD,12', 'TEE_1,CAD,12')],
    [`${msrp}:8:1 no product has the SKU "TEE_1"; correct it or remove the row [TEE-1]`],
  ],
  [
    'a row with other separators is reported there, and not as a missing price',
    [replace(msrp, 'BAG-5,CAD,10,8008.00,', 'BAG-5;CAD;10;8008.00;')],
    [
      `${msrp}:2:1 has 1 cell for 5 columns; columns are separated by semicolons; separate them by commas, write numbers with a decimal point; fix this to see more`,
    ],
  ],
  [
    'a misspelt SKU of a surcharge is reported there, and not as a missing list',
    [replace('prices/surcharges.csv', 'TEE-1,CAD,2XL,A1', 'tee-1,CAD,2XL,A1')],
    [
      'prices/surcharges.csv:3:1 no product has the SKU "tee-1"; correct it or remove the row [TEE-1]',
    ],
  ],
  [
    'rows of a removed product are reported once',
    [remove('products/JER-3.json')],
    [
      `${msrp}:6:1 no product has the SKU "JER-3"; correct it or remove the 2 rows; also in prices/net-A1.csv (2 rows), prices/net-A3.csv (2 rows)`,
    ],
  ],
  [
    'a misspelt size of a product is reported there, and not at its rows',
    [replace(tee, '"2XL"\n', '"XXL"\n')],
    [`${tee}:106:5 "XXL" is not among the sizes of sizes.json [2XL]`],
  ],
  [
    'a misspelt colour of a product is reported there, and not at its rows',
    [replace(tee, '"grey-navy"', '"gray-navy"')],
    [`${tee}:88:16 "gray-navy" is not among the colours of colors.json [grey-navy]`],
  ],
  [
    'a changed minimum order is reported once, and not in every price list',
    [replace(tee, '"quantity": 12', '"quantity": 24')],
    [`${tee}:59:17 the minimum order is 24, but every price list of TEE-1 begins at 12`],
  ],
  [
    'a first bracket that is wrong in some price lists is reported in each of them',
    [
      replace('prices/net-A1.csv', 'BAG-5,CAD,10', 'BAG-5,CAD,20'),
      replace('prices/net-A3.csv', 'BAG-5,CAD,10', 'BAG-5,CAD,20'),
    ],
    ['prices/net-A1.csv', 'prices/net-A3.csv'].map(
      (table) =>
        `${table}:2:11 the first bracket of BAG-5 in CAD begins at 20, but its minimum order is 10`,
    ),
  ],
  [
    'an MSRP below the net prices of several tiers is reported at the MSRP',
    [replace(msrp, 'BAG-5,CAD,10,8008.00', 'BAG-5,CAD,10,800.80')],
    [
      `${msrp}:2:14 the net prices of BAG-5 in prices/net-A1.csv, prices/net-A3.csv are above this MSRP`,
    ],
  ],
  [
    'a market that a product lost is reported once for its prices in all tables',
    [replace(tee, '"CA",\n    "US"', '"CA"')],
    [
      `${msrp}:11:7 TEE-1 is sold in CA, where no market pays in USD; remove the 2 rows or add the market; also in prices/net-A1.csv (2 rows), prices/net-A3.csv (2 rows), prices/surcharges.csv (3 rows)`,
    ],
  ],
  [
    'a product without any price is reported once per market',
    priceTables.map((table) => rewrite(table, (text) => text.replace(/^BAG-5.*\n/gm, ''))),
    [
      `products/BAG-5.json:19:5 BAG-5 is sold in CA and has no price in CAD in ${priceTables.join(', ')}; add its brackets`,
    ],
  ],
  [
    'price tables without rows are reported there, and not at every product',
    [msrp, 'prices/net-A3.csv'].map((table) =>
      rewrite(table, (text) => `${text.split('\n')[0]}\n`),
    ),
    [msrp, 'prices/net-A3.csv'].map(
      (table) => `${table}:1:1 has no rows, and 5 products need prices in it; add them`,
    ),
  ],
  [
    'a price table that lacks the prices of more than twenty products is reported once',
    [
      (files) => {
        for (let number = 10; number <= 30; number += 1) {
          const product = {
            ...JSON.parse(String(files.get('products/USA-4.json'))),
            sku: `USA-${number}`,
          };
          files.set(`products/USA-${number}.json`, Buffer.from(JSON.stringify(product)));
        }
      },
      ...['prices/net-A1.csv', 'prices/net-A3.csv'].map((table) =>
        rewrite(table, (text) =>
          Array.from({ length: 21 }, (_, index) => `USA-${10 + index},USD,12,7912.53,\n`).reduce(
            (all, row) => all + row,
            text,
          ),
        ),
      ),
    ],
    [`${msrp}:1:1 has no price in USD of 21 products, such as USA-10, USA-11, USA-12; add them`],
  ],
  [
    'a price table without rows hides no price that is missing in another table',
    [
      rewrite(msrp, (text) => `${text.split('\n')[0]}\n\n`),
      replace('prices/net-A1.csv', 'BAG-5,CAD,10,7901.11,\n', ''),
    ],
    [
      `${msrp}:1:1 has no rows, and 5 products need prices in it; add them`,
      'products/BAG-5.json:19:5 BAG-5 is sold in CA and has no price in CAD in prices/net-A1.csv; add its brackets',
    ],
  ],
  [
    'an unknown column is reported once, and not the cells that rows lack',
    [replace(msrp, 'sku,', 'sku,note,')],
    [`${msrp}:1:5 "note" is not a column of this table`],
  ],
];

for (const [what, edits, expected] of cases) {
  test.serial(what, async (t) => {
    const findings = await findingsAfter(...edits);
    const errors = findings.filter(({ severity }) => severity === 'error');
    t.deepEqual(errors.map(inShort), expected);
  });
}

test('a single finding is reported unchanged', async (t) => {
  const { shared } = await openContent(fixtureContent);
  t.deepEqual(foldConsequences([], shared), []);
  const rule = { id: 'price/missing', severity: 'error' } as const;
  const one = { rule, fault: { file: tee, message: 'x', about: { product: tee } } };
  t.deepEqual(foldConsequences([one], shared), [one]);
});
