/** Tests of the rules about the contents of a product file: its SKU, colours, sizes and lists. */
import { remove, replace, rewrite } from '../edited-content.ts';
import { accepts, finds, findsOnly, ignores, type RuleRows } from '../rule-rows.ts';

const tee = 'products/TEE-1.json';
const bag = 'products/BAG-5.json';

/** Returns an edit that changes the SKU in a product file. */
const rename = (sku: string, to: string) =>
  replace(`products/${sku}.json`, `"sku": "${sku}"`, `"sku": "${to}"`);

const allButTee = ['BAG-5', 'HOOD-2', 'JER-3', 'USA-4'].map((sku) =>
  remove(`products/${sku}.json`),
);
const firstSizeIsLast = replace(tee, '"sizes": [\n    "S",', '"sizes": [\n    "2XL",');
const recommendsOtherSize = replace(tee, '"size": "M"', '"size": "OSFA"');

const charts = 'size-charts.json';

const repeatedEntries = [
  ['"US"\n', '"CA"\n', '56:5 "CA"'],
  ['"team"', '"outdoor"', '46:5 "outdoor"'],
  ['"cotton"\n', '"cotton", "cotton"\n', '49:15 "cotton"'],
  ['"CO"\n', '"CO", "CO"\n', '52:11 "CO"'],
  ['"colour"\n', '"tee"\n', '25:7 "tee"'],
  ['"couleur"\n', '"tee-shirt"\n', '33:7 "tee-shirt"'],
  ['"print"\n', '"embroidery"\n', '67:7 "embroidery"'],
  ['"size": "2XL"', '"size": "M"', '118:5 "M"'],
] as const;

const reservedSkus = ['PRICING', 'INDEX', 'INDEX.JSON', 'INDEX.FR-CA.JSON', 'INDEX.JSON.BR'];

export const products: RuleRows = {
  'catalogue/no-product': [
    finds(
      'content without a product file',
      [...allButTee, remove(tee)],
      'products/ contains no product; is this the content folder?',
    ),
    ignores('content whose only product file is not JSON', ...allButTee, replace(tee, '{', '')),
  ],
  'product/file-name': [
    finds(
      'a file that is not named after its SKU',
      rename('BAG-5', 'BAG-6'),
      `${bag}:2:10 the SKU is "BAG-6", so the file must be named BAG-6.json`,
    ),
    ignores('the name of a file whose SKU is invalid', rename('BAG-5', 'bag-6')),
    ignores('the name of a file whose SKU another file has', rename('BAG-5', 'TEE-1')),
  ],
  'product/same-sku': [
    ...['BAG-5', 'USA-4'].map((copy) =>
      finds(
        `a copy that keeps the SKU, at the copy and not at the original: ${copy}`,
        rename(copy, 'TEE-1'),
        `products/${copy}.json:2:10 "TEE-1" is also the SKU of ${tee}`,
      ),
    ),
    finds(
      'the second of two misnamed files with one SKU',
      [rename('BAG-5', 'NEW-1'), rename('USA-4', 'NEW-1')],
      `products/USA-4.json:2:10 "NEW-1" is also the SKU of ${bag}`,
    ),
  ],
  'product/reserved-sku': [
    ...reservedSkus.map((sku) =>
      finds(
        `a SKU that is a path of the API: ${sku}`,
        rename('BAG-5', sku),
        `${bag}:2:10 "${sku}" is reserved for the API; choose another SKU`,
      ),
    ),
    ignores('a SKU that only begins like a path of the API', rename('BAG-5', 'INDEX-5')),
  ],
  'product/repeated-color': [
    finds(
      'the second entry of a colour',
      replace(tee, '"color": "grey-navy"', '"color": "navy"'),
      `${tee}:88:16 "navy" is listed twice`,
    ),
  ],
  'product/repeated-size': [
    finds(
      'the second of two equal sizes',
      replace(tee, '"2XL"\n', '"M"\n'),
      `${tee}:106:5 "M" is listed twice`,
    ),
  ],
  'product/repeated-entry': [
    ...repeatedEntries.map(([from, to, expected]) =>
      finds(
        `the second of two equal elements: ${expected}`,
        replace(tee, from, to),
        `${tee}:${expected} is listed twice`,
      ),
    ),
    finds(
      'the second of two equal pictures, of the product and of a colour',
      rewrite('products/USA-4.json', (text) => {
        const product = JSON.parse(text) as { images: object[]; colors: object[] };
        const [image] = product.images;
        const [color] = product.colors;
        const images = ['photos/stateside.png', 'photos/stateside.png'];
        const edited = { images: [image, image], colors: [{ ...color, images }] };
        return JSON.stringify({ ...product, ...edited }, undefined, 2);
      }),
      [
        'products/USA-4.json:38:5 "photos/stateside.png" is listed twice',
        'products/USA-4.json:51:9 "photos/stateside.png" is listed twice',
      ],
    ),
    accepts('a keyword that two languages share', replace(tee, '"couleur"', '"tee"')),
  ],
  'product/size-order': [
    finds(
      'the first size that is out of order',
      [firstSizeIsLast, replace(tee, '"2XL"\n', '"S"\n')],
      `${tee}:105:5 warning "M" is out of order; sizes.json has S, M, 2XL`,
    ),
    ignores(
      'a repeated and an unknown size, which have their own rules',
      replace(tee, '"2XL"\n', '"2XL", "S", "gone", "M"\n'),
    ),
    ignores('any order while sizes.json is missing', firstSizeIsLast, remove('sizes.json')),
  ],
  'product/size-chart-row': [
    findsOnly(
      'the sizes that the chart of the product lacks',
      replace(charts, '"2XL"', '"OSFA"'),
      `${tee}:108:16 warning the chart "tops" has no row for 2XL; add it, or refer to the right chart`,
    ),
    findsOnly(
      'a chart without any size of the product, with a question',
      replace(bag, '"sizes"', '"sizeChart": "tops", "sizes"'),
      `${bag}:39:16 warning the chart "tops" has no row for OSFA; is it the right chart?`,
    ),
    accepts(
      'a chart that has a size under another name',
      replace('sizes.json', '{', '{ "aliases": { "XXL": "2XL" },'),
      replace(charts, '"2XL"', '"XXL"'),
    ),
    ignores(
      'a chart with an unknown size, which may be the lacking one',
      replace(charts, '"2XL"', '"2XLL"'),
    ),
    ignores('a chart of which a row cannot be read', replace(charts, '127', '"127"')),
    ignores('an unknown size of the product', replace(tee, '"2XL"\n', '"2XL", "4XL"\n')),
    ignores(
      'any size while sizes.json is missing',
      replace(charts, '"2XL"', '"OSFA"'),
      remove('sizes.json'),
    ),
  ],
  'product/recommended-size': [
    finds('a size of another product', recommendsOtherSize, {
      is: `${tee}:115:15 "OSFA" is not among the sizes of this product`,
      allowed: ['S', 'M', '2XL'],
    }),
    finds(
      'a size of another product beside an invalid colour',
      [recommendsOtherSize, replace(tee, '"color": "navy"', '"color": 7')],
      `${tee}:115:15 "OSFA" is not among the sizes of this product`,
    ),
    finds(
      'each place of an undefined size that a product recommends more than three times',
      rewrite(tee, (text) => {
        const sizeRecommendations = Array(4).fill({ size: '6XL', percentage: 25 });
        return JSON.stringify({ ...JSON.parse(text), sizeRecommendations }, undefined, 2);
      }),
      [111, 115, 119, 123].map(
        (line) => `${tee}:${line}:15 "6XL" is not among the sizes of this product`,
      ),
    ),
    ignores(
      'any size while a size of the product is invalid',
      recommendsOtherSize,
      replace(tee, '"2XL"\n', '2\n'),
    ),
    ignores(
      'any size while the file has a syntax error, which may hide a size of the product',
      recommendsOtherSize,
      replace(tee, '"sku": "TEE-1",', '"sku": "TEE-1"'),
    ),
    ignores(
      'every size while the product misspells the field of its sizes',
      replace(tee, '"sizes"', '"size_s"'),
    ),
  ],
  'product/recommendations-sum': [
    finds(
      'percentages that do not add up to 100',
      replace(tee, '50.5', '40.7'),
      `${tee}:109:3 the percentages add up to 90.2, not to 100`,
    ),
    // In floats 0.1 + 64.1 + 35.8 is not 100.
    accepts(
      'percentages that add up to 100 in decimals and not in floats',
      replace(tee, '30\n', '0.1\n'),
      replace(tee, '50.5', '64.1'),
      replace(tee, '19.5', '35.8'),
    ),
    ignores('the sum while a percentage is invalid', replace(tee, '50.5', '"50.5"')),
  ],
};
