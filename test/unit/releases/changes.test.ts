/** The history of releases, and the answers of `/v1/products/changes` that follow from it. */
import test from 'ava';
import type { DetailState } from '../../../build/render/detail-state.ts';
import { changesAnswers } from '../../../releases/changes/answers.ts';
import type { Delta } from '../../../releases/changes/delta.ts';
import {
  extendHistory,
  type History,
  type HistoryEntry,
  retention,
} from '../../../releases/changes/history.ts';

const day = 24 * 3600 * 1000;
const entryOf = (at: number, days: number): HistoryEntry => ({
  ...{ release: `r${at}`, at: days * day, delta: at === 0 ? null : `d${at}` },
});

/** Returns a history of `count` activations at intervals of `days` days. */
function historyOf(count: number, days: number): History | undefined {
  let history: History | undefined;
  for (let at = 0; at < count; at += 1) history = extendHistory(history, entryOf(at, at * days));
  return history;
}

const namesIn = (history: History | undefined) => history?.entries.map(({ release }) => release);

test('a history starts with a release, and starts anew with a release whose changes are unknown', (t) => {
  t.deepEqual(extendHistory(undefined, entryOf(1, 0)).entries, [{ ...entryOf(1, 0), delta: null }]);
  const broken = extendHistory(historyOf(3, 1), { ...entryOf(3, 3), delta: null });
  t.deepEqual(broken.entries, [{ release: 'r3', at: 3 * day, delta: null }]);
});

test('a release stays known for 30 days after it was replaced, and at most 200 earlier releases', (t) => {
  const second = extendHistory(historyOf(1, 0), entryOf(1, 100));
  t.deepEqual(namesIn(second), ['r0', 'r1']);
  t.deepEqual(namesIn(extendHistory(second, entryOf(2, 130))), ['r0', 'r1', 'r2']);
  t.deepEqual(namesIn(extendHistory(second, entryOf(2, 131))), ['r1', 'r2']);
  const many = historyOf(300, 0.01);
  t.is(many?.entries.length, retention.releases + 1);
  t.is(many?.entries[0]?.release, 'r99');
});

test('the time of each activation is later than the one before, even if the clock was set back', (t) => {
  const times = [5000, 5000, 3000, 6000].map((at, index) => ({ ...entryOf(index, 0), at }));
  let history: History | undefined;
  for (const entry of times) history = extendHistory(history, entry);
  const actual = history?.entries.map(({ at }) => at);
  t.deepEqual(actual, [5000, 5001, 5002, 6000]);
  const restarted = extendHistory(history, { ...entryOf(4, 0), delta: null });
  t.is(restarted.entries[0]?.at, 6001);
});

/** Returns the state of a product with readable texts in the place of hashes: `['1,p,s', '1', 'p', 's']` for `1`. */
const state = (content: string, prices = 'p', stock = 's'): DetailState => [
  ...([[content, prices, stock].join(), content, prices, stock] as const),
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
 * Returns a function from a value of `since` to the answer in a locale. The history has the releases `a`, `b`, `c` and
 * so on; the first delta is the change from `a` to `b`, the next one that from `b` to `c`.
 */
function changesOf(...deltas: readonly Delta[]) {
  const entries = ['a', ...deltas].map((_, at) => {
    return { release: 'abcdef'.charAt(at), at: at * 1000, delta: at === 0 ? null : String(at) };
  });
  const answers = [
    ...changesAnswers({
      history: { format: 1, entries },
      knownReleases: 200,
      deltaOf: ({ delta }) => deltas[Number(delta) - 1] ?? {},
      reloadUrl: (locale) => `https://api.example.test/all?locale=${locale}`,
    }),
  ];
  return (since: string | undefined | null, locale = 'en-CA') =>
    answers.find((each) => each.since === since && each.locale === locale)?.answer;
}

test('a product that changed twice has one change, from its first to its last state, and none if it changed back', (t) => {
  const since = changesOf(
    {
      'en-CA': [
        product('A', state('1'), state('2')),
        product('B', state('1'), state('1', 'q')),
        product('BACK', state('1'), state('2')),
        product('NEW', null, state('1')),
      ],
    },
    {
      'en-CA': [
        product('A', state('2'), state('2', 'p', 'less')),
        product('BACK', state('2'), state('1')),
        product('NEW', state('1'), null),
      ],
    },
  );
  const changed = { change: 'changed' } as const;
  t.deepEqual(since('a')?.changes, [
    { sku: 'A', ...changed, parts: ['content', 'stock'], revision: '2,p,less' },
    { sku: 'B', ...changed, parts: ['prices'], revision: '1,q,s' },
  ]);
  const later = since('b')?.changes?.map((each) => [
    ...[each.sku, each.change],
    each.change === 'changed' ? each.parts : undefined,
  ]);
  t.deepEqual(later, [
    ['A', 'changed', ['stock']],
    ['BACK', 'changed', ['content']],
    ['NEW', 'removed', undefined],
  ]);
  t.deepEqual(since('c')?.changes, []);
});

test('a removed product has the time and reason of its last removal in each locale, and an added one its revision', (t) => {
  const gone = product('GONE', state('3'), null, false);
  const since = changesOf(
    {
      'en-CA': [product('GONE', state('1'), null, false)],
      'fr-CA': [product('TEE', state('1'), null)],
    },
    { 'en-CA': [product('GONE', null, state('3'))] },
    {
      'en-CA': [
        { ...product('TEE', state('1'), null, false), absence: { reason: 'ended' } },
        gone,
        product('NEW', null, state('1')),
      ],
    },
  );
  const removed = { change: 'removed' } as const;
  const at = (second: number) => `1970-01-01T00:00:0${second}.000Z`;
  t.deepEqual(since('a')?.changes, [
    { sku: 'GONE', ...removed, removedAt: at(3), reason: 'removed' },
    { sku: 'NEW', change: 'added', revision: '1,p,s' },
    { sku: 'TEE', ...removed, removedAt: at(3), reason: 'ended' },
  ]);
  t.deepEqual(since('a', 'fr-CA')?.changes, [
    { sku: 'TEE', ...removed, removedAt: at(1), reason: 'market' },
  ]);
});
