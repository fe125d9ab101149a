import test from 'ava';
import { renderDetail } from '../../../../build/render/detail.ts';
import { renderNetPrice } from '../../../../build/render/net-prices.ts';
import { renderSummary } from '../../../../build/render/summary.ts';
import {
  bracketAt,
  priceLists,
  quantitiesOf,
} from '../../../../pages/preview/client/price-lists.ts';
import { contextOf, ofProduct, productOf } from '../../../helpers/content.ts';

test('the price lists are MSRP and then the tiers, each with brackets and surcharges', async (t) => {
  const context = await contextOf('en-CA');
  const product = productOf(context, 'TEE-1');
  const priced = ofProduct(context, 'TEE-1');
  const { tiers } = context.content.catalogue;
  const net = Object.fromEntries(
    tiers.all.map((tier) => [tier, renderNetPrice(tier, product, priced)]),
  );
  const [detail, summary] = [renderDetail(product, priced), renderSummary(product, priced)];
  const lists = priceLists({ detail, summary, net }, tiers);
  t.deepEqual(
    lists.map(({ name }) => name),
    ['MSRP', ...tiers.all],
  );
  t.deepEqual(
    lists.filter(({ kind }) => kind === 'base').map(({ name }) => name),
    [tiers.base],
  );
  const [msrp, first] = lists;
  t.deepEqual(msrp?.brackets, detail.pricing.msrp);
  t.deepEqual(first?.surcharges, net[tiers.all[0] as string]?.surcharges);
  const surcharged = detail.pricing.sizes.filter(({ surcharge }) => surcharge !== undefined);
  t.deepEqual(
    Object.keys(msrp?.surcharges ?? {}),
    surcharged.map(({ name }) => name),
  );
});

test('a quantity is in one bracket, and the last bracket has no upper limit', (t) => {
  const list = (name: string, ...from: number[]) => ({
    ...{ name, kind: 'net' as const, surcharges: {} },
    brackets: from.map((minQuantity, index) => ({
      minQuantity,
      maxQuantity: index + 1 < from.length ? (from[index + 1] as number) - 1 : null,
      price: minQuantity,
    })),
  });
  const lists = [list('MSRP', 12, 48), list('A1', 12, 96)] as const;
  t.deepEqual(quantitiesOf(lists), [12, 48, 96]);
  t.deepEqual(
    [11, 12, 47, 48, 5000].map((at) => bracketAt(lists[0], at)?.price),
    [undefined, ...[12, 12, 48, 48]],
  );
});
