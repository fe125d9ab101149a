/**
 * Tests how a repeated import merges three versions of a JSON file: as the last import wrote it
 * (`base`), as editors have changed it since (`current`), and as this import would write it
 * (`next`).
 */
import test from 'ava';
import { mergeJson } from '../../../../editing/import/again/merge-json.ts';

interface Merging {
  readonly base: unknown;
  readonly next: unknown;
  /**
   * The file as editors changed it: a JSON value, or the text of the file if its white space
   * matters.
   */
  readonly current: unknown;
  readonly keepsEntries?: boolean;
}

/**
 * Merges three versions of a file. Returns the result as text and as value, and the paths of the
 * members to which the import does not write its values because editors changed them (`kept`);
 * `conflicts` are those of them that the source has changed, too.
 */
function merge({ base, current, next, keepsEntries = false }: Merging) {
  const [kept, conflicts]: [string[], string[]] = [[], []];
  const toText = (value: unknown) => `${JSON.stringify(value, undefined, 2)}\n`;
  const text = mergeJson(
    {
      base: toText(base),
      current: typeof current === 'string' ? current : toText(current),
      next: toText(next),
    },
    {
      ...{ file: 'file.json', keepsEntries },
      onKept(path, isNew) {
        kept.push(path);
        if (isNew) conflicts.push(path);
      },
    },
  );
  return { text, value: JSON.parse(text) as unknown, kept, conflicts };
}

test('a file that the source did not change keeps every byte', (t) => {
  const current = '{ "a": [1,   2],\n\t"mine": true }';
  t.deepEqual(merge({ base: { a: [1, 2] }, current, next: { a: [1, 2] } }), {
    ...{ text: current, value: { a: [1, 2], mine: true }, kept: [], conflicts: [] },
  });
});

test('a member that the source no longer has is removed, unless editors changed it', (t) => {
  const base = { a: 1, b: { c: 1, d: 1 }, e: 1 };
  const current = { a: 1, b: { c: 1, d: 1 }, e: 2 };
  const { value, kept } = merge({ base, current, next: { b: { c: 1 } } });
  t.deepEqual([value, kept], [{ b: { c: 1 }, e: 2 }, ['e']]);
});

test('an entry of a shared file stays when the source drops it; another member goes', (t) => {
  const base = { colors: { navy: { name: 'Navy', hex: '#000080' }, red: {} }, title: 'x' };
  const { value } = merge({
    ...{ base, current: base, keepsEntries: true },
    next: { colors: { navy: { name: 'Marine' } } },
  });
  t.deepEqual(value, { colors: { navy: { name: 'Marine' }, red: {} } });
  const sizes = { base: { sizes: ['S', 'M'] }, next: { sizes: ['S', 'L'] } };
  const list = merge({ ...sizes, current: { sizes: ['S', 'M'] }, keepsEntries: true });
  t.deepEqual(list.value, { sizes: ['S', 'L', 'M'] });
  const edited = merge({ ...sizes, current: { sizes: ['S', 'M', 'XL'] } });
  t.deepEqual(edited.value, { sizes: ['S', 'L', 'XL'] });
});

const [navy, red, sky] = [{ color: 'navy' }, { color: 'red' }, { color: 'sky' }];

test('a list that editors changed takes added and removed items of the source', (t) => {
  const noted = { color: 'navy', note: 'Runs small' };
  const { value, kept } = merge({
    base: { colors: [navy, red] },
    current: { colors: [noted, red, { color: 'own' }] },
    next: { colors: [sky, navy, { color: 'plum' }] },
  });
  t.deepEqual(value, { colors: [sky, noted, { color: 'plum' }, { color: 'own' }] });
  t.deepEqual(kept, []);
});

test('what editors removed is a conflict if the source has changed it since', (t) => {
  const { value, kept, conflicts } = merge({
    base: { colors: [navy, red, sky], a: 1, b: 1 },
    current: { colors: [navy] },
    next: { colors: [navy, { color: 'red', note: 'New' }, sky], a: 2, b: 1 },
  });
  t.deepEqual(value, { colors: [navy] });
  t.deepEqual(kept, ['colors.red', 'colors.sky', 'a', 'b']);
  t.deepEqual(conflicts, ['colors.red', 'a']);
});

test('of a list whose items have no keys, the editors’ version is kept completely', (t) => {
  for (const next of [
    [1, 2, 3],
    ['S', 'S'],
  ]) {
    const { value, kept } = merge({ base: { a: [1] }, current: { a: [2] }, next: { a: next } });
    t.deepEqual([value, kept], [{ a: [2] }, ['a']]);
  }
});
