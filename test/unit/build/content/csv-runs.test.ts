import test from 'ava';
import fc from 'fast-check';
import { cellsOf, rowsIn, textStart } from '../../../../build/content/csv-rows.ts';
import { createRunFinder, type Run } from '../../../../build/content/csv-runs.ts';

const sku = fc.constantFrom('A', 'AB', 'B', 'é', '', '"A"', '"AB"', '"A\nB"');
/** The cell next to the SKU, as CSV text; undefined for a row that has only the SKU. */
const cell = fc.constantFrom('1', '', '2,3', '"4,5"', '"\n"', undefined);
const lineEnd = fc.constantFrom('\n', '\n', '\r\n', '\n\n', '\r\n\r\n');
const row = (cells: readonly (string | undefined)[]) =>
  lineEnd.map((end) => `${cells.filter((each) => each !== undefined).join()}${end}`);

/**
 * Generates a table with the SKU in the first or second column. One to three rows of a SKU follow each other; the SKU
 * may occur again further down.
 */
const table = fc
  .record({ column: fc.constantFrom(0, 1), mark: fc.constantFrom('', '\uFEFF') })
  .chain(({ column, mark }) => {
    const rows = fc
      .tuple(sku, fc.array(cell, { minLength: 1, maxLength: 3 }))
      .chain(([name, cells]) =>
        fc.tuple(...cells.map((other) => row(column === 0 ? [name, other] : [other, name]))),
      );
    return fc.array(rows, { maxLength: 8 }).map((lines) => ({
      column,
      text: `${mark}sku,other\n${lines.flat().join('')}`,
    }));
  });

/** Returns line number and text of each row in runs of a table (consecutive rows of one SKU). */
const rowsOf = (bytes: Buffer, runs: readonly Run[]) =>
  runs.flatMap(({ start, end, line }) => {
    const run = bytes.subarray(start, end);
    return Array.from(rowsIn(run), (span): [line: number, text: string] => [
      line + span.line - 1,
      run.toString('utf8', span.start, span.next),
    ]);
  });

test('the runs of a SKU have the text of all its rows in random tables, with their lines', (t) => {
  const seen = { plain: 0, quoted: 0 };
  const property = fc.property(table, ({ column, text }) => {
    const bytes = Buffer.from(text);
    const first = textStart(bytes);
    const expected = new Map<string, [line: number, text: string][]>();
    for (const span of [...rowsIn(bytes, first)].slice(1)) {
      const name = cellsOf(bytes, span)[column] ?? '';
      const rows = expected.get(name) ?? [];
      rows.push([span.line, bytes.toString('utf8', span.start, span.next)]);
      expected.set(name, rows);
    }
    const all = createRunFinder(bytes, first, column).all();
    const found = [...all].map(([name, runs]) => [name, rowsOf(bytes, runs)]);
    t.deepEqual(found, [...expected]);
    const finder = createRunFinder(bytes, first, column);
    // More SKUs than a finder searches the bytes for; after that, it reads every row once.
    for (const name of ['A', 'AB', 'B', 'é', '', 'A\nB', 'C', 'sku', 'other', 'A', 'AB']) {
      t.deepEqual(rowsOf(bytes, finder.of(name)), expected.get(name) ?? [], name);
    }
    seen[text.includes('"') ? 'quoted' : 'plain'] += 1;
  });
  fc.assert(property, { seed: 20_261_127, numRuns: 1500 });
  t.true(seen.plain > 100 && seen.quoted > 100, JSON.stringify(seen));
});

test('consecutive rows of a SKU are one run, which a blank line ends', (t) => {
  const bytes = Buffer.from('sku,size\nA,1\nA,2\n\nA,3\nB,1\nA,4');
  const finder = createRunFinder(bytes, 0, 0);
  const show = (runs: readonly Run[]) =>
    runs.map(({ start, end, line }) => [line, bytes.toString('utf8', start, end)]);
  const searched = show(finder.of('A'));
  const found = [...finder.all()].map(([name, runs]) => [name, show(runs)]);
  t.deepEqual(searched, found[0]?.[1]);
  t.deepEqual(found, [
    [
      'A',
      [
        [2, 'A,1\nA,2\n'],
        [5, 'A,3\n'],
        [7, 'A,4'],
      ],
    ],
    ['B', [[6, 'B,1\n']]],
  ]);
});
