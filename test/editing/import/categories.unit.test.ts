import test from 'ava';
import { classify } from '../../../editing/import/magento/categories.ts';
import { createReport } from '../../../editing/import/report.ts';
import { parseLines } from './import-run.ts';

const header =
  'sku,product_type,categories,name,description,price,additional_attributes,qty,is_in_stock,configurable_variations';
const categoryList = 'name,path\nMen,\nTees,Men\nKids,\nCollections,\nPromotions,\n';

/** Classifies a style with the given category paths. */
function classified(paths: string) {
  const row = `A1,configurable,"${paths}",Tee,,10,,0,1,`;
  const { products, categories } = parseLines([header, row], categoryList);
  const [product] = products;
  if (product === undefined) throw new Error('the export has one product');
  return classify(product, categories, createReport());
}

test('the deepest path is the category, and its branch is the audience', (t) => {
  const classification = classified(
    'Default Category/Men,Default Category/Men/Tees,Default Category',
  );
  t.deepEqual(classification, { category: 'Tees', for: 'men', collections: [] });
  t.is(classified('Default Category/Kids/Tees').for, 'youth');
});

test('collections become inspirations; collections and promotions are never the category', (t) => {
  const classification = classified(
    'Default Category/Promotions/Deep/Deeper/Sale,Default Category/Collections/Calm,Default Category/Men',
  );
  t.deepEqual(classification, { category: 'Men', for: 'men', collections: ['Calm'] });
});

test('a style of two branches is for adults', (t) => {
  t.is(classified('Default Category/Men/Tees,Default Category/Women/Tees').for, 'adults');
});

test('a category name may hold a comma or a slash', (t) => {
  t.is(
    classified('Default Category/Men/Hats, Scarves & Gloves').category,
    'Hats, Scarves & Gloves',
  );
  t.is(classified('Default Category/Men/Bags \\/ Packs').category, 'Bags / Packs');
});
