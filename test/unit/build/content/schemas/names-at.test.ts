import test from 'ava';
import { colorsSchema } from '../../../../../build/content/schemas/colors.ts';
import { namesAt } from '../../../../../build/content/schemas/names-at.ts';
import { productSchema } from '../../../../../build/content/schemas/product.ts';

test('the member names of an object are listed at every depth', (t) => {
  t.true(namesAt(productSchema, []).includes('sizeChart'));
  t.deepEqual(namesAt(productSchema, ['minimumOrder']), ['quantity', 'description']);
  t.deepEqual(namesAt(productSchema, ['colors', 3, 'fabric']), ['composition', 'weight', 'gsm']);
  t.true(namesAt(colorsSchema, ['colors', 'navy']).includes('swatches'));
});

test('the member names of a text are languages and locales', (t) => {
  t.deepEqual(namesAt(productSchema, ['name']), ['en', 'fr', 'en-CA', 'en-US', 'fr-CA']);
});

test('an object with arbitrary member names has no list of names', (t) => {
  t.deepEqual(namesAt(colorsSchema, ['colors']), []);
  t.deepEqual(namesAt(productSchema, ['sku']), []);
  t.deepEqual(namesAt(productSchema, ['nothing', 'below']), []);
});
