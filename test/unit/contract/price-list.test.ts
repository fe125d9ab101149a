import test from 'ava';
import type { CatalogEntry } from '../../../contract/net-pricing.ts';
import { tableExamples } from '../../../contract/openapi/examples.ts';
import { listedFactsOf, renderPriceListCsv } from '../../../contract/price-list.ts';
import { examples } from '../../helpers/examples.ts';

const all = { minQuantity: 1, maxQuantity: null };

/**
 * Renders the CSV price list of catalogue entries: `text` is the whole table, `rows` its lines
 * without the header.
 */
function tableOf(products: readonly CatalogEntry[]) {
  const facts = new Map(products.map(({ sku }) => [sku, listedFactsOf(examples.detail)]));
  const text = renderPriceListCsv({ currency: 'CAD', products: [...products] }, facts, 'en-CA');
  const names = /[,;]Everyday T-shirt[,;]Mill Lantern[,;]T-shirts[,;]Navy[,;]1/;
  const rows = text.split('\r\n').slice(1, -1);
  return { text, rows: rows.map((row) => row.replace(names, '').replace(/[,;]{3}$/, '')) };
}

test('the example catalogue is rendered as the CSV example', (t) => {
  t.is(tableOf(examples.catalogPricing.products).text, tableExamples.priceList);
});

test('sizes with the same surcharges share a row, in the order of the sizes', (t) => {
  const sizes = [
    { name: 'XS', surcharge: { msrp: 1, net: 0 } },
    { name: 'S' },
    { name: 'M', surcharge: { msrp: 0, net: 0 } },
    { name: 'L', surcharge: { net: 0.5 } },
    { name: 'XL', surcharge: { msrp: 1 } },
  ];
  const [msrp, net] = [[{ ...all, price: 20 }], [{ ...all, price: 10 }]];
  t.deepEqual(tableOf([{ sku: 'TEE-1', msrp, net, sizes }]).rows, [
    'TEE-1,"XS, XL",24,1,,CAD,21,10,,',
    'TEE-1,"S, M",24,1,,CAD,20,10,,',
    'TEE-1,L,24,1,,CAD,20,10.5,,',
  ]);
});

test('a product without sizes has a row for each bracket, with no size', (t) => {
  const msrp = [{ ...all, price: 20 }];
  const net = [
    { minQuantity: 1, maxQuantity: 9, price: 10 },
    { minQuantity: 10, maxQuantity: null, price: 9 },
  ];
  t.deepEqual(tableOf([{ sku: 'BAG-5', msrp, net, sizes: [] }]).rows, [
    'BAG-5,,24,1,9,CAD,20,10,,',
    'BAG-5,,24,10,,CAD,20,9,,',
  ]);
});

test('only a net price below its regular price has a regular price', (t) => {
  const net = [
    { minQuantity: 1, maxQuantity: 9, price: 10, regularPrice: 10 },
    { minQuantity: 10, maxQuantity: 19, price: 9, regularPrice: 9.75 },
    { minQuantity: 20, maxQuantity: null, price: 8 },
  ];
  // The bracket of MSRP is not that of the account.
  const msrp = [{ ...all, price: 20, regularPrice: 25 }];
  t.deepEqual(tableOf([{ sku: 'TEE-1', msrp, net, sizes: [{ name: 'M' }] }]).rows, [
    'TEE-1,M,24,1,9,CAD,20,10,,',
    'TEE-1,M,24,10,19,CAD,20,9,9.75,',
    'TEE-1,M,24,20,,CAD,20,8,,',
  ]);
});

test('each row has a bracket of net prices, and the MSRP of its smallest quantity', (t) => {
  const msrp = [
    { minQuantity: 12, maxQuantity: 47, price: 20 },
    { minQuantity: 48, maxQuantity: null, price: 18 },
  ];
  const net = [
    { minQuantity: 6, maxQuantity: 23, price: 10 },
    { minQuantity: 24, maxQuantity: 47, price: 9 },
    { minQuantity: 48, maxQuantity: 99, price: 8 },
    { minQuantity: 100, maxQuantity: null, price: 7 },
  ];
  t.deepEqual(tableOf([{ sku: 'TEE-1', msrp, net, sizes: [{ name: 'M' }] }]).rows, [
    // MSRP has no bracket for this quantity.
    'TEE-1,M,24,6,23,CAD,,10,,',
    'TEE-1,M,24,24,47,CAD,20,9,,',
    'TEE-1,M,24,48,99,CAD,18,8,,',
    'TEE-1,M,24,100,,CAD,18,7,,',
  ]);
});
