import test from 'ava';
import { toStyles } from '../../../editing/import/magento/styles.ts';
import { toStyleImages } from '../../../editing/import/magento/to-product.ts';
import { createReport } from '../../../editing/import/report.ts';
import { parseLines } from './import-run.ts';

const header =
  'sku,product_type,categories,name,description,price,additional_attributes,qty,is_in_stock,base_image,configurable_variations';

/** The pictures of a style of one red variant, given the picture cells of both. */
function images(stylePicture: string, variantPicture: string, base?: string) {
  const { products } = parseLines([
    header,
    `A1,configurable,,Tee,,10,,0,1,${stylePicture},"sku=A1-M,size=M,color=Red"`,
    `A1-M,simple,,Tee,,10,,5,1,${variantPicture},`,
  ]);
  const report = createReport();
  const [style] = toStyles(products, report);
  if (style === undefined) throw new Error('the export has one style');
  const { own, byColor } = toStyleImages(style, base, report);
  return { own, red: byColor.get('red'), text: report.toText() };
}

const base = 'https://img.example.com/media';

test('paths are joined to the base, and percent-encoded', (t) => {
  const { own, red } = images('/a/b#1.jpg', 'a//50% off.jpg', base);
  t.deepEqual(own, [`${base}/a/b%231.jpg`]);
  t.deepEqual(red, [`${base}/a/50%25%20off.jpg`]);
});

test('an absolute https address needs no base; other addresses are left out and reported', (t) => {
  t.deepEqual(images('https://x.example.com/1.jpg', '').own, ['https://x.example.com/1.jpg']);
  const { own, text } = images('http://x.example.com/1.jpg', '', base);
  t.deepEqual(own, []);
  t.regex(text, /pictures without an https address \(not https\): 1/);
});

test('a style without a picture shows its first colour', (t) => {
  const { own } = images('no_selection', '/red.jpg', base);
  t.deepEqual(own, [`${base}/red.jpg`]);
});
