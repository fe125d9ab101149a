/**
 * Tables written by other programs: the rows read from them, and the messages about tables that cannot be
 * read.
 */
import test from 'ava';
import { ExpectedError } from '../../../../console/errors.ts';
import { readForeignTable } from '../../../../editing/tables/foreign-table.ts';
import { parseColumnMap, type TableForm } from '../../../../editing/tables/table-form.ts';
import { createWorkbook, zip } from '../../../helpers/workbook.ts';

type Field = 'sku' | 'color' | 'quantity';

const form: TableForm<Field> = {
  names: { sku: ['Item', 'SKU'], color: ['Colour', 'Couleur'], quantity: ['On hand', 'Quantité'] },
  needed: [['sku', 'quantity']],
  keys: ['sku'],
};

/** A row as a command gets it: its line, then the cells of its fields. */
type Row = readonly [line: number, sku: string, color: string, quantity: string];

const plain: readonly Row[] = [
  [2, 'TEE-1', 'Gris chiné', '120'],
  [3, 'BAG-5', 'Marine', '4'],
];
const windows = (text: string) => Buffer.from(text, 'latin1');
const bigEndian = (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16();

const text = 'Item,Colour,On hand\nTEE-1,Gris chiné,120\nBAG-5,Marine,4\n';
const french = text.replace('Item,Colour,On hand', 'SKU,Couleur,Quantité').replaceAll(',', ';');

const files: readonly (readonly [what: string, bytes: Buffer, rows: readonly Row[]])[] = [
  ['commas in UTF-8', Buffer.from(text), plain],
  ['a byte order mark', Buffer.from(`\uFEFF${text}`), plain],
  ['semicolons of a French spreadsheet', Buffer.from(french), plain],
  ['semicolons in Windows-1252', windows(french.replaceAll('\n', '\r\n')), plain],
  ['tabs', Buffer.from(text.replaceAll(',', '\t')), plain],
  ['bars', Buffer.from(text.replaceAll(',', '|')), plain],
  ['“Unicode text” of Excel', Buffer.from(`\uFEFF${text.replaceAll(',', '\t')}`, 'utf16le'), plain],
  ['UTF-16 with the other byte first', bigEndian(text), plain],
  ['UTF-16 without a byte order mark', Buffer.from(text, 'utf16le'), plain],
  ['UTF-16 with the other byte first and no mark', Buffer.from(text, 'utf16le').swap16(), plain],
  [
    'accents of Windows-1252 that begin like UTF-8',
    windows('Item,Colour,On hand\nA,\xC3\xC9,2\n'),
    [[2, 'A', 'ÃÉ', '2']],
  ],
  [
    'control characters of a word processor, and quotes of Windows, in UTF-8',
    Buffer.from('Item,Colour,On hand\nA,Gris\x0Bchiné\x1F,2\nB,L\x92été,2\n'),
    [
      [2, 'A', 'Gris\x0Bchiné\x1F', '2'],
      [3, 'B', 'L’été', '2'],
    ],
  ],
  ['Windows line ends', Buffer.from(text.replaceAll('\n', '\r\n')), plain],
  ['line ends of an old Mac', Buffer.from(text.replaceAll('\n', '\r')), plain],
  ['no line end at the end', Buffer.from(text.trimEnd()), plain],
  [
    'the separator named in the first line',
    Buffer.from(`sep=,\n${text}`),
    [
      [3, 'TEE-1', 'Gris chiné', '120'],
      [4, 'BAG-5', 'Marine', '4'],
    ],
  ],
  ['spaces around cells', Buffer.from(text.replaceAll(',', ' ,  ')), plain],
  [
    'quotes after and before a space',
    Buffer.from('"Item" , Colour, On hand\n"TEE-1", "a, b" , 2\n'),
    [[2, 'TEE-1', 'a, b', '2']],
  ],
  [
    'a line break and quotes within a cell',
    Buffer.from('Item,On hand,Colour\nTEE-1,2,"12"" and\r\nmore"\nBAG-5,3,x\n'),
    [
      [2, 'TEE-1', '12" and\nmore', '2'],
      [4, 'BAG-5', 'x', '3'],
    ],
  ],
  [
    'texts that look like formulas to a spreadsheet',
    Buffer.from('Item,Colour,On hand\n"=""0012""",="a, b","\'=1"\n'),
    [[2, '0012', 'a, b', '=1']],
  ],
  [
    'columns in another order, with others between',
    Buffer.from('On hand,Bin,,Colour,Item\n5,A-1,,navy,TEE-1\n'),
    [[2, 'TEE-1', 'navy', '5']],
  ],
  [
    'names of columns in capitals, without accents',
    Buffer.from('sku,quantite\nTEE-1,5\n'),
    [[2, 'TEE-1', '', '5']],
  ],
  [
    'a repeated column that nobody asked for',
    Buffer.from('Item,Note,Note,On hand\nTEE-1,a,b,5\n'),
    [[2, 'TEE-1', '', '5']],
  ],
  [
    'a short last row, with what is needed',
    Buffer.from('Item,On hand,Note\nTEE-1,5\n'),
    [[2, 'TEE-1', '', '5']],
  ],
  [
    'an empty first cell between tabs',
    Buffer.from('Colour\tItem\tOn hand\n\tTEE-1\t5\n'),
    [[2, 'TEE-1', '', '5']],
  ],
  ['a column without a heading', Buffer.from('Item,On hand,\nA,5,\n'), [[2, 'A', '', '5']]],
  [
    'one cell that is the name of a column',
    Buffer.from('Item,Colour,On hand\nTEE-1,Item,5\n'),
    [[2, 'TEE-1', 'Item', '5']],
  ],
  [
    'as long a title as is read',
    Buffer.from(`${'Report;of;all;stock\n'.repeat(99)}${text}`),
    plain.map(([line, ...cells]): Row => [line + 99, ...cells]),
  ],
  [
    'a workbook',
    createWorkbook({
      Stock: [
        ['Item', 'Colour', 'On hand'],
        ['TEE-1', 'Gris chiné', 120],
        ['BAG-5', 'Marine', 4],
      ],
      Other: [['x']],
    }),
    plain,
  ],
  [
    'numbers of a workbook that are shown with leading zeros',
    createWorkbook({
      Stock: [
        ['Item', 'Colour', 'On hand'],
        [{ xml: '<c s="2"><v>123</v></c>' }, { xml: '<c s="2"><v>1.5</v></c>' }, 123],
        [{ xml: '<c s="2" t="str"><v>A7</v></c>' }, { xml: '<c s="2"><v>123456</v></c>' }, 7],
      ],
    }),
    [
      [2, '00123', '1.5', '123'],
      [3, 'A7', '123456', '7'],
    ],
  ],
  [
    'days, truths, large and small numbers of a workbook',
    createWorkbook({
      Stock: [
        ['Item', 'Colour', 'On hand'],
        [6_291_041_500_213, new Date('2027-01-31'), 24.989999999999998],
        [12.5, true, 1e-7],
        ['1E5', false, { xml: '<c><f>1+1</f><v>2</v></c>' }],
        [" '-10 % ", new Date('2027-01-31T08:30:00Z'), 0.1 + 0.2],
      ],
    }),
    [
      [2, '6291041500213', '2027-01-31', '24.99'],
      [3, '12.5', 'TRUE', '0.0000001'],
      [4, '1E5', 'FALSE', '2'],
      [5, '-10 %', '2027-01-31T08:30', '0.3'],
    ],
  ],
];

for (const [what, bytes, rows] of files) {
  test(`a table with ${what} is read`, async (t) => {
    const { rows: read, used } = await readForeignTable('stock', bytes, { form });
    const cellOf = (cells: Readonly<Record<string, string>>, field: Field) =>
      cells[used[field] ?? ''] ?? '';
    t.deepEqual(
      read.map(({ line, cells }) => [
        line,
        ...(['sku', 'color', 'quantity'] as const).map((field) => cellOf(cells, field)),
      ]),
      rows.map((row) => [...row]),
    );
  });
}

test('quotes and dashes of Windows are read', async (t) => {
  const bytes = Buffer.from(
    'Item,On hand,Note\nTEE-1,5,\x93l\x92\xE9t\xE9\x94 \x97 10 \x80\n',
    'latin1',
  );
  const { rows } = await readForeignTable('s.csv', bytes, { form });
  t.is(rows[0]?.cells['Note'], '“l’été” — 10 €');
});

test('titles, totals, repeated headers and remarks are omitted and reported', async (t) => {
  const lines = [
    'Stock report,,',
    '"Warehouse: Montréal",,',
    ',,',
    'Item,Colour,On hand',
    'TEE-1,navy,5',
    ',,',
    'Item,Colour,On hand',
    'BAG-5,navy,6',
    'Grand total,,11',
    'Printed on Friday,,',
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

test('a row is a total if its first text names one, and its identifying cells are empty or name a total too', async (t) => {
  const keys = ['sku', 'color'] as const;
  for (const [row, count] of [
    ['Total Comfort,TEE-1,,5', 0],
    ['Total,,,5', 1],
    ['TOTAL-1,TOTAL-1,,5', 0],
    ['Total: 5,Total (CAD),,5', 1],
    ['Sous-total,Total général,,5', 1],
    ['Total,Total,,5', 1],
    ['Total,,navy,5', 0],
  ] as const) {
    const bytes = Buffer.from(`Name,Item,Colour,On hand\n${row}\n`);
    const { notes } = await readForeignTable('s.csv', bytes, { form: { ...form, keys } });
    t.is(notes.length, count, row);
  }
});

const hint = 'open it in a spreadsheet and save it as .xlsx or as “CSV UTF-8”';

const refused: readonly (readonly [what: string, bytes: Buffer, message: string])[] = [
  ['an empty file', Buffer.from(''), 's.csv is empty; export it again'],
  ['blank lines only', Buffer.from('\r\n \r\n'), 's.csv is empty; export it again'],
  ['empty cells only', Buffer.from(',,\n,,\n'), 's.csv is empty; export it again'],
  [
    'a picture',
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13]),
    `s.csv:3: is no table as text; ${hint}`,
  ],
  ['a PDF', Buffer.from('%PDF-1.7\n…'), `s.csv is a PDF, not a table; ${hint}`],
  [
    'an old Excel file',
    Buffer.from('D0CF11E0A1B11AE1', 'hex'),
    `s.csv is an old Excel file (.xls), or has a password; ${hint}`,
  ],
  [
    'a web page',
    Buffer.from('\uFEFF\n<html><table>'),
    `s.csv is a web page or XML, not a table; ${hint}`,
  ],
  [
    'another zip',
    Buffer.from('PK\x03\x04 nothing'),
    "s.csv cannot be read as a workbook (Couldn't unzip `.xlsx` file contents); open it in a spreadsheet and save it as .xlsx",
  ],
  [
    'a zip with an export, or a file of Numbers or LibreOffice',
    zip({ 'products_export.csv': text }),
    's.csv is a zip archive without a workbook (.xlsx); unzip it, or open it in its program and save it as .xlsx',
  ],
  [
    'half a workbook',
    createWorkbook({ A: [['Item', 'On hand']] }).subarray(0, 500),
    "s.csv cannot be read as a workbook (Couldn't unzip `.xlsx` file contents); open it in a spreadsheet and save it as .xlsx",
  ],
  [
    'two encodings',
    Buffer.concat([Buffer.from('Item,On hand\né,1\n'), windows('é,2\n')]),
    's.csv is UTF-8 in part only; open it in a spreadsheet, check its accents, and save it as .xlsx or as “CSV UTF-8”',
  ],
  [
    'two encodings, and only an apostrophe in UTF-8',
    Buffer.concat([Buffer.from('Item,On hand\nMen’s,1\n'), windows('é,2\n')]),
    's.csv is UTF-8 in part only; open it in a spreadsheet, check its accents, and save it as .xlsx or as “CSV UTF-8”',
  ],
  [
    'two encodings, and only a ligature in UTF-8',
    Buffer.concat([Buffer.from('Item,On hand\ncœur,1\n'), windows('é,2\n')]),
    's.csv is UTF-8 in part only; open it in a spreadsheet, check its accents, and save it as .xlsx or as “CSV UTF-8”',
  ],
  [
    'a character that an export could not write',
    Buffer.from('Item,On hand\nA,1\nCaf\uFFFD,2\n'),
    's.csv:3: contains "�", which replaces a character that was lost; write it again',
  ],
  [
    'a byte that no encoding has',
    windows('Item,On hand\n\x81\xE9,1\n'),
    `s.csv:2: is no table as text; ${hint}`,
  ],
  [
    'half a character',
    Buffer.from('\uFEFFItem', 'utf16le').subarray(0, 9),
    's.csv ends within a character; export it again',
  ],
  [
    'an open quote',
    Buffer.from('Item,On hand\nA,1\n"B,2\nC,3\n'),
    's.csv:3: the quote that opens in this row is never closed; fix this to see more',
  ],
  [
    'a stray quote',
    Buffer.from('Item,On hand\n5" cap,1\n'),
    's.csv:2: a " inside a cell must be doubled, or the whole cell quoted; fix this to see more',
  ],
  [
    'a stray quote below the line that names the separator',
    Buffer.from('sep=,\nItem,On hand\n5" cap,1\n'),
    's.csv:3: a " inside a cell must be doubled, or the whole cell quoted; fix this to see more',
  ],
  [
    'no header, with a separator that is named',
    Buffer.from('sep=;\nTEE-1,5;x\n'),
    's.csv:2: no row is a header with columns for sku + quantity; this one has: TEE-1,5, x; assign the columns: --map sku="…",quantity="…"',
  ],
  [
    'a header below too long a title',
    Buffer.from(`${'Report\n'.repeat(100)}${text}`),
    's.csv:1: no row is a header with columns for sku + quantity; this one has: Report; assign the columns: --map sku="…",quantity="…"',
  ],
  [
    'a header with fewer cells than a row above it',
    Buffer.from('Report;of;all;stock\nItem;Pieces\nTEE-1;5\n'),
    's.csv:2: no row is a header with columns for sku + quantity; this one has: Item, Pieces; assign the columns: --map sku="…",quantity="…"',
  ],
  [
    'a header above fuller rows with names of optional columns',
    Buffer.from('Item;;Pieces\nTEE-1;Colour;5\n'),
    's.csv:1: no row is a header with columns for sku + quantity; this one has: Item, Pieces; assign the columns: --map sku="…",quantity="…"',
  ],
  [
    'no header',
    Buffer.from('TEE-1,5\nBAG-5,6\n'),
    's.csv:1: no row is a header with columns for sku + quantity; this one has: TEE-1, 5; assign the columns: --map sku="…",quantity="…"',
  ],
  [
    'a header without a needed column',
    Buffer.from('Report\nItem;Pieces\nTEE-1;5\n'),
    's.csv:2: no row is a header with columns for sku + quantity; this one has: Item, Pieces; assign the columns: --map sku="…",quantity="…"',
  ],
  [
    'two columns that may be meant',
    Buffer.from('Item,On hand,Quantité\nA,1,2\n'),
    's.csv:1: "On hand" and "Quantité" may both be the quantity; name one: --map quantity="On hand"',
  ],
  [
    'a column twice',
    Buffer.from('Item,On hand,On hand\nA,1,2\n'),
    's.csv:1: the column "On hand" exists 2 times; rename the others',
  ],
  [
    'a heading over two columns',
    Buffer.from('Item,On hand,\n,Montréal,Reno\nA,1,2\n'),
    's.csv:1: the heading "On hand" spans two columns, as line 2 shows; give each column its own heading',
  ],
  [
    'a row that is too long',
    Buffer.from('Item,On hand\nA,1,200\n'),
    's.csv:2: has 3 cells for 2 columns; quote the cell that holds a separator',
  ],
  [
    'a row that is cut off',
    Buffer.from('Item,Colour,On hand\nA,navy,1\nB,na'),
    's.csv:3: has 2 cells for 3 columns; the row is incomplete',
  ],
  [
    'another table below, with two columns of this one',
    Buffer.from('Item,On hand\nA,1\n\nOn hand,Item\n1,A\n'),
    's.csv:4: another table begins here, with other columns; put it into a file of its own',
  ],
  [
    'another table below',
    Buffer.from('Item,On hand,Colour\nA,1,x\n\nItem,Colour,On hand\nA,x,1\n'),
    's.csv:4: another table begins here, with other columns; put it into a file of its own',
  ],
];

for (const [what, bytes, message] of refused) {
  test(`${what} cannot be read, and the message says why and what to do`, async (t) => {
    const error = await t.throwsAsync(readForeignTable('s.csv', bytes, { form, map: {} }), {
      instanceOf: ExpectedError,
    });
    t.is(error?.message, message);
  });
}

test('the user can assign columns to fields', async (t) => {
  const map = parseColumnMap(['sku=Réf, client,quantity="In stock"', 'color='], form);
  t.deepEqual(map, { sku: 'Réf, client', quantity: 'In stock', color: '' });
  // `color=` leaves the field out: it does not assign the column without a name to the field.
  const bytes = Buffer.from('"Réf, client";In stock;On hand;Colour;\nTEE-1;5;6;navy;\n');
  const { used } = await readForeignTable('s.csv', bytes, { form, map });
  t.deepEqual(used, { sku: 'Réf, client', quantity: 'In stock' });
});

test('of columns that differ only in case, the one with exactly the given name is used', async (t) => {
  const bytes = Buffer.from('Item,ON HAND,On hand\nTEE-1,5,6\n');
  const { used } = await readForeignTable('s.csv', bytes, { form, map: { quantity: 'On hand' } });
  t.is(used.quantity, 'On hand');
});

test('an assigned column that does not exist is refused, with the existing columns', async (t) => {
  const bytes = Buffer.from('Item,On hand\nTEE-1,5\n');
  const reading = readForeignTable('s.csv', bytes, { form, map: { quantity: 'On hnad' } });
  t.is(
    (await t.throwsAsync(reading))?.message,
    's.csv:1: there is no column "On hnad"; this one has: Item, On hand; did you mean "On hand"?',
  );
  t.throws(() => parseColumnMap(['qty=x'], form), {
    message: '--map "qty=x": write sku=…, color=…, quantity=…, with the name of a column each',
  });
});

test('of a workbook, the first sheet with a header is read, or the named one', async (t) => {
  const bytes = createWorkbook({
    Cover: [['Stock']],
    Chart: 'chart',
    Stock: [
      ['Item', 'On hand'],
      ['TEE-1', 5],
    ],
    'Last year': [
      ['Item', 'On hand'],
      ['TEE-1', 9],
    ],
  });
  const first = await readForeignTable('s.xlsx', bytes, { form });
  t.deepEqual(first.rows, [{ line: 2, cells: { Item: 'TEE-1', 'On hand': '5' } }]);
  const old = await readForeignTable('s.xlsx', bytes, { form, sheet: 'Last year' });
  t.deepEqual(old.rows, [{ line: 2, cells: { Item: 'TEE-1', 'On hand': '9' } }]);
  const reading = readForeignTable('s.xlsx', bytes, { form, sheet: 'Stok' });
  t.is(
    (await t.throwsAsync(reading))?.message,
    's.xlsx has no sheet "Stok"; it has: Cover, Chart, Stock, Last year',
  );
});

test('more rows are read than a function call can have arguments', async (t) => {
  const lines = Array.from({ length: 200_000 }, (_, at) => `TEE-${at},${at}`);
  const bytes = Buffer.from(`Item,On hand\r\n${lines.join('\r\n')}`);
  const { rows } = await readForeignTable('s.csv', bytes, { form });
  t.is(rows.length, 200_000);
  t.deepEqual(rows.at(-1), {
    line: 200_001,
    cells: { Item: 'TEE-199999', 'On hand': '199999' },
  });
});
