import test from 'ava';
import fc from 'fast-check';
import {
  factsIn,
  type IndexedProduct,
  indexPart,
  localesIn,
  partIdsIn,
  partLengthsIn,
} from '../../../../build/output/release-index.ts';
import { locales } from '../../../../contract/locales.ts';

/**
 * Texts in an index line, such as names: some look like members of the line, such as `"parts":[1]`, and must not be
 * mistaken for them.
 */
const text = fc.oneof(
  fc.string(),
  fc.constantFrom('"parts":[1]', ',"shown":"x"', ',"locales":{', '","partIds":{}'),
);

const detail = fc.record({ productName: text, brand: text, sha256: text });
const product = fc.record({
  hashes: fc.constant({ file: 'a'.repeat(64), rows: '0'.repeat(64) }),
  object: fc.constant('1f'.repeat(15)),
  parts: fc.array(fc.nat(), { minLength: 1, maxLength: 20 }),
  texts: fc.dictionary(text, fc.nat()),
  locales: fc
    .subarray([...locales])
    .chain((shown) => fc.record(Object.fromEntries(shown.map((locale) => [locale, detail])))),
  partIds: fc.option(fc.dictionary(fc.stringMatching(/^[A-Z]{1,3}$/), fc.tuple(text, text)), {
    nil: undefined,
  }),
}) as unknown as fc.Arbitrary<IndexedProduct>;

test('each fact that is read from an index line without parsing it is that of the product', (t) => {
  const property = fc.property(product, (given) => {
    const part = indexPart('TEE-1', given);
    const line = Buffer.from(part.slice(1));
    const { locales: shown, partIds, ...facts } = JSON.parse(JSON.stringify(given));
    t.deepEqual(partLengthsIn(line, given.parts.length), [...given.parts, Buffer.byteLength(part)]);
    t.deepEqual(localesIn(line), Object.keys(shown));
    t.like(factsIn(line), facts);
    t.deepEqual(JSON.parse(partIdsIn(line) || 'null') ?? undefined, partIds);
  });
  fc.assert(property, { seed: 20_261_128, numRuns: 300 });
});

test('a product that a release lacks has no locales', (t) => {
  t.deepEqual(localesIn(Buffer.alloc(0)), []);
});
