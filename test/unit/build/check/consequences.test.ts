/** One mistake is reported once, at its cause, beside the mistakes that are not its consequences. */
import test from 'ava';
import {
  append,
  copy,
  findingsAfter,
  located,
  remove,
  rename,
  replace,
  replaceRows,
  rewriteJson,
} from './rules/edited-content.ts';
import { after, finds, inShort, type Row } from './rules/rule-rows.ts';

const tee = 'products/TEE-1.json';
const bag = 'products/BAG-5.json';
const msrp = 'prices/msrp.csv';
const netA1 = 'prices/net-A1.csv';
const netA3 = 'prices/net-A3.csv';
const surcharges = 'prices/surcharges.csv';
const inventory = 'inventory.csv';
const priceTables = [msrp, netA1, netA3];

/** Edits that add three drafts, which are copies of TEE-1 as the edits before have left it. */
const addDrafts = ['TEE-6', 'TEE-7', 'TEE-8'].map((sku) =>
  copy(tee, `products/${sku}.json`, { sku, draft: true }),
);
const without = (list: 'colors' | 'sizes') =>
  rewriteJson(tee, (product: object) => ({ ...product, [list]: [] }));
const twoOfA1 = replace('catalogue.json', '"A1"', '"B1"');

const renamed = [
  finds(
    'a colour',
    'product/unknown-color: "nvay" → navy',
    replace('colors.json', '"navy": {', '"nvay": {'),
  ),
  finds('a size', 'product/unknown-size: "XXL" → 2XL', replace('sizes.json', '"2XL"', '"XXL"')),
  finds(
    'a size that an alias stands for',
    'product/unknown-size: "2XX" → 2XL',
    replace('sizes.json', '"2XL"', '"2XX"'),
    replace('sizes.json', '{', '{ "aliases": { "XXL": "2XL" },'),
  ),
  finds('a tier, at its price table', 'file/unreadable: @ prices/net-B1.csv', twoOfA1),
  finds('a SKU, not in its rows', 'product/file-name: "BAG-6"', replace(bag, '"BAG-5"', '"BAG-6"')),
  finds('a product file', 'product/file-name: "TEE-1"', ...rename(tee, 'products/TEE-I.json')),
];

const misspelt = [
  finds(
    'a colour of many products, without their rows',
    'product/unknown-color: "colors" @ colors.json',
    replace(tee, '"grey-navy"', '"gray-navy"'),
    addDrafts,
  ),
  finds(
    'a tier of many rows',
    'surcharge/unknown-list: "all" @ catalogue.json',
    append(
      surcharges,
      ...['BAG-5,CAD,OSFA', 'HOOD-2,CAD,M', 'TEE-1,CAD,M', 'USA-4,USD,M'].map(
        (row) => `${row},B7,1.00`,
      ),
    ),
  ),
];

const missing = [
  finds(
    'a drawing of many products',
    'product/unknown-drawing: @ drawings/',
    remove('drawings/tee-back.svg'),
    addDrafts,
  ),
  finds(
    'a folder of pictures',
    'product/unknown-asset: @ assets/',
    replace(
      tee,
      '"color": "navy"',
      '"color": "navy", "images": ["p/a.jpg", "p/b.jpg", "p/c.jpg", "p/d.jpg"]',
    ),
  ),
  finds('the sizes of a product, and not in its rows', 'shape/wrong-value: []', without('sizes')),
  finds(
    'the prices of a product',
    'price/missing: "CA" @ products/BAG-5.json',
    priceTables.map((table) => replaceRows(table, /^BAG-5.*\n/)),
  ),
  finds(
    'the rows of price tables',
    [
      'price/missing: sku,currency,minQuantity,price,regularPrice',
      'price/missing-net: sku,currency,minQuantity,price,regularPrice @ prices/net-A3.csv',
    ],
    [msrp, netA3].map((table) => replaceRows(table, /^[A-Z].*\n/)),
  ),
];

const folders = [
  finds('of price tables', 'file/unreadable: @ prices/', [...priceTables, surcharges].map(remove)),
];

const changed = [
  finds(
    'a copied file that keeps the SKU, and not its rows',
    'product/same-sku: "TEE-1"',
    copy(tee, 'products/TEE-2.json'),
    priceTables.map((table) => append(table, 'TEE-2,CAD,12,5.00,')),
    append(inventory, 'TEE-2,navy,S,5'),
  ),
];

const faultyRows = [
  finds(
    'a quantity, and unknown colours, sizes and repeated rows beside it',
    [
      'stock/unknown-color: gray-navy → grey-navy',
      'csv/wrong-cell: many ×3',
      'stock/unknown-size: XXL → 2XL',
      'stock/repeated: TEE-1,navy,S,many',
    ],
    append(inventory, 'TEE-1,gray-navy,S,many', 'TEE-1,navy,XXL,many', 'TEE-1,navy,S,many'),
  ),
  finds(
    'surcharges beside an unknown size and an unknown list',
    [
      'surcharge/unknown-size: XXL → 2XL',
      'csv/wrong-cell: - ×2',
      'surcharge/unknown-list: A11 → A1',
    ],
    append(surcharges, 'TEE-1,CAD,XXL,msrp,-', 'TEE-1,CAD,M,A11,-'),
  ),
  ...after(located, [
    finds(
      'a quantity beside an unknown location and pieces without a date',
      [
        'csv/wrong-cell: many',
        'stock/unknown-location: rino → reno',
        'stock/incoming-without-date: 6',
      ],
      append(inventory, 'TEE-1,grey-navy,M,many,rino,6,,'),
    ),
  ]),
];

const kinds: Readonly<Record<string, readonly Row[]>> = {
  'what was renamed is reported once, where it was renamed': renamed,
  'what is misspelt is reported once, where it is misspelt': misspelt,
  'what is missing is reported once, where it is missing': missing,
  'a missing folder is reported once': folders,
  'what was changed is reported once, where it was changed': changed,
  'an invalid cell is reported with the other mistakes of its row, and without consequences':
    faultyRows,
};

for (const [title, rows] of Object.entries(kinds)) {
  test.serial(title, async (t) => {
    for (const { what, edits, file, expected } of rows) {
      const errors = (await findingsAfter(...edits)).filter(({ severity }) => severity === 'error');
      t.deepEqual(
        errors.map((each) => `${each.rule}: ${inShort(each, file)}`),
        expected,
        what,
      );
    }
  });
}
