import { isDeepStrictEqual } from 'node:util';
import test from 'ava';
import fc from 'fast-check';
import { createSharing } from '../../../../build/content/share-equal.ts';

test('a copy with shared parts is the same JSON, with members in the same order', (t) => {
  const share = createSharing();
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      t.is(JSON.stringify(share(value)), JSON.stringify(value));
    }),
  );
  t.pass();
});

test('equal parts of two values become one object', (t) => {
  const share = createSharing();
  const product = (color: string) => ({ colors: [{ color }], sizes: ['S', 'M'] });
  const [black, red] = [share(product('black')), share(product('red'))];
  t.is(black.sizes, red.sizes);
  t.not(black.colors, red.colors as unknown);
  t.is(share(product('red')), red);
});

test('values are copied correctly when they have more parts than the cache remembers', (t) => {
  const share = createSharing();
  const values = Array.from({ length: 12_000 }, (_none, at) => ({ at: [at] }));
  t.true(isDeepStrictEqual(values.map(share), values));
});
