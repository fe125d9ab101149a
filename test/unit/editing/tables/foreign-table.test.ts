/** Rows read from tables of other programs, and messages about tables that cannot be read. */
import test from 'ava';
import { ExpectedError } from '../../../../console/errors.ts';
import { readForeignTable } from '../../../../editing/tables/foreign-table.ts';
import { parseColumnMap, type TableForm } from '../../../../editing/tables/table-form.ts';
import { createWorkbook } from '../../../helpers/workbook.ts';

type Field = 'sku' | 'color' | 'quantity';

const form: TableForm<Field> = {
  names: { sku: ['Item', 'SKU'], color: ['Colour', 'Couleur'], quantity: ['On hand', 'Quantité'] },
  needed: [['sku', 'quantity']],
  keys: ['sku'],
};

const windows = (text: string) => Buffer.from(text, 'latin1');

const text = 'Item,Colour,On hand\nTEE-1,Gris chiné,120\nBAG-5,Marine,4\n';
const french = text.replace('Item,Colour,On hand', 'SKU,Couleur,Quantité').replaceAll(',', ';');
/** Rows as a command gets them: the line, then the cells of SKU, colour and quantity. */
const plain = ['2|TEE-1|Gris chiné|120', '3|BAG-5|Marine|4'];

const files: readonly (readonly [what: string, file: string | Buffer, rows?: string[]])[] = [
  ['commas in UTF-8', text],
  ['a byte order mark', `\uFEFF${text}`],
  ['semicolons of a French spreadsheet', french],
  ['semicolons in Windows-1252', windows(french.replaceAll('\n', '\r\n'))],
  ['tabs', text.replaceAll(',', '\t')],
  ['“Unicode text” of Excel', Buffer.from(`\uFEFF${text.replaceAll(',', '\t')}`, 'utf16le')],
  ['UTF-16 without a byte order mark', Buffer.from(text, 'utf16le')],
  ['dashes of Windows', windows('Item,On hand\n\xE9t\xE9 \x97 \x80,2\n'), ['2|été — €||2']],
  ['line ends of an old Mac', text.replaceAll('\n', '\r')],
  ['the separator in the first line', 'sep=,\nItem,On hand\nA,5\n', ['3|A||5']],
  ['quotes and spaces', '"Item" , Colour, On hand\n"A", "a, b" , 2\n', ['2|A|a, b|2']],
  [
    'a line break within a cell',
    'Item,On hand,Colour\nA,2,"12"" and\r\nmore"\nB,3,x\n',
    ['2|A|12" and\nmore|2', '4|B|x|3'],
  ],
  [
    'texts that look like formulas',
    'Item,Colour,On hand\n"=""0012""",="a, b","\'=1"\n',
    ['2|0012|a, b|=1'],
  ],
  ['columns in another order', 'On hand,Bin,,Colour,Item\n5,A-1,,navy,A\n', ['2|A|navy|5']],
  ['a short last row, with what is needed', 'Item,On hand,Note\nA,5\n', ['2|A||5']],
  ['an empty first cell', 'Colour\tItem\tOn hand\n\tA\t5\n', ['2|A||5']],
  [
    'a long title',
    `${'a;b;c;d\n'.repeat(99)}${text}`,
    ['101|TEE-1|Gris chiné|120', '102|BAG-5|Marine|4'],
  ],
  [
    'days, truths and numbers of a workbook',
    createWorkbook({
      Stock: [
        ['Item', 'Colour', 'On hand'],
        [6_291_041_500_213, new Date('2027-01-31'), 24.989999999999998],
        [12.5, true, 1e-7],
        ['1E5', false, { xml: '<c><f>1+1</f><v>2</v></c>' }],
        [" '-10 % ", new Date('2027-01-31T08:30:00Z'), 0.1 + 0.2],
        // Shown with at least five digits.
        [{ xml: '<c s="2"><v>123</v></c>' }, { xml: '<c s="2"><v>1.5</v></c>' }, 123],
      ],
    }),
    [
      ...['2|6291041500213|2027-01-31|24.99', '3|12.5|TRUE|0.0000001', '4|1E5|FALSE|2'],
      ...['5|-10 %|2027-01-31T08:30|0.3', '6|00123|1.5|123'],
    ],
  ],
];

for (const [what, file, rows = plain] of files) {
  test(`a table with ${what} is read`, async (t) => {
    const { rows: read, used } = await readForeignTable('stock', Buffer.from(file), { form });
    const cellsOf = (cells: Readonly<Record<string, string>>) =>
      (['sku', 'color', 'quantity'] as const).map((field) => cells[used[field] ?? ''] ?? '');
    t.deepEqual(
      read.map(({ line, cells }) => [line, ...cellsOf(cells)].join('|')),
      rows,
    );
  });
}

test('titles, totals, repeated headers and remarks are left out and reported', async (t) => {
  const lines = [
    ...['Stock report,,', '"Warehouse: Montréal",,', ',,', 'Item,Colour,On hand', 'TEE-1,navy,5'],
    ...[',,', 'Item,Colour,On hand', 'BAG-5,navy,6', 'Grand total,,11', 'Printed on Friday,,'],
  ];
  const { rows, notes } = await readForeignTable('s.csv', Buffer.from(lines.join('\r\n')), {
    form,
  });
  t.deepEqual(
    rows.map(({ line }) => line),
    [5, 8],
  );
  t.deepEqual(notes, [
    's.csv:1: left out what is above the header',
    'left out s.csv:7: the header again',
    'left out s.csv:9: "Grand total", a total',
    'left out s.csv:10: "Printed on Friday", the only cell of its row',
  ]);
});

test('a row is a total only if no cell identifies a product', async (t) => {
  const keys = ['sku', 'color'] as const;
  for (const [row, count] of [
    ['Total Comfort,TEE-1,,5', 0],
    ['TOTAL-1,TOTAL-1,,5', 0],
    ['Total,,navy,5', 0],
    ['Total,,,5', 1],
    ['Total: 5,Total (CAD),,5', 1],
    ['Sous-total,Total général,,5', 1],
  ] as const) {
    const bytes = Buffer.from(`Name,Item,Colour,On hand\n${row}\n`);
    const { notes } = await readForeignTable('s.csv', bytes, { form: { ...form, keys } });
    t.is(notes.length, count, row);
  }
});

const noHeader = 'no row is a header with columns for sku + quantity; this one has';
/** Files that cannot be read, with the place and the reason; each message adds a remedy. */
const refused: readonly (readonly [what: string, file: string | Buffer, message: string])[] = [
  ['an empty file', '', 's.csv is empty; '],
  ['a PDF', '%PDF-1.7\n…', 's.csv is a PDF, not a table; '],
  [
    'an old Excel file',
    Buffer.from('D0CF11E0A1B11AE1', 'hex'),
    's.csv is an old Excel file (.xls)',
  ],
  ['a web page', '\uFEFF\n<html><table>', 's.csv is a web page or XML, not a table; '],
  [
    'half a workbook',
    createWorkbook({ A: [['Item', 'On hand']] }).subarray(0, 500),
    's.csv cannot be read as a workbook',
  ],
  [
    'two encodings',
    Buffer.concat([Buffer.from('Item,On hand\nMen’s cœur,1\n'), windows('é,2\n')]),
    's.csv is UTF-8 in part only; ',
  ],
  ['an open quote', 'Item,On hand\nA,1\n"B,2\nC,3\n', 's.csv:3: the quote that opens in this row '],
  [
    'a stray quote',
    'sep=,\nItem,On hand\n5" cap,1\n',
    's.csv:3: a " inside a cell must be doubled',
  ],
  ['no header', 'sep=;\nTEE-1,5;x\n', `s.csv:2: ${noHeader}: TEE-1,5, x; `],
  [
    'two columns for one field',
    'Item,On hand,Quantité\nA,1,2\n',
    's.csv:1: "On hand" and "Quantité" may both be the quantity; name one: --map ',
  ],
  [
    'a column twice',
    'Item,On hand,On hand\nA,1,2\n',
    's.csv:1: the column "On hand" exists 2 times',
  ],
  [
    'a second table',
    'Item,On hand\nA,1\n\nOn hand,Item\n1,A\n',
    's.csv:4: another table begins here',
  ],
  ['too long a row', 'Item,On hand\nA,1,200\n', 's.csv:2: has 3 cells for 2 columns; quote the '],
];

test('a file that cannot be read is refused with its place, the reason and a remedy', async (t) => {
  for (const [what, file, message] of refused) {
    const reading = readForeignTable('s.csv', Buffer.from(file), { form, map: {} });
    const error = await t.throwsAsync(reading, { instanceOf: ExpectedError }, what);
    t.true(error?.message.startsWith(message), error?.message);
  }
});

test('the user can assign columns to fields', async (t) => {
  const map = parseColumnMap(['sku=Réf, client,quantity="In stock"', 'color='], form);
  t.deepEqual(map, { sku: 'Réf, client', quantity: 'In stock', color: '' });
  // `color=` leaves the field out: it does not assign the column without a name to the field.
  const bytes = Buffer.from('"Réf, client";In stock;On hand;Colour;\nTEE-1;5;6;navy;\n');
  const { used } = await readForeignTable('s.csv', bytes, { form, map });
  t.deepEqual(used, { sku: 'Réf, client', quantity: 'In stock' });
  t.throws(() => parseColumnMap(['sku=Item,sku=SKU'], form), {
    instanceOf: ExpectedError,
    message: '--map gives sku twice, as "Item" and as "SKU"; name one column',
  });
});

test('of a workbook, the first sheet with a header is read, or the named one', async (t) => {
  const [header, cells] = [
    ['Item', 'On hand'],
    ['TEE-1', 5],
  ];
  const sheets = { Cover: [['Stock']], Chart: 'chart', Stock: [header, cells] } as const;
  const bytes = createWorkbook({ ...sheets, 'Last year': [header, ['TEE-1', 9]] });
  const read = (sheet?: string) =>
    readForeignTable('s.xlsx', bytes, { form, ...(sheet && { sheet }) });
  t.is((await read()).rows[0]?.cells['On hand'], '5');
  t.is((await read('Last year')).rows[0]?.cells['On hand'], '9');
  const message = 's.xlsx has no sheet "Stok"; it has: Cover, Chart, Stock, Last year';
  await t.throwsAsync(read('Stok'), { message });
});

test('more rows are read than a function call can have arguments', async (t) => {
  const lines = Array.from({ length: 200_000 }, (_, at) => `TEE-${at},${at}`);
  const bytes = Buffer.from(`Item,On hand\r\n${lines.join('\r\n')}`);
  const { rows } = await readForeignTable('s.csv', bytes, { form });
  t.deepEqual([rows.length, rows.at(-1)?.line], [200_000, 200_001]);
});
