/** Tests of the rules about the contents of a product file: its SKU, its lists, and the ids that it refers to. */
import { remove, replace, rewriteJson } from '../edited-content.ts';
import { accepts, finds, ignores, only, type Row, type RuleRows } from '../rule-rows.ts';

const tee = 'products/TEE-1.json';
const bag = 'products/BAG-5.json';
const charts = 'size-charts.json';

/** Returns an edit that changes the SKU in a product file. */
const rename = (sku: string, to: string) =>
  replace(`products/${sku}.json`, `"sku": "${sku}"`, `"sku": "${to}"`);

const allButTee = ['BAG-5', 'HOOD-2', 'JER-3', 'USA-4'].map((sku) =>
  remove(`products/${sku}.json`),
);
const firstSizeIsLast = replace(tee, '"sizes": [\n    "S",', '"sizes": [\n    "2XL",');
const recommendsOtherSize = replace(tee, '"size": "M"', '"size": "OSFA"');
const chartLacks2XL = replace(charts, '"2XL"', '"OSFA"');
const noBrand = replace(tee, '"brand": "acme"', '"brand": "gone"');

const repeatedEntries = {
  '"US"\n': '"CA"',
  '"team"': '"outdoor"',
  '"cotton"\n': '"cotton", "cotton"',
  '"colour"\n': '"tee"',
  '"couleur"\n': '"tee-shirt"',
  '"print"\n': '"embroidery"',
};

/** Returns a test case: an id in TEE-1 that its shared file lacks, with the id of a similar entry. */
const unknownId = (right: string, wrong: string): readonly Row[] => [
  only(`the id ${wrong}`, `"${wrong}" → ${right}`, replace(tee, `"${right}"`, `"${wrong}"`)),
];

export const products: RuleRows = {
  'catalogue/no-product': [
    finds('content without a product file', '@ products/', ...allButTee, remove(tee)),
  ],
  'product/file-name': [
    finds('a file that is not named after its SKU', '"BAG-6"', rename('BAG-5', 'BAG-6')),
    ignores('an invalid SKU', rename('BAG-5', 'bag-6')),
    ignores('a SKU that another file has', rename('BAG-5', 'TEE-1')),
  ],
  'product/same-sku': [
    ...['BAG-5', 'USA-4'].map((sku) =>
      finds(`a copy that keeps the SKU: ${sku}`, '"TEE-1"', rename(sku, 'TEE-1')),
    ),
    finds(
      'the second of two misnamed files',
      '"NEW-1"',
      rename('USA-4', 'NEW-1'),
      rename('BAG-5', 'NEW-1'),
    ),
  ],
  'product/reserved-sku': [
    ...['PRICING', 'INDEX', 'INDEX.JSON', 'INDEX.FR-CA.JSON', 'INDEX.JSON.BR'].map((sku) =>
      finds(`the path ${sku} of the API`, `"${sku}"`, rename('BAG-5', sku)),
    ),
    ignores('a SKU that only begins like a path of the API', rename('BAG-5', 'INDEX-5')),
  ],
  'product/repeated-color': [
    finds('a colour', '"navy"', replace(tee, '"color": "grey-navy"', '"color": "navy"')),
  ],
  'product/repeated-size': [finds('a size', '"M"', replace(tee, '"2XL"\n', '"M"\n'))],
  'product/repeated-entry': [
    ...Object.entries(repeatedEntries).map(([from, to]) =>
      finds(
        `the second of two equal elements: ${to}`,
        to.split(', ').at(-1) as string,
        replace(tee, from, to),
      ),
    ),
    finds('a recommended size', '{', replace(tee, '"size": "2XL"', '"size": "M"')),
    finds(
      'a picture of a colour',
      '"https://x.test/a.png"',
      rewriteJson('products/USA-4.json', (product: { readonly colors: readonly object[] }) => {
        const images = ['https://x.test/a.png', 'https://x.test/a.png'];
        return { ...product, colors: product.colors.map((color) => ({ ...color, images })) };
      }),
    ),
    accepts('a keyword that two languages share', replace(tee, '"couleur"', '"tee"')),
  ],
  'product/size-order': [
    finds('the first size out of order', '"M"', firstSizeIsLast, replace(tee, '"2XL"\n', '"S"\n')),
    ignores('repeated and unknown sizes', replace(tee, '"2XL"\n', '"2XL", "S", "gone", "M"\n')),
  ],
  'product/size-chart-row': [
    only('the sizes that the chart of a product lacks', `"tops" @ ${tee}`, chartLacks2XL),
    only(
      'a chart of other sizes',
      '"tops"',
      replace(bag, '"sizes"', '"sizeChart": "tops", "sizes"'),
    ),
    accepts(
      'a chart that has a size under another name',
      replace('sizes.json', '{', '{ "aliases": { "XXL": "2XL" },'),
      replace(charts, '"2XL"', '"XXL"'),
    ),
    ignores('a chart with an unknown size', replace(charts, '"2XL"', '"2XLL"')),
    ignores('a chart of which a row cannot be read', replace(charts, '127', '"127"')),
    ignores('an unknown size of the product', replace(tee, '"2XL"\n', '"2XL", "4XL"\n')),
  ],
  'product/recommended-size': [
    finds('a size of another product', '"OSFA"', recommendsOtherSize),
    finds(
      'the same beside an invalid colour',
      '"OSFA"',
      recommendsOtherSize,
      replace(tee, '"color": "navy"', '"color": 7'),
    ),
    finds(
      'each place of a size that a product recommends often',
      '"6XL" ×4',
      rewriteJson(tee, (product: object) => {
        return { ...product, sizeRecommendations: Array(4).fill({ size: '6XL', percentage: 25 }) };
      }),
    ),
    ignores('any while a size is invalid', recommendsOtherSize, replace(tee, '"2XL"\n', '2\n')),
    ignores(
      'any while a syntax error may hide a size',
      recommendsOtherSize,
      replace(tee, '"sku": "TEE-1",', '"sku": "TEE-1"'),
    ),
    ignores('any while the field of sizes is misspelt', replace(tee, '"sizes"', '"size_s"')),
  ],
  'product/recommendations-sum': [
    finds('a sum that is not 100', '"sizeRecommendations"', replace(tee, '50.5', '40.7')),
    // In floats 0.1 + 64.1 + 35.8 is not 100.
    accepts(
      'a sum of 100 in decimals and not in floats',
      replace(tee, '30\n', '0.1\n'),
      replace(tee, '50.5', '64.1'),
      replace(tee, '19.5', '35.8'),
    ),
    ignores('the sum while a percentage is invalid', replace(tee, '50.5', '"50.5"')),
  ],
  'product/unknown-brand': [
    ...unknownId('acme', 'acm'),
    finds('an id that is similar to no other', '"gone"', noBrand),
    finds(
      'a name of every JavaScript object',
      '"constructor"',
      replace(tee, '"acme"', '"constructor"'),
    ),
    ignores(
      'a brand whose entry is invalid',
      replace('brands.json', '"page": true', '"page": "yes"'),
    ),
    ignores('a brand of the wrong type', replace(tee, '"brand": "acme"', '"brand": 7')),
  ],
  'product/unknown-category': unknownId('tees', 'tee'),
  'product/unknown-color': [
    ...unknownId('grey-navy', 'gray-navy'),
    finds(
      'an unknown colour after an invalid one, at its own position',
      '"grey-navi" → grey-navy',
      replace(tee, '"color": "navy"', '"color": 7'),
      replace(tee, '"color": "grey-navy"', '"color": "grey-navi"'),
    ),
  ],
  'product/unknown-decoration': unknownId('print', 'printing'),
  'product/unknown-fabric': unknownId('cotton', 'coton'),
  'product/unknown-for': unknownId('adults', 'adult'),
  'product/unknown-inspiration': unknownId('team', 'teams'),
  'product/unknown-material': unknownId('CO', 'co'),
  'product/unknown-size': [
    finds('another spelling', '"2xl" → 2XL', replace(tee, '"2XL"\n', '"2xl"\n')),
    ...['10.5', '6-8', '6/8', 'One size', "WOMEN'S 6", 'May 5'].map((size) =>
      accepts(
        `a size that is written ${size}, in every file`,
        ...['sizes.json', bag, 'inventory.csv'].map((file) => replace(file, 'OSFA', size)),
      ),
    ),
    finds(
      'unknown sizes between invalid ones, each at its own index',
      ['"s" → S', '"m" → M'],
      replace(tee, '"sizes": [\n    "S",\n    "M"', '"sizes": [1, "s", 2, "m"'),
    ),
  ],
  'product/unknown-size-chart': unknownId('tops', 'top'),
  'product/unknown-tag': unknownId('best-seller', 'best-sellers'),
  'shared/unknown-family': [
    finds(
      'a family that colors.json lacks',
      '"gray" → grey',
      replace('colors.json', '"grey",\n', '"gray",\n'),
    ),
    ignores(
      'every family while their field is misspelt',
      replace('colors.json', '"families"', '"familys"'),
    ),
    ignores('a family whose entry is invalid', replace('colors.json', '"#A08FB8"', '"lilac"')),
  ],
  'catalogue/unknown-base-tier': [
    finds(
      'a base tier that is not a tier',
      '"a3" → A3',
      replace('catalogue.json', '"base": "A3"', '"base": "a3"'),
    ),
    ignores(
      'the base tier while a tier is invalid',
      replace('catalogue.json', '"base": "A3"', '"base": "A9"'),
      replace('catalogue.json', '"A1"', '"net-A9"'),
    ),
    accepts('any tier as the base', replace('catalogue.json', '"base": "A3"', '"base": "A1"')),
  ],
};
