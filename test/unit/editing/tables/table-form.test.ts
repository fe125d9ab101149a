/**
 * Tests which column of a table is used for each field: the one that `--map` assigns, or one that is recognized by its
 * name.
 */
import test from 'ava';
import { ExpectedError } from '../../../../console/errors.ts';
import { stockForm } from '../../../../editing/edit/stock/stock-form.ts';
import {
  findFields,
  parseColumnMap,
  type TableForm,
} from '../../../../editing/tables/table-form.ts';

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

test('the columns of the inventory that Shopify exports are recognized', (t) => {
  const header = [
    'Handle',
    'Option1 Value',
    'SKU',
    'Location',
    'On hand (current)',
    'On hand (new)',
  ];
  const found = findFields(header, stockForm, undefined);
  t.deepEqual(Object.fromEntries(found), { sku: [2], quantity: [4], location: [3] });
});

test('the columns of a stock table are recognized in French', (t) => {
  const fields = ['sku', 'color', 'size', 'partId', 'gtin', 'quantity', 'location'];
  for (const header of [
    ['UGS', 'Couleur', 'Taille', 'No de pièce', 'CUP', 'En main', 'Emplacement'],
    [
      'No d’article',
      'Coloris',
      'Grandeur',
      'Numéro de pièce',
      'CODE À BARRES',
      'Disponible',
      'Entrepôt',
    ],
    [
      "Numéro d'article",
      'COULEUR',
      'taille',
      'no de piece',
      'code-barres',
      'Qté en main',
      'ENTREPOT',
    ],
  ]) {
    const found = findFields(header, stockForm, undefined);
    t.deepEqual(
      [...found],
      fields.map((field, at) => [field, [at]]),
      header.join(),
    );
  }
  const two = findFields(['UGS', 'En main', 'Disponible'], stockForm, undefined);
  t.deepEqual(two.get('quantity'), [1, 2], 'which is refused, with --map as the remedy');
});
