/** Tests of the rules about the contents of a product file: its SKU, its lists, and the ids that it refers to. */
import { remove, replace } from '../edited-content.ts';
import { accepts, finds, only, type RuleRows } from '../rule-rows.ts';

const tee = 'products/TEE-1.json';
const bag = 'products/BAG-5.json';
const charts = 'size-charts.json';

/** Returns an edit that changes the SKU in a product file. */
const rename = (sku: string, to: string) =>
  replace(`products/${sku}.json`, `"sku": "${sku}"`, `"sku": "${to}"`);

const allButTee = ['BAG-5', 'HOOD-2', 'JER-3', 'USA-4'].map((sku) =>
  remove(`products/${sku}.json`),
);
const chartLacks2XL = replace(charts, '"2XL"', '"OSFA"');

const repeatedEntries = {
  '"cotton"\n': '"cotton", "cotton"',
  '"colour"\n': '"tee"',
  '"print"\n': '"embroidery"',
};

export const products: RuleRows = {
  'catalogue/no-product': [
    finds('content without a product file', '@ products/', ...allButTee, remove(tee)),
  ],
  'product/same-sku': [
    ...['BAG-5', 'USA-4'].map((sku) =>
      finds(`a copy that keeps the SKU: ${sku}`, '"TEE-1"', rename(sku, 'TEE-1')),
    ),
  ],
  'product/reserved-sku': [
    ...['INDEX', 'INDEX.JSON', 'INDEX.FR-CA.JSON', 'INDEX.JSON.BR'].map((sku) =>
      finds(`the path ${sku} of the API`, `"${sku}"`, rename('BAG-5', sku)),
    ),
  ],
  'product/repeated-entry': [
    ...Object.entries(repeatedEntries).map(([from, to]) =>
      finds(`repeated ${to}`, to.split(', ').at(-1) as string, replace(tee, from, to)),
    ),
    accepts('a keyword that two languages share', replace(tee, '"couleur"', '"tee"')),
  ],
  'product/size-chart-row': [
    only('the sizes that the chart of a product lacks', `"tops" @ ${tee}`, chartLacks2XL),
  ],
  'product/recommendations-sum': [
    // In floats 0.1 + 64.1 + 35.8 is not 100.
    accepts(
      'a sum of 100 in decimals and not in floats',
      replace(tee, '30\n', '0.1\n'),
      replace(tee, '50.5', '64.1'),
      replace(tee, '19.5', '35.8'),
    ),
  ],
  'product/unknown-brand': [
    finds('a JavaScript object’s member', '"constructor"', replace(tee, '"acme"', '"constructor"')),
  ],
  'product/unknown-color': [
    only(
      'a misspelt colour',
      '"gray-navy" → grey-navy',
      replace(tee, '"grey-navy"', '"gray-navy"'),
    ),
    finds(
      'an unknown colour after an invalid one, at its own position',
      '"grey-navi" → grey-navy',
      replace(tee, '"color": "navy"', '"color": 7'),
      replace(tee, '"color": "grey-navy"', '"color": "grey-navi"'),
    ),
  ],
  'product/unknown-size': [
    finds('another spelling', '"2xl" → 2XL', replace(tee, '"2XL"\n', '"2xl"\n')),
    ...['10.5', '6-8', '6/8', 'One size', "WOMEN'S 6", 'May 5'].map((size) =>
      accepts(
        `a size that is written ${size}, in every file`,
        ...['sizes.json', bag, 'inventory.csv'].map((file) => replace(file, 'OSFA', size)),
      ),
    ),
  ],
};
