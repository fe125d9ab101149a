import { encoding } from '../../../../build/rules/file/encoding.ts';
import { findAfter, findAllAfter, findInFixture, inShort, rewriting } from '../find-after.ts';
import { testsOf } from '../rule-test.ts';

const test = testsOf(import.meta.url);

test('UTF-8 passes', async (t) => {
  t.deepEqual(await findInFixture(encoding), []);
});

test('the first character that is not UTF-8 is pointed at', async (t) => {
  const file = rewriting('products/TEE-1.json', (text) =>
    Buffer.from(text.replace('Taille petit', 'Taillé petit'), 'latin1'),
  );
  const table = rewriting('inventory.csv', (text) =>
    Buffer.from(text.replace('TEE', 'TÉE'), 'latin1'),
  );
  const message = 'the character here is not in UTF-8; save the file as UTF-8';
  t.deepEqual((await findAfter(t, encoding, file, table)).map(inShort), [
    `inventory.csv:5:2 ${message}`,
    `products/TEE-1.json:38:17 ${message}`,
  ]);
});

test('UTF-16, as a spreadsheet’s “Unicode text” is, is told by name', async (t) => {
  const edits = ['products/TEE-1.json', 'prices/msrp.csv'].map((file) =>
    rewriting(file, (text) => Buffer.from(`\uFEFF${text}`, 'utf16le')),
  );
  t.deepEqual((await findAfter(t, encoding, ...edits)).map(inShort), [
    'prices/msrp.csv is UTF-16; save it as UTF-8',
    'products/TEE-1.json is UTF-16; save it as UTF-8',
  ]);
});

test('a byte order mark and Windows line ends do no harm, and places stay right', async (t) => {
  const windows = (text: string) => `\uFEFF${text.replaceAll('\n', '\r\n')}`;
  const edits = ['products/TEE-1.json', 'inventory.csv', 'brands.json'].map((file) =>
    rewriting(file, windows),
  );
  t.deepEqual(await findAllAfter(t, ...edits), []);
  const findings = await findAllAfter(
    t,
    rewriting('products/TEE-1.json', (text) => windows(text.replace('"acme"', '7'))),
    rewriting('inventory.csv', (text) => windows(text.replace('400', 'many'))),
  );
  t.deepEqual(
    findings.map(({ file, line, column, endColumn }) => [file, line, column, endColumn]),
    [
      ['inventory.csv', 2, 17, 21],
      ['products/TEE-1.json', 41, 12, 13],
    ],
  );
});
