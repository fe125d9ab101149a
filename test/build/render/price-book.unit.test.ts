import test from 'ava';
import { msrpList } from '../../../build/content/schemas/tables.ts';
import { createPriceBook } from '../../../build/render/price-book.ts';
import { loadFixture } from '../../helpers/content.ts';

test('a list, product and currency have their own brackets', async (t) => {
  const book = createPriceBook(await loadFixture());
  t.deepEqual(book.tiers(msrpList, 'TEE-1', 'USD'), [
    { minQuantity: 12, maxQuantity: 47, price: 8015 },
    { minQuantity: 48, maxQuantity: null, price: 8013.75 },
  ]);
  const [net] = book.tiers('A3', 'TEE-1', 'CAD');
  const expected = { minQuantity: 12, maxQuantity: 47, price: 7919.13, regularPrice: 7969.13 };
  t.deepEqual(net, expected);
  t.is(book.tiers('A1', 'TEE-1', 'CAD')[0]?.price, 7907.31);
});

test('a product without rows has no brackets and no surcharge', async (t) => {
  const book = createPriceBook(await loadFixture());
  t.deepEqual(book.tiers('A9', 'TEE-1', 'CAD'), []);
  t.deepEqual(book.tiers(msrpList, 'USA-4', 'CAD'), []);
  t.is(book.surcharge(msrpList, 'TEE-1', 'CAD', 'M'), undefined);
  t.is(book.surcharge('A9', 'TEE-1', 'CAD', '2XL'), undefined);
});

test('a surcharge is that of its list and currency', async (t) => {
  const book = createPriceBook(await loadFixture());
  t.is(book.surcharge(msrpList, 'TEE-1', 'CAD', '2XL'), 6950.5);
  t.is(book.surcharge(msrpList, 'TEE-1', 'USD', '2XL'), 6945);
  t.is(book.surcharge('A3', 'TEE-1', 'CAD', '2XL'), 6902.17);
  t.is(book.surcharge(msrpList, 'HOOD-2', 'CAD', '2XL'), undefined);
});
