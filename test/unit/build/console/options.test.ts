import test from 'ava';
import { readOptions } from '../../../../build/console/options.ts';
import { dangerKinds } from '../../../../releases/guard/dangers.ts';

test('--accept takes one kind of danger, a list of kinds, or all', (t) => {
  const args = ['--accept', 'price-jumps, emptied-locale', '--accept', 'removed-products'];
  t.deepEqual(readOptions(args)?.accept, ['price-jumps', 'emptied-locale', 'removed-products']);
  t.deepEqual(readOptions(['--accept', 'all'])?.accept, [...dangerKinds]);
  t.throws(() => readOptions(['--accept', 'everything']), { message: /^--accept takes removed-/ });
});
