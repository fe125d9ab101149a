import test from 'ava';
import { toPlacing } from '../../../editing/import/magento/categories.ts';
import { type MagentoExport, parseExport } from '../../../editing/import/magento/read-export.ts';
import { createReport } from '../../../editing/import/report.ts';

const header =
  'sku,product_type,categories,name,description,price,additional_attributes,qty,is_in_stock,configurable_variations';
const categoryList = 'name,path\nMen,\nTees,Men\nKids,\nCollections,\nPromotions,\n';

function read(categories: string): MagentoExport {
  const row = `A1,configurable,"${categories}",Tee,,10,,0,1,`;
  return parseExport({
    'products.csv': Buffer.from(`${header}\n${row}\n`),
    'attributes.csv': Buffer.from('attribute_code,option\n'),
    'categories.csv': Buffer.from(categoryList),
  });
}

function place(categories: string) {
  const { products, categories: known } = read(categories);
  const [product] = products;
  if (product === undefined) throw new Error('the export has one product');
  return toPlacing(product, known, createReport());
}

test('the deepest path is the category, and its branch is the audience', (t) => {
  const placing = place('Default Category/Men,Default Category/Men/Tees,Default Category');
  t.deepEqual(placing, { category: 'Tees', for: 'men', collections: [] });
  t.is(place('Default Category/Kids/Tees').for, 'youth');
});

test('collections become inspirations; collections and promotions are never the category', (t) => {
  const placing = place(
    'Default Category/Promotions/Deep/Deeper/Sale,Default Category/Collections/Calm,Default Category/Men',
  );
  t.deepEqual(placing, { category: 'Men', for: 'men', collections: ['Calm'] });
});

test('a style of two branches is for adults', (t) => {
  t.is(place('Default Category/Men/Tees,Default Category/Women/Tees').for, 'adults');
});

test('a category name may hold a comma or a slash', (t) => {
  t.is(place('Default Category/Men/Hats, Scarves & Gloves').category, 'Hats, Scarves & Gloves');
  t.is(place('Default Category/Men/Bags \\/ Packs').category, 'Bags / Packs');
});
