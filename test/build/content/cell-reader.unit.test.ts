import test from 'ava';
import { z } from 'zod';
import { createCellReader } from '../../../build/content/cell-reader.ts';

test('a cell is read as its value, or as the issue of its schema', (t) => {
  const read = createCellReader(z.string().regex(/^\d+$/, 'is no number').transform(Number));
  t.deepEqual(read('12'), { value: 12 });
  t.is(read('x').issue?.message, 'is no number');
});

test('a text that was read before is not validated again', (t) => {
  let checks = 0;
  const counted = z.string().refine(() => {
    checks += 1;
    return true;
  });
  const read = createCellReader(counted);
  t.is(read('a'), read('a'));
  read('b');
  t.is(checks, 2);
});
