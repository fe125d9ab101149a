import test from 'ava';
import fc from 'fast-check';
import { formatJson } from '../../../../../pages/docs/reference/format-json.ts';

test('formatted JSON is the same value', (t) => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.nat(100), (value, width) => {
      const plain: unknown = JSON.parse(JSON.stringify(value));
      t.deepEqual(JSON.parse(formatJson(value, width)), plain);
    }),
  );
});

test('a value that fits on a line stays on it, and a longer one is split into lines', (t) => {
  const value = {
    a: 1,
    list: [
      { b: 2, c: null },
      { b: 'a longer text', c: [] },
    ],
  };
  t.is(
    formatJson(value, 40),
    `{
  "a": 1,
  "list": [
    { "b": 2, "c": null },
    { "b": "a longer text", "c": [] }
  ]
}`,
  );
});
