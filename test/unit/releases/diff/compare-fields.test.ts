import test from 'ava';
import { compareFields, isTextChange } from '../../../../releases/diff/compare-fields.ts';

test('fields are compared at every depth and named by their path', (t) => {
  const before = { name: 'Tee', minimumOrder: { quantity: 12 }, tag: 'New', studio: true };
  const after = { name: 'Tee', minimumOrder: { quantity: 24 }, note: 'Small', studio: true };
  t.deepEqual(compareFields(before, after, []), [
    { path: 'minimumOrder.quantity', before: 12, after: 24 },
    { path: 'note', before: null, after: 'Small' },
    { path: 'tag', before: 'New', after: null },
  ]);
});

test('members that other code compares are left out, with their nested members', (t) => {
  const before = { pricing: { msrp: [{ price: 1 }], credits: 1 }, inventory: [] };
  const after = { pricing: { msrp: [{ price: 2 }], credits: 2 }, inventory: [{ quantity: 1 }] };
  const changes = compareFields(before, after, ['pricing.msrp', 'inventory']);
  t.deepEqual(changes, [{ path: 'pricing.credits', before: 1, after: 2 }]);
});

test('entries of a list are named by id or code, otherwise by index, and their order is compared as a field', (t) => {
  const before = {
    colors: [
      { id: 'navy', name: 'Navy' },
      { id: 'red', name: 'Red' },
    ],
    images: [{ alt: 'Front' }],
  };
  const after = {
    colors: [
      { id: 'red', name: 'Red' },
      { id: 'navy', name: 'Marine' },
    ],
    images: [{ alt: 'Back' }],
  };
  t.deepEqual(compareFields(before, after, []), [
    { path: 'colors', before: 'navy, red', after: 'red, navy' },
    { path: 'colors.navy.name', before: 'Navy', after: 'Marine' },
    { path: 'images.0.alt', before: 'Front', after: 'Back' },
  ]);
});

test('entries with the same id are compared by index, so that none is lost', (t) => {
  const before = {
    parts: [
      { id: 'a', name: '1' },
      { id: 'a', name: '2' },
    ],
  };
  const after = {
    parts: [
      { id: 'a', name: '1' },
      { id: 'a', name: '3' },
    ],
  };
  t.deepEqual(compareFields(before, after, []), [
    { path: 'parts.1.name', before: '2', after: '3' },
  ]);
});

test('a list of primitive values is compared as one text', (t) => {
  const changes = compareFields({ keywords: ['tee', 'colour'] }, { keywords: ['tee'] }, []);
  t.deepEqual(changes, [{ path: 'keywords', before: 'tee, colour', after: 'tee' }]);
});

test('lists that look equal when their values are joined by commas are different, and are shown as JSON', (t) => {
  const compare = (before: unknown, after: unknown) =>
    compareFields({ keywords: before }, { keywords: after }, []);
  t.deepEqual(compare(['a, b'], ['a', 'b']), [
    { path: 'keywords', before: '["a, b"]', after: '["a","b"]' },
  ]);
  t.deepEqual(compare([], ['']), [{ path: 'keywords', before: '[]', after: '[""]' }]);
  t.deepEqual(compare('a, b', ['a', 'b']), [
    { path: 'keywords', before: '"a, b"', after: '["a","b"]' },
  ]);
  t.deepEqual(compare(['a, b', 'c'], ['a, b', 'c']), []);
});

test('in a diff, words count as text, and URLs, hex colours, numbers and booleans do not', (t) => {
  const isText = (before: string | number | boolean | null, after: string | number | boolean) =>
    isTextChange({ path: 'x', before, after });
  t.true(isText('a', 'b'));
  t.true(isText(null, 'b'));
  t.false(isText('https://a.test/1', 'https://a.test/2'));
  t.false(isText('/images/1', '/images/2'));
  t.false(isText('#112233', '#112234, #445566'));
  t.false(isText(1, 2));
  t.false(isText(true, false));
});
