/**
 * Tests `readStackFacts`, which reads address, first key and Redis URL from the output of `npm run stack` for benches.
 */
import { Readable } from 'node:stream';
import test from 'ava';
import { readStackFacts } from '../../bench/stack.ts';

const lines = [
  'building content',
  'serving http://localhost:8080',
  'key A1 ppc_first',
  'key A3 ppc_second',
  'redis redis://127.0.0.1:6379',
  'curl http://localhost:8080/v1/products',
];
const outputOf = (...printed: readonly string[]) =>
  Readable.from(printed.map((line) => `${line}\n`));

test('address, first key and Redis URL are read from the output of the stack', async (t) => {
  t.deepEqual(await readStackFacts(outputOf(...lines)), {
    address: 'http://localhost:8080',
    key: 'ppc_first',
    redisUrl: 'redis://127.0.0.1:6379',
  });
});

test('a stack that ends before it has printed a fact is an error, so that no other Redis is used', async (t) => {
  for (const [count, word] of [
    [0, 'serving'],
    [1, 'serving'],
    [2, 'key'],
    [4, 'redis'],
  ] as const) {
    await t.throwsAsync(readStackFacts(outputOf(...lines.slice(0, count))), {
      message: `the stack ended before it printed the line "${word} …"; its messages say why`,
    });
  }
});
