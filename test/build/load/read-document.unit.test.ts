import test from 'ava';
import { z } from 'zod';
import { readDocument, readSound } from '../../../build/load/read-document.ts';

const schema = z.strictObject({ name: z.string(), sizes: z.array(z.string()), rank: z.int() });
const read = (text: string) => readDocument('a.json', Buffer.from(text), schema);

test('a sound file is its value', (t) => {
  const reading = read('{"name": "Tee", "sizes": ["S"], "rank": 1}');
  t.true(reading.whole);
  t.deepEqual(reading.value, { name: 'Tee', sizes: ['S'], rank: 1 });
  t.deepEqual(reading.found, []);
});

test('a byte order mark and Windows line ends do no harm', (t) => {
  t.true(read('\uFEFF{\r\n"name": "Tee",\r\n"sizes": [],\r\n"rank": 1}\r\n').whole);
});

test('every fault of a file is told, and its sound members are kept', (t) => {
  const { value, whole, found } = read('{"nome": "Tee", "sizes": ["S", 1], "rank": "2",}');
  t.false(whole);
  t.deepEqual(value, { sizes: ['S'] });
  t.deepEqual(found.map(({ rule }) => rule.id).sort(), [
    'json/syntax',
    'shape/unknown-field',
    'shape/wrong-type',
    'shape/wrong-type',
  ]);
});

test('of a text that cannot be taken apart nothing is kept or guessed', (t) => {
  const { value, json, found } = read('{"name": "Tee');
  t.deepEqual(value, {});
  t.is(json, undefined);
  t.deepEqual(
    found.map(({ rule }) => rule.id),
    ['json/syntax'],
  );
});

test('a sound value with a fault in a text is not whole', (t) => {
  const { whole, found } = read('{"name": "Tee ", "sizes": [], "rank": 1}');
  t.false(whole);
  t.deepEqual(found[0]?.fault.path, ['name']);
});

test('a sound file that is read again is the same value', (t) => {
  const bytes = Buffer.from('\uFEFF{"name": "Té", "sizes": ["S"],\r\n "rank": 1}');
  t.deepEqual(readSound(bytes), readDocument('a.json', bytes, schema).value);
});
