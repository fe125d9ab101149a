import test from 'ava';
import {
  extendHistory,
  type History,
  type HistoryEntry,
  retention,
} from '../../../../releases/changes/history.ts';

const day = 24 * 3600 * 1000;

/** Returns a history of `count` activations at intervals of `days` days. */
function historyOf(count: number, days: number): History | undefined {
  let history: History | undefined;
  for (let at = 0; at < count; at += 1) history = extendHistory(history, entryOf(at, at * days));
  return history;
}

function entryOf(at: number, days: number): HistoryEntry {
  return { release: `r${at}`, at: days * day, delta: at === 0 ? null : `d${at}` };
}

const namesIn = (history: History | undefined) => history?.entries.map(({ release }) => release);

test('a history starts with a release, and starts anew with a release whose changes are unknown', (t) => {
  t.deepEqual(namesIn(extendHistory(undefined, { ...entryOf(1, 0) })), ['r1']);
  // The changes of the first release are unknown.
  t.is(extendHistory(undefined, entryOf(1, 0)).entries[0]?.delta, null);
  const broken = extendHistory(historyOf(3, 1), { ...entryOf(3, 3), delta: null });
  t.deepEqual(broken.entries, [{ release: 'r3', at: 3 * day, delta: null }]);
});

test('a release stays known for 30 days after it was replaced, however long it was current', (t) => {
  const first = historyOf(1, 0);
  const second = extendHistory(first, entryOf(1, 100));
  t.deepEqual(namesIn(second), ['r0', 'r1']);
  t.deepEqual(namesIn(extendHistory(second, entryOf(2, 130))), ['r0', 'r1', 'r2']);
  t.deepEqual(namesIn(extendHistory(second, entryOf(2, 131))), ['r1', 'r2']);
});

test('the time of each activation is later than the one before, even if the clock was set back', (t) => {
  const times = [5000, 5000, 3000, 6000].map((at, index) => ({ ...entryOf(index, 0), at }));
  const history = times.reduce<History | undefined>(
    (known, entry) => extendHistory(known, entry),
    undefined,
  );
  t.deepEqual(
    history?.entries.map(({ at }) => at),
    [5000, 5001, 5002, 6000],
  );
  const restarted = extendHistory(history, { ...entryOf(4, 0), delta: null });
  t.is(restarted.entries[0]?.at, 6001);
});

test('at most 200 earlier releases stay known', (t) => {
  const history = historyOf(300, 0.01);
  t.is(history?.entries.length, retention.releases + 1);
  t.is(history?.entries[0]?.release, 'r99');
  const few = extendHistory(historyOf(5, 1), entryOf(5, 5), 2);
  t.deepEqual(namesIn(few), ['r3', 'r4', 'r5']);
});
