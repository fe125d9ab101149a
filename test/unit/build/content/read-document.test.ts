import test from 'ava';
import { z } from 'zod';
import { readDocument } from '../../../../build/content/read-document.ts';

const schema = z.strictObject({ name: z.string(), sizes: z.array(z.string()), rank: z.int() });
const read = (text: string) => readDocument('a.json', Buffer.from(text), schema);

test('reading a valid file returns its value', (t) => {
  const reading = read('{"name": "Tee", "sizes": ["S"], "rank": 1}');
  t.true(reading.whole);
  t.deepEqual(reading.value, { name: 'Tee', sizes: ['S'], rank: 1 });
  t.deepEqual(reading.found, []);
});

test('a byte order mark and Windows line ends are valid', (t) => {
  t.true(read('\uFEFF{\r\n"name": "Tee",\r\n"sizes": [],\r\n"rank": 1}\r\n').whole);
});

test('every mistake in a file is reported, and its valid members are kept', (t) => {
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

test('a file with ambiguous syntax has one finding and no value', (t) => {
  const { value, json, found } = read('{"name": "Tee');
  t.deepEqual(value, {});
  t.is(json, undefined);
  t.deepEqual(
    found.map(({ rule }) => rule.id),
    ['json/syntax'],
  );
});

test('a value with a mistake in a text is marked as incomplete', (t) => {
  const { whole, found } = read('{"name": "Tee ", "sizes": [], "rank": 1}');
  t.false(whole);
  t.deepEqual(found[0]?.fault.path, ['name']);
});

test('a file that is nested too deeply has one finding, at the position of the nesting, and no value', (t) => {
  const levels = 100_000;
  const open = '['.repeat(levels);
  for (const [text, offset] of [
    [open, 100],
    [open + ']'.repeat(levels), 100],
    [`{"name": "Tee\n${open}`, 113],
  ] as const) {
    const { value, json, found } = read(text);
    t.deepEqual(value, {});
    t.is(json, undefined);
    t.deepEqual(
      found.map(({ rule, fault }) => [rule.id, fault.span]),
      [['json/nesting', [offset, 1]]],
    );
  }
});

test('brackets within strings, and many lists side by side, do not count as nesting', (t) => {
  t.true(
    read(`{"name": "${'[{'.repeat(100)}\\"${'['.repeat(100)}", "sizes": [], "rank": 1}`).whole,
  );
  const lists = `{"sizes": [${'[],'.repeat(1000)}[]]}`;
  t.false(read(lists).found.some(({ rule }) => rule.id === 'json/nesting'));
});
