/** The check of keys with a store whose replies the test controls. */
import { randomBytes } from 'node:crypto';
import test from 'ava';
import { createApiKey, hashApiKey } from '../../../contract/api-key.ts';
import { ApiProblem } from '../../../contract/problem.ts';
import {
  answerMs,
  createKeyCheck,
  reuseMs,
  type StoredKey,
  storeLagMs,
} from '../../../pricing-service/key-check.ts';
import { timeoutMs } from '../../../pricing-service/redis-accounts.ts';
import { createManualClock } from '../../helpers/pricing-app.ts';

const account = { id: 'acme', tier: 'A3', distributorPricing: true };
const usable: StoredKey = { revoked: false, accountId: 'acme', account };
const revoked: StoredKey = { ...usable, revoked: true };

/** Creates a check of keys that reads a store whose replies the test controls. */
function createWorld() {
  const key = createApiKey(randomBytes);
  const clock = createManualClock();
  const asked: string[] = [];
  const used: string[] = [];
  const waiting: {
    answer: (record: StoredKey | undefined) => void;
    fail: (error: Error) => void;
  }[] = [];
  const state: {
    record: StoredKey | undefined;
    mode: 'answer' | 'wait' | 'away';
  } = { record: usable, mode: 'answer' };
  const store = {
    async findKey(keyHash: string): Promise<StoredKey | undefined> {
      asked.push(keyHash);
      if (state.mode === 'away') throw new Error('the store is away');
      if (state.mode === 'answer') return state.record;
      return new Promise((answer, fail) => waiting.push({ answer, fail }));
    },
  };
  const onUse = (keyHash: string) => void used.push(keyHash);
  const wall = { error: 0 };
  const clocks = { monotonic: clock, wall: () => clock() + wall.error };
  const verifier = createKeyCheck({ store, clocks, onUse });
  const outcome = async (text = key) => {
    try {
      return (await verifier.verify(text)).account.tier;
    } catch (error) {
      return error instanceof ApiProblem ? error.code : String(error);
    }
  };
  const next = () => {
    const first = waiting.shift();
    if (first === undefined) throw new Error('no read is waiting');
    return first;
  };
  return { key, clock, wall, asked, used, state, outcome, next, verifier };
}

test('a key gets its account or the code of its defect, and the store sees only its hash', async (t) => {
  const { key, asked, used, state, outcome, verifier } = createWorld();
  t.deepEqual((await verifier.verify(key)).account, account);
  t.deepEqual([asked, used], [[hashApiKey(key)], [hashApiKey(key)]]);
  for (const [record, code] of [
    [undefined, 'invalid_key'],
    [revoked, 'key_revoked'],
    [{ ...usable, account: { ...account, distributorPricing: false } }, 'key_revoked'],
    [{ ...usable, account: undefined }, 'key_revoked'],
  ] as const) {
    state.record = record;
    verifier.forget();
    t.is(await outcome(), code);
    t.is(verifier.findCached(key), undefined, 'only a usable key is found in the cache');
  }
  t.is(used.length, 1);
});

test('a malformed key gets invalid_key without a read of the store', async (t) => {
  const { key, asked, state, outcome } = createWorld();
  state.mode = 'away';
  const last = key.endsWith('0') ? '1' : '0';
  for (const text of ['', 'ppc_', key.slice(1), `${key} `, key.slice(0, -1) + last]) {
    t.is(await outcome(text), 'invalid_key');
  }
  t.deepEqual(asked, []);
});

test('a reply is reused until its age limit, also while the store is away, and never after it', async (t) => {
  const { key, clock, asked, state, outcome, verifier } = createWorld();
  t.is(await outcome(), 'A3');
  state.mode = 'away';
  for (const step of [1, 2]) {
    clock.advance((reuseMs - 2) / 2);
    t.is(await outcome(), 'A3', `reuse ${step} does not extend the limit`);
  }
  t.truthy(verifier.findCached(key));
  clock.advance(2);
  t.is(verifier.findCached(key), undefined);
  t.is(await outcome(), 'upstream_unavailable');
  Object.assign(state, { mode: 'answer', record: revoked });
  t.is(await outcome(), 'key_revoked');
  t.is(asked.length, 3);
});

test('an answer is not sent if too much time has passed since its read, and all limits add up to 60 seconds', async (t) => {
  const { key, clock, verifier } = createWorld();
  const { assertFresh } = await verifier.verify(key);
  clock.advance(answerMs - 1);
  t.notThrows(assertFresh);
  clock.advance(1);
  t.throws(assertFresh, { instanceOf: ApiProblem, code: 'upstream_unavailable' });
  t.is(answerMs + storeLagMs, 60_000);
  t.true(reuseMs + 2 * timeoutMs.max <= answerMs);
});

test('an unknown key is not remembered: one that is issued works at once', async (t) => {
  const { state, outcome } = createWorld();
  state.record = undefined;
  t.is(await outcome(), 'invalid_key');
  state.record = usable;
  t.is(await outcome(), 'A3');
});

test('a published change takes effect at once and keeps replies about other accounts', async (t) => {
  const { asked, state, outcome, verifier } = createWorld();
  t.is(await outcome(), 'A3');
  verifier.forget('another-account');
  state.record = revoked;
  t.is(await outcome(), 'A3');
  verifier.forget('acme');
  t.is(await outcome(), 'key_revoked');
  state.record = usable;
  verifier.forget();
  t.is(await outcome(), 'A3');
  t.is(asked.length, 3);
});

test('a planned revocation takes effect at its time, counted from the start of the read', async (t) => {
  const { key, clock, asked, state, outcome, next, verifier } = createWorld();
  const planned = { ...usable, revokedInMs: 10_000 };
  state.record = planned;
  t.is(await outcome(), 'A3');
  clock.advance(9_999);
  t.is(await outcome(), 'A3');
  clock.advance(1);
  t.is(verifier.findCached(key), undefined);
  t.is(await outcome(), 'key_revoked');
  t.is(asked.length, 1, 'the moment was known from the first read');
  verifier.forget();
  state.mode = 'wait';
  const slow = outcome();
  clock.advance(10_000);
  next().answer(planned);
  t.is(await slow, 'key_revoked');
});

test('a reply is dropped if either clock says that it is old, or if the wall clock went back', async (t) => {
  for (const error of [reuseMs, 3_600_000, -3_600_000]) {
    const { key, clock, wall, verifier } = createWorld();
    await verifier.verify(key);
    clock.advance(1);
    t.truthy(verifier.findCached(key));
    wall.error = error;
    t.is(verifier.findCached(key), undefined, String(error));
  }
});
