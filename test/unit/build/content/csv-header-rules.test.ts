/** Columns are recognized by the first line of a table; a faulty first line is explained in messages. */
import test from 'ava';
import { z } from 'zod';
import { columnNamesOf, explainHeader } from '../../../../build/content/rules/csv-header-rules.ts';

const names = ['sku', 'color', 'size', 'quantity'];

/**
 * Returns the columns that are recognized in a header line, and the messages about the line. `optional` are the names
 * of columns that the table may have besides the required ones.
 */
function read(header: string, optional: readonly string[] = []) {
  const all = { names: [...names, ...optional], required: names };
  const { columns, faults } = explainHeader(header.split(','), all);
  return { columns, messages: faults.map(({ message }) => message) };
}

test('a header that names every column is valid, in any order', (t) => {
  t.deepEqual(read('size,sku,quantity,color'), {
    columns: ['size', 'sku', 'quantity', 'color'],
    messages: [],
  });
});

test('an optional column may be missing, and is recognized by a misspelt name', (t) => {
  t.deepEqual(read('sku,color,size,quantity', ['location']), { columns: names, messages: [] });
  const { columns, messages } = read('sku,color,size,quantity,locaton', ['location']);
  t.deepEqual(columns, [...names, 'location']);
  t.is(messages.length, 1);
});

test('a column is optional if its cell may be undefined', (t) => {
  const schema = z.strictObject({ sku: z.string(), location: z.string().optional() });
  t.deepEqual(columnNamesOf(schema), { names: ['sku', 'location'], required: ['sku'] });
});

test('a misspelt name, or one in another case or with spaces, is recognized as its column', (t) => {
  const { columns, messages } = read('SKU, colour ,Size,quantitty');
  t.deepEqual(columns, names);
  t.is(messages.length, 4);
});

test('an unknown column is reported, and the others can be read', (t) => {
  t.deepEqual(read('sku,note,color,size,quantity'), {
    columns: ['sku', undefined, 'color', 'size', 'quantity'],
    messages: ['"note" is not a column of this table'],
  });
});

test('an unknown column that is repeated is reported once', (t) => {
  t.deepEqual(read('note,sku,note,color,size,quantity,note'), {
    columns: [undefined, 'sku', undefined, 'color', 'size', 'quantity', undefined],
    messages: ['"note" is not a column of this table'],
  });
});

test('an empty column name at the end, which spreadsheets add, is reported as an empty column', (t) => {
  t.deepEqual(read('sku,color,size,quantity,'), {
    columns: [...names, undefined],
    messages: ['cell 5 of the first line is empty; name or remove the column'],
  });
});

test('a table without a required column cannot be read', (t) => {
  t.deepEqual(read('sku,size,quantity'), {
    columns: undefined,
    messages: ['the column color is missing; fix this to see more'],
  });
});

test('an unknown name and one missing column are reported as one mistake', (t) => {
  t.deepEqual(read('sku,color,size,qty'), {
    columns: undefined,
    messages: ['"qty" is not a column of this table, which lacks "quantity"; fix this to see more'],
  });
});

test('a table with a repeated column is unreadable, because the correct column is unknown', (t) => {
  t.deepEqual(read('sku,sku,color,size,quantity'), {
    columns: undefined,
    messages: ['the column "sku" is listed twice; fix this to see more'],
  });
});

test('if two names are similar to one column, neither is recognized as this column', (t) => {
  const { columns, messages } = read('sku,colors,colour,size,quantity');
  t.is(columns, undefined);
  t.is(messages.at(-1), 'the column color is missing; fix this to see more');
});

test('if the first line is not a header, the message names the required columns', (t) => {
  t.deepEqual(read('BAG-5,navy,M,9'), {
    columns: undefined,
    messages: [
      'the first line must name the columns sku,color,size,quantity; fix this to see more',
    ],
  });
});
