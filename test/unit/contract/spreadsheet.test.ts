import test from 'ava';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { createRowWriter, withoutProtection } from '../../../contract/spreadsheet.ts';

test('English rows have commas and points, French rows semicolons and commas', (t) => {
  const cells = ['TEE-1', 'Salt & Pepper Tee', 12.5, 1200, undefined, 'M'];
  t.is(createRowWriter('en-CA')(cells), 'TEE-1,Salt & Pepper Tee,12.5,1200,,M\r\n');
  t.is(createRowWriter('en-US')(cells), 'TEE-1,Salt & Pepper Tee,12.5,1200,,M\r\n');
  t.is(createRowWriter('fr-CA')(cells), 'TEE-1;Salt & Pepper Tee;"12,5";1200;;M\r\n');
});

test('cells with separators, quotes, line breaks or outer spaces are quoted', (t) => {
  const write = createRowWriter('en-CA');
  t.is(
    write(['a,b', 'a;b', 'say "hi"', 'two\nlines', ' x']),
    '"a,b","a;b","say ""hi""","two\nlines"," x"\r\n',
  );
});

test('no text is written so that a spreadsheet runs it as a formula', (t) => {
  const write = createRowWriter('fr-CA');
  for (const begin of ['=', '+', '-', '@', '＝', '＋', '－', '＠']) {
    t.is(write([`${begin}1+1`]), `'${begin}1+1\r\n`);
  }
  for (const begin of ['\t', '\r', '\n']) t.is(write([`${begin}=1`]), `"'${begin}=1"\r\n`);
  t.is(write([-1.5]), '"-1,5"\r\n');
});

test('removing the protection returns every original text', (t) => {
  const write = createRowWriter('en-CA');
  const read = (row: string) => {
    const [cells = []] = parse(row, { relax_column_count: true }) as string[][];
    return cells.map(withoutProtection);
  };
  t.is(write(["'=1", "''-1", "'90s"]), "''=1,'''-1,'90s\r\n");
  const text = fc.oneof(
    fc.string(),
    fc.string({ unit: fc.constantFrom("'", '=', '-', '＠', '\t', '\n', '"', ',', 'a') }),
  );
  fc.assert(
    fc.property(fc.array(text, { minLength: 2, maxLength: 4 }), (texts) => {
      t.deepEqual(read(write(texts)), texts);
    }),
    { numRuns: 1000 },
  );
});
