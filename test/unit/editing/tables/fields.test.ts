/** Numbers and names of columns as people write them, and the report of refused rows. */
import test from 'ava';
import { stockForm } from '../../../../editing/edit/stock/find-variant.ts';
import { decimalSignOf, readNumber } from '../../../../editing/tables/read-number.ts';
import { findFields } from '../../../../editing/tables/table-form.ts';

test('numbers are read with separators of thousands, decimals and currencies', (t) => {
  for (const [number, texts] of [
    [1200, ['1200', '1 200', '1\u00A0200', "1'200", 'CA$1,200.00']],
    [1200.5, ['1\u202F200,50 $', '1,200.50', '1.200,50', '1200,500']],
    [1_200_300, ['1,200,300', '1.200.300']],
    [24.5, ['$24.50', '24,50 $', '24.50 USD', '24,50 $ CA', '24,50\u00A0$\u202FCA', '24,50 $CAN']],
    [24.5, ['24,50 US$', 'CAD $24.50', '24,50 $ U.S.', 'US$ 24.50', 'CAN$24.50', '24.50 GBP']],
    [0.5, ['0,500']],
    [0, ['0']],
    [-5, ['-5', '−5']],
    [-5.25, ['-$5.25']],
  ] as const) {
    for (const text of texts) t.deepEqual(readNumber(text), { number }, text);
  }
});

test('text that is not a number, or is an ambiguous number, is refused', (t) => {
  const noNumber = /^is not a number; write digits only, as in 1200 or 24\.50$/;
  for (const [problem, texts] of [
    [/^may be 1200 or 1\.2; write it without separator$/, ['1,200']],
    [/^is a formula; copy the column and paste its values$/, ['=A1*2']],
    [/^is empty$/, ['']],
    [noNumber, ['n/a', '12 pcs', '24,50 $ AU', '24,50 CA', '500+', '(5)', '1.2.3', '12,34,567']],
    [noNumber, ['1200 300', '1 200.300,50', '.5', '#N/A']],
    [/^looks like a number that a spreadsheet shortened; /, ['1.2E+5']],
    [/^looks like a date that a spreadsheet made of a number; /, ['2-Jan']],
  ] as const) {
    for (const text of texts) {
      const read = readNumber(text);
      t.regex('problem' in read ? read.problem : '', problem, text);
    }
  }
});

test('unambiguous numbers of a column determine its decimal sign', (t) => {
  for (const [texts, sign] of [
    [['1,200', '950'], '.'],
    [['1.200', '950'], ','],
    [['1,200', '1,200,300'], '.'],
    [['1,200', '3,400'], undefined],
  ] as const) {
    t.is(decimalSignOf(texts), sign, texts.join(' '));
  }
  t.deepEqual(readNumber('1,200', '.'), { number: 1200 });
  t.deepEqual(readNumber('1,200', ','), { number: 1.2 });
});

test('the columns of stock are recognized in French and in exports of Shopify', (t) => {
  const header = "Numéro d'article,COULEUR,taille,No de pièce,code-barres,Qté en main,Entrepôt";
  const fields = ['sku', 'color', 'size', 'partId', 'gtin', 'quantity', 'location'];
  const french = findFields(header.split(','), stockForm, undefined);
  t.deepEqual(
    [...french],
    Array.from(fields, (field, at) => [field, [at]]),
  );
  const shopify = 'Handle,Option1 Value,SKU,Location,On hand (current),On hand (new)'.split(',');
  const found = findFields(shopify, stockForm, undefined);
  t.deepEqual(Object.fromEntries(found), { sku: [2], quantity: [4], location: [3] });
});
