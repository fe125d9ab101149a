import test from 'ava';
import { msrpList } from '../../../../build/content/schemas/tables.ts';
import type { Locale } from '../../../../contract/locales.ts';
import { contextOf, ofProduct } from '../../../helpers/content.ts';

async function pricesOf(sku: string, locale: Locale) {
  return ofProduct(await contextOf(locale), sku).prices;
}

test('each price list, product and currency has its own brackets', async (t) => {
  const american = await pricesOf('TEE-1', 'en-US');
  t.deepEqual(american.brackets(msrpList), [
    { minQuantity: 12, maxQuantity: 47, price: 8015 },
    { minQuantity: 48, maxQuantity: null, price: 8013.75 },
  ]);
  const canadian = await pricesOf('TEE-1', 'fr-CA');
  const expected = { minQuantity: 12, maxQuantity: 47, price: 7919.13, regularPrice: 7969.13 };
  t.deepEqual(canadian.brackets('A3')[0], expected);
  t.is(canadian.brackets('A1')[0]?.price, 7907.31);
});

test('a product without rows has no brackets and no surcharge', async (t) => {
  const canadian = await pricesOf('TEE-1', 'en-CA');
  t.deepEqual(canadian.brackets('A9'), []);
  t.deepEqual((await pricesOf('USA-4', 'en-CA')).brackets(msrpList), []);
  t.is(canadian.surcharge(msrpList, 'M'), undefined);
  t.is(canadian.surcharge('A9', '2XL'), undefined);
});

test('a surcharge belongs to its price list and currency', async (t) => {
  const canadian = await pricesOf('TEE-1', 'en-CA');
  t.is(canadian.surcharge(msrpList, '2XL'), 6950.5);
  t.is((await pricesOf('TEE-1', 'en-US')).surcharge(msrpList, '2XL'), 6945);
  t.is(canadian.surcharge('A3', '2XL'), 6902.17);
  t.is((await pricesOf('HOOD-2', 'en-CA')).surcharge(msrpList, '2XL'), undefined);
});
