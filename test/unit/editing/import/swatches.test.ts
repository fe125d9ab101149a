import test from 'ava';
import { familiesOf, hexOf } from '../../../../editing/import/color-names.ts';
import { ImportError } from '../../../../editing/import/import-files.ts';
import { parseSwatches } from '../../../../editing/import/swatches.ts';
import { toId } from '../../../../editing/import/text.ts';

test('a colour belongs to the colour families that its words name', (t) => {
  t.deepEqual(familiesOf(toId('Heather Gray')), ['grey']);
  t.deepEqual(familiesOf(toId('Navy/White')), ['blue', 'white']);
  t.deepEqual(familiesOf(toId('Royal Blue')), ['blue']);
  t.deepEqual(familiesOf(toId('Driftmoss')), []);
});

test('the colours of a shop are found in any letter case, and take precedence over the usual ones', (t) => {
  const swatches = parseSwatches('s.json', '{"NAVY": "#1f2a44"}');
  t.deepEqual(hexOf('navy', swatches), ['#1F2A44']);
  t.deepEqual(hexOf('Navy/White', swatches), ['#1F2A44', '#FBFBF9']);
  t.deepEqual(hexOf('Navy/Driftmoss', swatches), []);
});

test('a swatch map that is not a JSON object is refused', (t) => {
  for (const text of ['', '[]', '{"Navy": 3}']) {
    t.throws(() => parseSwatches('s.json', text), { instanceOf: ImportError }, text);
  }
});
