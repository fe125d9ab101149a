import test from 'ava';
import type { DetailState } from '../../../../build/output/detail-state.ts';
import { changesAnswers } from '../../../../releases/changes/answers.ts';
import type { Delta } from '../../../../releases/changes/delta.ts';

/**
 * Returns the state of a product with readable texts in the place of hashes: `state('1')` is
 * `['1,p,s', '1', 'p', 's']`, for the revision, the content, the prices and the stock.
 */
const state = (content: string, prices = 'p', stock = 's'): DetailState => [
  [content, prices, stock].join(),
  content,
  prices,
  stock,
];

const product = (
  sku: string,
  before: DetailState | null,
  after: DetailState | null,
  isElsewhere = true,
) => ({
  ...{ sku, before, after, isElsewhere },
});

/**
 * Returns a function from a value of `since` to the answer of `/v1/products/changes` in en-CA. The history has the
 * releases `a`, `b`, `c` and so on; the first delta is the change from `a` to `b`, the next one that from `b` to `c`.
 */
function changesOf(...deltas: readonly NonNullable<Delta['en-CA']>[]) {
  const releases = [...'abcdefgh'].slice(0, deltas.length + 1);
  const entries = releases.map((release, at) => ({
    release,
    at: at * 1000,
    delta: at === 0 ? null : String(at),
  }));
  const facts = {
    history: { format: 1, entries } as const,
    knownReleases: 200,
    deltaOf: ({ delta }: { delta: string | null }): Delta => ({
      'en-CA': deltas[Number(delta) - 1] ?? [],
    }),
    reloadUrl: (locale: string) => `https://api.example.test/all?locale=${locale}`,
  };
  const answers = [...changesAnswers(facts)].filter(({ locale }) => locale === 'en-CA');
  return (since: string | undefined | null) => answers.find((each) => each.since === since)?.answer;
}

test('a product that changed twice has one change, from its first to its last state', (t) => {
  const since = changesOf(
    [product('A', state('1'), state('2')), product('B', state('1'), state('1', 'q'))],
    [product('A', state('2'), state('2', 'p', 'less'))],
  );
  const [first, second] = since('a')?.changes ?? [];
  t.deepEqual(first, {
    sku: 'A',
    change: 'changed',
    parts: ['content', 'stock'],
    revision: '2,p,less',
  });
  t.deepEqual(second, { sku: 'B', change: 'changed', parts: ['prices'], revision: '1,q,s' });
  t.deepEqual(since('b')?.changes, [
    { sku: 'A', change: 'changed', parts: ['stock'], revision: '2,p,less' },
  ]);
  t.deepEqual(since('c')?.changes, []);
});

test('a product that changed and changed back, or was added and removed, has no change', (t) => {
  const since = changesOf(
    [product('A', state('1'), state('2')), product('NEW', null, state('1'))],
    [product('A', state('2'), state('1')), product('NEW', state('1'), null)],
  );
  t.deepEqual(since('a')?.changes, []);
  t.deepEqual(
    since('b')?.changes?.map(({ sku, change }) => [sku, change]),
    [
      ['A', 'changed'],
      ['NEW', 'removed'],
    ],
  );
});

test('a removed product has the time and reason of its last removal, and an added one its revision', (t) => {
  const since = changesOf(
    [product('GONE', state('1'), null, false), product('AWAY', state('1'), null, true)],
    [product('GONE', null, state('3'))],
    [product('GONE', state('3'), null, false), product('NEW', null, state('1'))],
  );
  t.deepEqual(since('a')?.changes, [
    { sku: 'AWAY', change: 'removed', removedAt: '1970-01-01T00:00:01.000Z', reason: 'market' },
    { sku: 'GONE', change: 'removed', removedAt: '1970-01-01T00:00:03.000Z', reason: 'removed' },
    { sku: 'NEW', change: 'added', revision: '1,p,s' },
  ]);
});

test('a product that leaves one locale and later the others has in each locale the time and reason of its removal there', (t) => {
  const entries = ['a', 'b', 'c'].map((release, at) => {
    return { release, at: at * 1000, delta: at === 0 ? null : release };
  });
  const ended = { absence: { reason: 'ended' } } as const;
  const deltas: Record<string, Delta> = {
    b: { 'fr-CA': [product('TEE', state('1'), null, true)] },
    c: { 'en-CA': [{ ...product('TEE', state('1'), null, false), ...ended }] },
  };
  const answers = changesAnswers({
    history: { format: 1, entries },
    knownReleases: 200,
    deltaOf: ({ release }) => deltas[release] ?? {},
    reloadUrl: () => 'https://api.example.test/all',
  });
  const removals = [...answers]
    .filter(({ since }) => since === 'a')
    .map(({ locale, answer }) => [locale, answer.changes] as const);
  const removed = { sku: 'TEE', change: 'removed' } as const;
  t.like(Object.fromEntries(removals), {
    'fr-CA': [{ ...removed, removedAt: '1970-01-01T00:00:01.000Z', reason: 'market' }],
    'en-CA': [{ ...removed, removedAt: '1970-01-01T00:00:02.000Z', reason: 'ended' }],
  });
});

test('an answer has the release id if the parameter since is absent, and the URL of the export if since is an unknown release', (t) => {
  const since = changesOf([]);
  const retention = { days: 30, releases: 200 };
  const now = { release: 'b', releasedAt: '1970-01-01T00:00:01.000Z', retention };
  t.deepEqual(since(undefined), now);
  const reload = 'https://api.example.test/all?locale=en-CA';
  t.deepEqual(since(null), { ...now, complete: false, changes: [], reload });
  t.deepEqual(since('a'), { from: 'a', ...now, complete: true, changes: [] });
});

test('answers with equal changes share one list of changes', (t) => {
  const stock = (count: number) => state('1', 'p', String(count));
  const since = changesOf(
    [product('A', state('0', 'p', '1'), stock(1))],
    [product('A', stock(1), stock(2))],
    [product('A', stock(2), stock(3))],
    [product('A', stock(3), stock(4)), product('B', null, state('1'))],
  );
  t.deepEqual(
    since('d')?.changes?.map(({ sku, parts }) => [sku, parts]),
    [
      ['A', ['stock']],
      ['B', undefined],
    ],
  );
  t.is(since('c')?.changes, since('d')?.changes);
  t.is(since('b')?.changes, since('d')?.changes);
  t.deepEqual(
    since('a')?.changes?.map(({ parts }) => parts),
    [['content', 'stock'], undefined],
  );
});

test('each delta is read once for the answers of all locales', (t) => {
  const read: (string | null)[] = [];
  const entries = ['a', 'b', 'a', 'c'].map((release, at) => {
    return { release, at, delta: at === 0 ? null : `delta of ${release}` };
  });
  const answers = changesAnswers({
    history: { format: 1, entries },
    knownReleases: 200,
    deltaOf: ({ delta }) => {
      read.push(delta);
      return { 'en-CA': [product('A', state('1'), state('2'))] };
    },
    reloadUrl: () => 'https://api.example.test/all',
  });
  t.is([...answers].length, 3 * (2 + 3));
  t.deepEqual(read, ['delta of c', 'delta of a', 'delta of b']);
});
