/** The stored forms of answers of `/v1/products/changes`. */
import { gunzipSync } from 'node:zlib';
import test from 'ava';
import type { Changes, ProductChange } from '../../../../contract/schemas/changes.ts';
import { createAnswerEncoder } from '../../../../releases/changes/encode-answer.ts';

const common = {
  release: 'c'.repeat(16),
  releasedAt: '2026-01-01T00:00:00.000Z',
  retention: { days: 30, releases: 200 },
};

const changesOf = (count: number) =>
  Array.from({ length: count }, (_, at): ProductChange => {
    return { sku: `TEE-${at}`, change: 'changed', parts: ['stock'], revision: 'é'.repeat(16) };
  });

test('every form of an answer has the JSON text of the answer, also if answers share their changes', async (t) => {
  const encode = createAnswerEncoder();
  const [few, many] = [changesOf(2), changesOf(200)];
  const answers: readonly (readonly [answer: Changes, forms: number])[] = [
    [common, 1],
    [{ ...common, complete: false, changes: [], reload: 'https://api.example.test' }, 1],
    [{ from: 'a'.repeat(16), ...common, complete: true, changes: few }, 1],
    [{ from: 'a'.repeat(16), ...common, complete: true, changes: many }, 2],
    [{ from: 'b'.repeat(16), ...common, complete: true, changes: many }, 2],
    [{ from: 'b'.repeat(16), ...common, complete: true, changes: changesOf(100) }, 2],
  ];
  for (const [answer, forms] of answers) {
    const [plain, gzip] = await encode(answer);
    t.deepEqual(JSON.parse(plain?.toString() ?? ''), answer);
    t.is(gzip === undefined ? 1 : 2, forms);
    if (gzip) t.deepEqual(gunzipSync(gzip), plain);
  }
});
