/** Tests of the rules about the entries of shared files: brands, size charts, deprecations and unused entries. */
import { locatedStock } from '../../../../../helpers/located-stock.ts';
import { append, remove, replace, write } from '../edited-content.ts';
import { accepts, finds, ignores, type RuleRows } from '../rule-rows.ts';

const tee = 'products/TEE-1.json';
const charts = 'size-charts.json';
const products = ['BAG-5', 'HOOD-2', 'JER-3', 'TEE-1', 'USA-4'];
const unknownRow = replace(charts, '"2XL"', '"XXL"');
const noBags = replace('products/BAG-5.json', '"category": "bags"', '"category": "tees"');
const westShopSellsNothing = replace('active-products.csv', 'BAG-5,west-shop\n', '');

const text = '{ "en": "A", "fr": "B" }';
const unusedEntries = [
  [
    'brands.json:2:15 warning no product is of the brand "x"',
    '"brands": {',
    `"x": { "name": "X", "description": ${text}, "page": true },`,
  ],
  [
    'categories.json:2:19 warning no product is in the category "x"',
    '"categories": {',
    `"x": { "name": ${text}, "order": 9 },`,
  ],
  [
    'tags.json:2:13 warning no product has the tag "x"',
    '"tags": {',
    `"x": { "label": ${text}, "rank": "other" },`,
  ],
  [
    'colors.json:2:17 warning no colour is of the family "x"',
    '"families": {',
    `"x": { "name": ${text}, "hex": "#000000" },`,
  ],
  [
    'colors.json:29:15 warning no product comes in the colour "x"',
    '"colors": {',
    `"x": { "name": ${text}, "swatches": [], "families": [] },`,
  ],
  ['facets.json:2:12 warning no product is for "x"', '"for": {', `"x": ${text},`],
  [
    'facets.json:12:20 warning no product has the inspiration "x"',
    '"inspiration": {',
    `"x": ${text},`,
  ],
  ['facets.json:23:16 warning no product is of the fabric "x"', '"fabrics": {', `"x": ${text},`],
  [
    'facets.json:34:18 warning no product is of the material "X"',
    '"materials": {',
    `"X": ${text},`,
  ],
  [
    'decorations.json:2:20 warning no product takes the decoration "x"',
    '"decorations": {',
    `"x": { "name": ${text}, "note": ${text}, "icon": "https://x.test/x.svg", "guide": ${text} },`,
  ],
  [
    'companies.json:2:18 warning active-products.csv has no row of the company "x"',
    '"companies": {',
    '"x": { "name": "X" },',
  ],
  ['sizes.json:2:14 warning no product comes in the size "X"', '"sizes": [', '"X",'],
  [
    'size-charts.json:2:15 warning no product has the size chart "x"',
    '"charts": {',
    `"x": { "label": ${text}, "measures": [${text}], "rows": {} },`,
  ],
] as const;

/**
 * Returns an edit that writes deprecations.json with one route: its path, and the days on which its deprecation was
 * announced and on which it ends (`sunset`).
 */
const deprecate = (path: string, announced: string, sunset: string) =>
  write(
    'deprecations.json',
    JSON.stringify(
      { routes: { [path]: { announced, sunset, link: 'https://x.test/v2' } } },
      null,
      2,
    ),
  );
const tooSoon = 'leaves clients less than 3 months; 2027-03-01 is the first day that does';

const aliases = (members: string) =>
  replace('sizes.json', '"sizes": [', `"aliases": { ${members} }, "sizes": [`);

export const sharedFiles: RuleRows = {
  'shared/same-brand-name': [
    finds(
      'the second of two brands with one name',
      replace('brands.json', '"name": "Zeta"', '"name": "Acme & Sons"'),
      'brands.json:12:15 "Acme & Sons" is also the name of the brand "acme"',
    ),
  ],
  'shared/size-alias': [
    accepts(
      'aliases in every field and table that names a size',
      aliases('"XXL": "2XL", "One size": "OSFA"'),
      replace(tee, '"2XL"', '"XXL"'),
      replace(charts, '"2XL"', '"XXL"'),
      replace('products/BAG-5.json', 'OSFA', 'One size'),
      replace('inventory.csv', 'navy,2XL', 'navy,XXL'),
      replace('prices/surcharges.csv', '2XL', 'XXL'),
    ),
    finds(
      'aliases that are sizes, refer to no size, or refer to another alias, with the intended size',
      aliases('"M": "S", "L": "XM", "XXL": "XXL", "2X": "XXL", "XX": "DXL", "DXL": "2XL"'),
      [
        `sizes.json:2:16 "M" is a size; remove it here, or from the sizes`,
        `sizes.json:2:31 "XM" is not among the sizes of this file [M]`,
        `sizes.json:2:44 "XXL" is an alias, and not a size [2XL]`,
        `sizes.json:2:57 "XXL" is an alias, and not a size [2XL]`,
        `sizes.json:2:70 "DXL" is an alias, and not a size [2XL]`,
      ],
    ),
  ],
  'shared/size-chart-row': [
    finds(
      'rows of a size and of its alias',
      [aliases('"XXL": "2XL"'), replace(charts, '"rows": {', '"rows": { "XXL": [1, 2],')],
      `${charts}:19:17 "XXL" is another name of 2XL, which has a row; remove one of the two`,
    ),
    finds(
      'a row with fewer values than measures',
      replace(charts, '127,', ''),
      `${charts}:28:16 the row "2XL" has 1 value for 2 measures`,
    ),
    finds(
      'a row of an unknown size at its name, with a suggestion',
      unknownRow,
      `${charts}:28:9 "XXL" is not among the sizes of sizes.json [2XL]`,
    ),
    finds(
      'a row with too few values while a cell of another row of the chart is invalid',
      [replace(charts, '127,', ''), replace(charts, '90,', '"90",')],
      `${charts}:28:16 the row "2XL" has 1 value for 2 measures`,
    ),
    ignores('the sizes of rows while sizes.json is missing', unknownRow, remove('sizes.json')),
  ],
  'shared/unused-entry': [
    ...unusedEntries.map(([expected, start, entry]) => {
      const [file = ''] = expected.split(/[: ]/, 1);
      return finds(
        `an entry of ${file} that nothing uses: ${start}`,
        replace(file, start, `${start} ${entry}`),
        expected,
      );
    }),
    finds(
      'an entry that its last product no longer uses',
      noBags,
      'categories.json:24:5 warning no product is in the category "bags"',
    ),
    finds(
      'a size after one that is listed twice, at its own place',
      replace('sizes.json', '"2XL",', '"2XL", "S", "5XL",'),
      'sizes.json:5:17 warning no product comes in the size "5XL"',
    ),
    finds(
      'a size that only a size chart has',
      [
        replace('sizes.json', '"OSFA"', '"OSFA", "5XL"'),
        replace(charts, '"rows": {', '"rows": { "5XL": [1, 2],'),
      ],
      'sizes.json:6:13 warning no product comes in the size "5XL"',
    ),
    finds(
      'a location that no stock row names',
      write('locations.json', locatedStock['locations.json']),
      ['montreal', 'reno', 'calgary'].map(
        (id, at) =>
          `locations.json:${[3, 15, 24][at]}:5 warning inventory.csv has no row of the location "${id}"`,
      ),
    ),
    finds(
      'a location that no stock row names, although a row has a fault of another kind',
      [
        write('locations.json', locatedStock['locations.json'].replace('"reno"', '"laval"')),
        write(
          'inventory.csv',
          'sku,color,size,quantity,location,incoming,incoming_date,as_of\n' +
            'TEE-1,navy,S,5,montreal,,,\n' +
            'TEE-1,navy,M,5,calgary,9,2026-01-31,2026-11-20T06:00:00-05:00\n',
        ),
      ],
      'locations.json:15:5 warning inventory.csv has no row of the location "laval"',
    ),
    ignores(
      'locations of rows without a product',
      write('locations.json', locatedStock['locations.json']),
      write(
        'inventory.csv',
        [
          'sku,color,size,quantity,location',
          ...['montreal', 'reno', 'calgary'].map((id) => `GONE-1,navy,S,5,${id}`),
          '',
        ].join('\n'),
      ),
    ),
    ...['TEE-1,navy,S,-5,calgary\n', 'GONE-1,navy,S,-5,calgary\n'].map((row) =>
      ignores(
        `locations while a stock row is invalid: ${row.trim()}`,
        write('locations.json', locatedStock['locations.json']),
        write('inventory.csv', `sku,color,size,quantity,location\n${row}`),
      ),
    ),
    ignores(
      'locations while inventory.csv has an unknown column',
      write('locations.json', locatedStock['locations.json']),
      write('inventory.csv', 'sku,color,size,quantity,warehouse\nTEE-1,navy,S,5,calgary\n'),
    ),
    finds(
      'a drawing and an asset that nothing shows',
      [write('drawings/cap-front.svg'), write('assets/icons/old.svg', '<svg/>')],
      [
        'assets/icons/old.svg warning no product and no decoration shows this file',
        'drawings/cap-front.svg warning no product is drawn from this file',
      ],
    ),
    ignores(
      'an asset that no product can name, because another rule reports it',
      write('assets/icons/embroidery.svg.gz'),
    ),
    ignores(
      'entries that products may use, while a product is invalid',
      noBags,
      replace(tee, '"acme"', '7'),
    ),
    ignores(
      'a fabric while its only product misspells the field',
      replace(tee, '"fabrics"', '"fabric_s"'),
    ),
    ignores(
      'an entry that may be the target of a misspelt reference',
      replace('products/BAG-5.json', '"category": "bags"', '"category": "bag"'),
      replace('products/HOOD-2.json', '"drawing": "hoodie"', '"drawing": "hoody"'),
      replace('decorations.json', 'icons/embroidery.svg', 'icons/embroideri.svg'),
    ),
    ignores(
      'every entry of content without a product',
      ...products.map((sku) => remove(`products/${sku}.json`)),
    ),
    ignores('families while a colour is invalid', replace('colors.json', '"#FF0000"', '"red"')),
    finds(
      'an unused icon, although the text of a decoration has a surplus space',
      [
        write('assets/icons/old.svg', '<svg/>'),
        replace('decorations.json', '"Any picture."', '"Any picture. "'),
      ],
      'assets/icons/old.svg warning no product and no decoration shows this file',
    ),
    ignores(
      'icons while a decoration is invalid',
      replace('decorations.json', '"note": {', '"notes": {'),
    ),
    finds(
      'a company that sells no product',
      westShopSellsNothing,
      'companies.json:9:5 warning active-products.csv has no row of the company "west-shop"',
    ),
    ignores(
      'companies while a row of active-products.csv is invalid',
      westShopSellsNothing,
      append('active-products.csv', 'BAG-5,west-shop,\n'),
    ),
  ],
  'deprecation/short-notice': [
    accepts(
      'a sunset three months later to the day',
      deprecate('/v1/products', '2026-12-01', '2027-03-01'),
    ),
    finds(
      'a sunset a day before that, with the first valid day',
      deprecate('/v1/products/{sku}/pricing', '2026-12-01', '2027-02-28'),
      `deprecations.json:5:17 "2027-02-28" ${tooSoon}`,
    ),
    finds(
      'a sunset before the announcement',
      deprecate('/v1/health', '2026-12-01', '2026-06-01'),
      `deprecations.json:5:17 "2026-06-01" ${tooSoon}`,
    ),
    ignores(
      'a day that does not exist, because another rule reports it',
      deprecate('/v1/products', '2026-12-01', '2027-02-30'),
    ),
  ],
};
