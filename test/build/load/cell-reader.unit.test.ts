import test from 'ava';
import { z } from 'zod';
import { createCellReader } from '../../../build/load/cell-reader.ts';

test('a cell is its value, or the issue that its column has with it', (t) => {
  const read = createCellReader(z.string().regex(/^\d+$/, 'is no number').transform(Number));
  t.deepEqual(read('12'), { value: 12 });
  t.is(read('x').issue?.message, 'is no number');
});

test('a text that was read before is not checked again', (t) => {
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
