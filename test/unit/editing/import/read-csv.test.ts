/** Styles (products with variants) read from a CSV table whose columns a map assigns to fields. */
import test from 'ava';
import { createCsvReader } from '../../../../editing/import/csv/read-csv.ts';
import { readStyles } from './read-table.ts';

const map = {
  ...{ style: 'Style', name: 'Name', size: 'Size', price: 'Price', draft: 'Draft' },
  ...{ regularPrice: 'Regular', stock: { montreal: 'MTL', reno: 'RNO' } },
  pictures: ['Front', 'Back'],
};

const readRows = async (...rows: readonly Readonly<Record<string, string>>[]) => {
  const columns = Object.fromEntries(
    ['Style', 'Name', 'Size', 'Price', 'Draft', 'Regular', 'MTL', 'RNO', 'Front', 'Back'].map(
      (name) => [name, ''],
    ),
  );
  const reader = createCsvReader('map.json', JSON.stringify(map));
  const all = rows.map((row) => ({ ...columns, Price: '10', ...row }));
  return await readStyles(reader, all);
};

test('rows with the same style code, in any case, form one style with the first text among them, and other spellings are listed', async (t) => {
  const { styles, report } = await readRows(
    { Style: 'tee-1', Size: 'S' },
    { Style: 'TEE-1', Size: 'M', Name: 'Tee' },
    { Style: 'Tee-1', Size: 'L', Name: 'Another name' },
  );
  t.is(styles.length, 1);
  t.like(styles[0], { code: 'TEE-1', name: { source: 'Tee' } });
  t.is(styles[0]?.variants.length, 3);
  t.regex(report, /differs from another only in case: 2 \(TEE-1, Tee-1\)/);
});

test('a style of a CSV table whose SKU a spreadsheet changed is left out', async (t) => {
  const changed = ['10-mars', '2026-03-10', '1,23457E+12'];
  const { styles, report } = await readRows(
    ...[...changed, 'MAR-10', '10-2026'].map((Style) => ({ Style })),
  );
  t.deepEqual(
    styles.map(({ code }) => code),
    ['MAR-10', '10-2026'],
  );
  t.true(report.includes(`SKUs that a spreadsheet changed: 3 (${changed.join(', ')})`), report);
});

test('a style is a draft if its draft cell contains a word such as yes, or an unknown one', async (t) => {
  for (const text of [
    'yes',
    'Oui',
    'TRUE',
    'VRAI',
    '1',
    'x',
    'soon',
    'Brouillon',
    'draft',
    'Inactif',
  ]) {
    t.true((await readRows({ Style: 'A', Draft: text })).styles[0]?.isDraft, text);
  }
  for (const text of ['no', '0', 'FAUX', '', 'Publié', 'active']) {
    const { styles, report } = await readRows({ Style: 'A', Draft: text });
    t.false(styles[0]?.isDraft, text);
    t.is(report, '', text);
  }
});

test('a picture in several rows occurs once in the style, and an empty cell is ignored', async (t) => {
  const [front, back] = ['https://img.example.com/f.jpg', 'https://img.example.com/b.jpg'];
  const rows = [{ Front: front }, { Front: front, Back: back }, {}];
  const {
    styles: [style],
  } = await readRows(...rows.map((row) => ({ Style: 'A', ...row })));
  t.deepEqual(
    style?.pictures.map(({ url }) => url),
    [front, back],
  );
});

test('a variant has its regular price, and the stock of each location whose cell is not empty', async (t) => {
  const {
    styles: [style],
  } = await readRows({ Style: 'A', Size: 'S', Regular: '12', MTL: '', RNO: '3' });
  t.like(style?.variants[0], {
    prices: { source: { price: '10', compareAt: '12' } },
    stock: [{ location: 'reno', quantity: '3' }],
  });
  t.is(style?.variants[0]?.stock.length, 1);
});
