/** The columns that a user assigns to the fields of a table. */
import test from 'ava';
import { ExpectedError } from '../../../console/errors.ts';
import { parseColumnMap, type TableForm } from '../../../editing/tables/table-form.ts';

const form: TableForm<'sku' | 'quantity'> = {
  names: { sku: ['SKU'], quantity: ['Quantity'] },
  needed: [['sku', 'quantity']],
  keys: ['sku'],
};

test('a field with two different columns in --map is refused', (t) => {
  for (const [texts, message] of [
    [['sku=Item,sku=SKU'], '--map gives sku twice, as "Item" and as "SKU"; name one column'],
    [
      ['sku=A,quantity=B', 'quantity='],
      '--map gives quantity twice, as "B" and as ""; name one column',
    ],
  ] as const) {
    t.throws(() => parseColumnMap(texts, form), { instanceOf: ExpectedError, message });
  }
  t.deepEqual(parseColumnMap(['sku=Item', 'sku="Item",quantity='], form), {
    sku: 'Item',
    quantity: '',
  });
});
