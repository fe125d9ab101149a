/** Tests of the rules about the contents of a product file: its SKU, its lists, and the ids that it refers to. */
import { remove, replace } from '../edited-content.ts';
import { accepts, finds, only, type Row, type RuleRows } from '../rule-rows.ts';

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

const repeatedEntries = {
  '"US"\n': '"CA"',
  '"cotton"\n': '"cotton", "cotton"',
  '"colour"\n': '"tee"',
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
  ],
  'product/same-sku': [
    ...['BAG-5', 'USA-4'].map((sku) =>
      finds(`a copy that keeps the SKU: ${sku}`, '"TEE-1"', rename(sku, 'TEE-1')),
    ),
  ],
  'product/reserved-sku': [
    ...['PRICING', 'INDEX', 'INDEX.JSON', 'INDEX.FR-CA.JSON', 'INDEX.JSON.BR'].map((sku) =>
      finds(`the path ${sku} of the API`, `"${sku}"`, rename('BAG-5', sku)),
    ),
  ],
  'product/repeated-color': [
    finds('a colour', '"navy"', replace(tee, '"color": "grey-navy"', '"color": "navy"')),
  ],
  'product/repeated-size': [finds('a size', '"M"', replace(tee, '"2XL"\n', '"M"\n'))],
  'product/repeated-entry': [
    ...Object.entries(repeatedEntries).map(([from, to]) =>
      finds(`repeated ${to}`, to.split(', ').at(-1) as string, replace(tee, from, to)),
    ),
    accepts('a keyword that two languages share', replace(tee, '"couleur"', '"tee"')),
  ],
  'product/size-order': [
    finds('the first size out of order', '"M"', firstSizeIsLast, replace(tee, '"2XL"\n', '"S"\n')),
  ],
  'product/size-chart-row': [
    only('the sizes that the chart of a product lacks', `"tops" @ ${tee}`, chartLacks2XL),
  ],
  'product/recommended-size': [finds('a size of another product', '"OSFA"', recommendsOtherSize)],
  'product/recommendations-sum': [
    finds('a sum that is not 100', '"sizeRecommendations"', replace(tee, '50.5', '40.7')),
    // In floats 0.1 + 64.1 + 35.8 is not 100.
    accepts(
      'a sum of 100 in decimals and not in floats',
      replace(tee, '30\n', '0.1\n'),
      replace(tee, '50.5', '64.1'),
      replace(tee, '19.5', '35.8'),
    ),
  ],
  'product/unknown-brand': [
    ...unknownId('acme', 'acm'),
    finds('a JavaScript object’s member', '"constructor"', replace(tee, '"acme"', '"constructor"')),
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
  ],
  'product/unknown-size-chart': unknownId('tops', 'top'),
  'product/unknown-tag': unknownId('best-seller', 'best-sellers'),
  'shared/unknown-family': [
    finds('an unknown family', '"gray" → grey', replace('colors.json', '"grey",\n', '"gray",\n')),
  ],
  'catalogue/unknown-base-tier': [
    finds('no tier', '"a3" → A3', replace('catalogue.json', '"base": "A3"', '"base": "a3"')),
  ],
};
