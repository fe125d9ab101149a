import test from 'ava';
import { renderDetail } from '../../../../build/render/detail.ts';
import { renderNetPrice } from '../../../../build/render/prices.ts';
import { mergeDetail } from '../../../../contract/net-pricing.ts';
import { productDetailSchema } from '../../../../contract/schemas/product.ts';
import { contextOf, copyContent, ofProduct, productOf } from '../../../helpers/content.ts';
import type { Teardown } from '../../../helpers/teardown.ts';

const header = 'sku,currency,minQuantity,price,regularPrice,from,until';
const bag = 'BAG-5,CAD,10,';

/** Renders BAG-5 on a day: its detail without a key and with one, from the given rows. */
async function pricesOn(t: Teardown, day: string, notice: number) {
  const folder = await copyContent(t);
  await folder.replace('catalogue.json', '"tiers"', `"priceNotice": ${notice}, "tiers"`);
  const list = (...rows: string[]) => `${header}\n${rows.map((row) => `${bag}${row}\n`).join('')}`;
  await folder.write('prices/msrp.csv', list('8,,,2027-01-31', '9,,2027-02-01,'));
  const net = list('5,,,2027-01-14', '5.5,,2027-01-15,2027-01-31', '6,,2027-02-01,');
  await folder.write('prices/net-A3.csv', net);
  const context = await contextOf('en-CA', await folder.load(day));
  const [product, priced] = [productOf(context, 'BAG-5'), ofProduct(context, 'BAG-5')];
  const detail = productDetailSchema.parse(renderDetail(product, priced));
  const keyed = mergeDetail(detail, 'A3', renderNetPrice('A3', product, priced));
  return [detail.pricing.upcoming, keyed.pricing.upcoming] as const;
}

const at = (price: number) => [{ minQuantity: 10, maxQuantity: null, price }];

test('a change of prices is announced so many days ahead, and net prices only with a key', async (t) => {
  t.deepEqual(await pricesOn(t, '2027-01-01', 0), [undefined, undefined]);
  t.deepEqual(await pricesOn(t, '2027-01-01', 13), [undefined, undefined]);
  const first = { from: '2027-01-15', msrp: [{ ...at(8)[0], until: '2027-01-31' }] };
  t.deepEqual(await pricesOn(t, '2027-01-01', 14), [
    undefined,
    { ...first, net: [{ ...at(5.5)[0], until: '2027-01-31' }] },
  ]);
  const second = { from: '2027-02-01', msrp: at(9) };
  t.deepEqual(await pricesOn(t, '2027-01-15', 30), [second, { ...second, net: at(6) }]);
  t.deepEqual(await pricesOn(t, '2027-02-01', 30), [undefined, undefined]);
});
