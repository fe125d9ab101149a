import test from 'ava';
import { z } from 'zod';
import { acceptedPart } from '../../../../build/content/accepted-part.ts';

const schema = z.strictObject({
  name: z.string(),
  rank: z.int().exactOptional(),
  sizes: z.array(z.string()).exactOptional(),
  rows: z.record(z.string(), z.number()),
});

test('the valid members of an invalid object are kept', (t) => {
  t.deepEqual(acceptedPart(schema, { name: 1, rank: 2, rows: {} }), { rank: 2, rows: {} });
  t.deepEqual(acceptedPart(schema, { name: 'x', rank: 'two' }), { name: 'x' });
});

test('the valid elements of invalid lists and records are kept', (t) => {
  const part = acceptedPart(schema, { sizes: ['S', 1, 'M'], rows: { a: 1, b: 'x' } });
  t.deepEqual(part, { sizes: ['S', 'M'], rows: { a: 1 } });
});

test('a size chart with an invalid row keeps its other rows, and is omitted if another member is invalid', (t) => {
  const charts = z.strictObject({ charts: z.record(z.string(), schema) });
  const chart = { name: 'x', rows: { a: 1, b: 'x' } };
  t.deepEqual(acceptedPart(charts, { charts: { one: chart, two: { ...chart, name: 1 } } }), {
    charts: { one: { name: 'x', rows: { a: 1 } } },
  });
});

test('a value that is not an object has no valid part', (t) => {
  for (const json of [null, [], 'x', 1]) t.deepEqual(acceptedPart(schema, json), {});
});
