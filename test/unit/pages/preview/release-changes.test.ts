import test from 'ava';
import {
  createPriceGrids,
  mergeLocales,
  selectReleases,
  splitTexts,
} from '../../../../pages/preview/client/release-changes.ts';

const change = { sku: 'TEE-1', currency: 'CAD', kind: 'price', before: 10, after: 11 } as const;

test('changed amounts have a grid for each currency and kind, a row for each list, and a column for each quantity or size', (t) => {
  const at48 = { ...change, list: 'msrp', minQuantity: 48, percent: 10 };
  const at12 = { ...change, list: 'A3', minQuantity: 12, percent: 10 };
  const large = { ...change, kind: 'surcharge', list: 'A3', size: '2XL', percent: 10 } as const;
  const american = { ...at12, currency: 'USD' } as const;
  t.deepEqual(createPriceGrids([at48, at12, large, american]), [
    {
      kind: 'price',
      currency: 'CAD',
      columns: ['12+', '48+'],
      rows: [
        { list: 'msrp', cells: [undefined, at48] },
        { list: 'A3', cells: [at12, undefined] },
      ],
    },
    {
      kind: 'surcharge',
      currency: 'CAD',
      columns: ['2XL'],
      rows: [{ list: 'A3', cells: [large] }],
    },
    { kind: 'price', currency: 'USD', columns: ['12+'], rows: [{ list: 'A3', cells: [american] }] },
  ]);
});

test('a change of a field is listed once for the locales that share it', (t) => {
  const note = { sku: 'TEE-1', path: 'note', before: 'One', after: 'Two' };
  t.deepEqual(
    mergeLocales([
      { ...note, locale: 'en-CA' },
      { ...note, locale: 'en-US' },
      { ...note, locale: 'fr-CA', before: null },
    ]),
    [
      { path: 'note', before: 'One', after: 'Two', locales: ['en-CA', 'en-US'] },
      { path: 'note', before: null, after: 'Two', locales: ['fr-CA'] },
    ],
  );
});

test('the product name comes first, and texts that differ only by a new name are derived', (t) => {
  const rename = { sku: 'TEE-1', locale: 'en-CA', before: 'Tee', after: 'Great Tee' } as const;
  const { written, derived } = splitTexts([
    { ...rename, path: 'assets.images.10.alt', before: 'Tee, navy', after: 'Great Tee, navy' },
    { ...rename, path: 'assets.images.9.alt', before: 'Tee, red', after: 'Great Tee, red' },
    { ...rename, path: 'descriptions.short', before: 'A Tee.', after: 'A very Great Tee.' },
    { ...rename, path: 'images.0.alt', before: 'Tee, front', after: 'Great Tee, front' },
    { ...rename, path: 'images.1.alt', before: 'Tee, back', after: 'Back of it' },
    { ...rename, path: 'productName' },
    { ...rename, path: 'images.0.alt', locale: 'fr-CA', before: 'Tee', after: 'Great Tee' },
  ]);
  const pathsOf = (changes: typeof written) => changes.map(({ path }) => path);
  t.deepEqual(pathsOf(written), [
    'productName',
    'descriptions.short',
    // In French the name did not change.
    'images.0.alt',
    'images.1.alt',
  ]);
  t.deepEqual(pathsOf(derived), ['assets.images.9.alt', 'assets.images.10.alt', 'images.0.alt']);
});

test('texts that differ only by a colour name or a name with special characters are derived', (t) => {
  const change = { sku: 'TEE-1', locale: 'en-CA' } as const;
  const { written, derived } = splitTexts([
    { ...change, path: 'colors.navy.name', before: 'Navy ($&)', after: 'Deep $& navy' },
    { ...change, path: 'images.0.alt', before: 'Tee, Navy ($&)', after: 'Tee, Deep $& navy' },
  ]);
  t.deepEqual([written.length, derived.length], [1, 1]);
});

test('by default the current release is compared with the newest other one', (t) => {
  const release = { builtAt: '2026-11-21T12:00:00.000Z', products: 5 };
  const [one, two, three] = ['1', '2', '3'].map((id) => ({
    ...release,
    id,
    isCurrent: id === '2',
  }));
  if (!one || !two || !three) throw new Error('there are three');
  const ids = (query: string, releases = [three, two, one]) => {
    const chosen = selectReleases(releases, new URLSearchParams(query));
    return chosen && [chosen.before.id, chosen.after.id];
  };
  t.deepEqual(ids(''), ['3', '2']);
  t.deepEqual(ids('before=1'), ['1', '2']);
  t.deepEqual(ids('before=2&after=1'), ['2', '1']);
  // A release that is not kept any more is ignored, as if the query did not name it.
  t.deepEqual(ids('before=0&after=0'), ['3', '2']);
  t.is(ids('', [two]), undefined);
  t.is(ids('before=2&after=2', [two]), undefined);
  t.is(ids('', []), undefined);
});
