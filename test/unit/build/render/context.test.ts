import test from 'ava';
import { entryOf, MissingEntryError } from '../../../../build/render/context.ts';
import { contextOf, productsOf } from '../../../helpers/content.ts';

test('a locale has the products of its market, sorted by SKU, and its currency', async (t) => {
  const skusOf = async (locale: 'en-CA' | 'en-US' | 'fr-CA') => {
    const context = await contextOf(locale);
    return [context.currency, ...productsOf(context).map(({ sku }) => sku)];
  };
  const canadian = ['CAD', 'BAG-5', 'HOOD-2', 'JER-3', 'TEE-1'];
  t.deepEqual(await skusOf('en-CA'), canadian);
  t.deepEqual(await skusOf('fr-CA'), canadian);
  t.deepEqual(await skusOf('en-US'), ['USD', 'HOOD-2', 'JER-3', 'TEE-1', 'USA-4']);
});

test('looking up a missing entry throws', (t) => {
  t.is(entryOf({ a: 1 }, 'a'), 1);
  t.throws(() => entryOf({ a: 1 }, 'b'), {
    instanceOf: MissingEntryError,
    message: /no entry "b"/,
  });
});
