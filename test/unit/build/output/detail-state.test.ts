import test from 'ava';
import fc from 'fast-check';
import { sha256 } from '../../../../build/content/sha256.ts';
import { renderWithState } from '../../../../build/output/detail-state.ts';
import type { ProductDetail } from '../../../../contract/schemas/product.ts';

const optional = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });
/** Generates details whose members are in any order, and some of which are undefined. */
const detail = fc
  .record({
    ...{ sku: fc.string(), note: optional(fc.string()), colors: fc.array(fc.jsonValue()) },
    ...{ pricing: fc.jsonValue(), inventory: fc.array(fc.jsonValue()) },
    asOf: optional(fc.string()),
  })
  .chain((members) => {
    const entries = Object.entries(members);
    const sorted = fc.shuffledSubarray(entries, { minLength: entries.length });
    return sorted.map((each) => Object.fromEntries(each) as unknown as ProductDetail);
  });

test('a detail is rendered as JSON, and each of its hashes is that of the JSON of its part', (t) => {
  const short = (part: unknown) => sha256(JSON.stringify(part)).slice(0, 16);
  const property = fc.property(detail, (given) => {
    const rendered = renderWithState(given);
    const text = JSON.stringify(given);
    t.is(rendered.bytes.toString(), text);
    t.is(rendered.sha256, sha256(text));
    const { pricing, inventory, asOf, ...content } = given;
    const stock = asOf === undefined ? inventory : { inventory, asOf };
    const expected = [sha256(text).slice(0, 16), short(content), short(pricing), short(stock)];
    t.deepEqual([...rendered.state], expected);
  });
  fc.assert(property, { seed: 20_261_127, numRuns: 300 });
});
