import test from 'ava';
import { type Node, parseTree } from 'jsonc-parser';
import { locateJson } from '../../../../build/check/findings/locate-json.ts';

const text = `{
  "sku": "TEE-1",
  "colors": [{ "color": "navy" }, { "color": "grey" }],
  "name": { "en": "Tee" }
}`;

/** The characters that a path leads to. */
function at(path: readonly (string | number)[], atName = false): string {
  const [offset, length] = locateJson(parseTree(text) as Node, path, atName);
  return text.slice(offset, offset + length);
}

test('a path is located at its value', (t) => {
  t.is(at(['sku']), '"TEE-1"');
  t.is(at(['colors', 1, 'color']), '"grey"');
  t.is(at(['colors', 0]), '{ "color": "navy" }');
});

test('a path is located at the name of its member if asked for', (t) => {
  t.is(at(['name', 'en'], true), '"en"');
  t.is(at(['colors', 0, 'color'], true), '"color"');
});

test('a missing value is located at the nearest existing name above it', (t) => {
  t.is(at(['name', 'fr']), '"name"');
  t.is(at(['colors', 7, 'color']), '"colors"');
  t.is(at(['brand']), '{');
});
