import { randomBytes } from 'node:crypto';
import test from 'ava';
import { createApiKey, hashApiKey } from '../../../../contract/api-key.ts';
import { ApiProblem } from '../../../../contract/problem.ts';
import type { KeyRecord, StoreReply } from '../../../../pricing-service/accounts/account-store.ts';
import {
  answerMs,
  promisedMs,
  reuseMs,
  storeLagMs,
  unknownMs,
} from '../../../../pricing-service/accounts/bounds.ts';
import { createVerifier } from '../../../../pricing-service/accounts/verifier.ts';
import { createManualClock } from '../../../helpers/pricing-app.ts';

const account = { id: 'acme', tier: 'A3', distributorPricing: true };
const usable: KeyRecord = { revoked: false, account };
const revoked: KeyRecord = { revoked: true, account };

type Answer = (record: KeyRecord | undefined) => void;

/** Creates a verifier that reads a store whose replies the test controls. */
function createWorld() {
  const key = createApiKey(randomBytes);
  const clock = createManualClock();
  const asked: string[] = [];
  const waiting: { answer: Answer; fail: (error: Error) => void }[] = [];
  const state: { record: KeyRecord | undefined; mode: 'answer' | 'wait' | 'away' } = {
    record: usable,
    mode: 'answer',
  };
  const store = {
    async findKey(keyHash: string) {
      asked.push(keyHash);
      if (state.mode === 'away') throw new Error('the store is away');
      if (state.mode === 'answer') return { record: state.record };
      return new Promise<StoreReply>((reply, fail) => {
        waiting.push({ answer: (record) => reply({ record }), fail });
      });
    },
  };
  const verifier = createVerifier({ store, clock });
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
  return { key, clock, asked, state, outcome, next, verifier };
}

test('verifying a usable key returns its account, and reads the store only by the hash of the key', async (t) => {
  const { key, asked, verifier } = createWorld();
  t.deepEqual((await verifier.verify(key)).account, account);
  t.deepEqual(asked, [hashApiKey(key)]);
});

test('a key that was never issued gets invalid_key', async (t) => {
  const { state, outcome } = createWorld();
  state.record = undefined;
  t.is(await outcome(), 'invalid_key');
});

test('a revoked key gets key_revoked', async (t) => {
  const { state, outcome } = createWorld();
  state.record = revoked;
  t.is(await outcome(), 'key_revoked');
});

test('a key of an account without distributor pricing, and a key without account, get key_revoked', async (t) => {
  for (const found of [{ ...account, distributorPricing: false }, undefined]) {
    const { state, outcome } = createWorld();
    state.record = { revoked: false, account: found };
    t.is(await outcome(), 'key_revoked');
  }
});

test('a malformed key gets invalid_key without a read of the store, also while the store is unreachable', async (t) => {
  const { key, asked, state, outcome } = createWorld();
  state.mode = 'away';
  const last = key.endsWith('0') ? '1' : '0';
  for (const text of ['', 'ppc_', key.slice(1), `${key} `, key.slice(0, -1) + last]) {
    t.is(await outcome(text), 'invalid_key');
  }
  t.deepEqual(asked, []);
});

test('a reply is reused until the age limit and never after it', async (t) => {
  const { clock, asked, state, outcome } = createWorld();
  t.is(await outcome(), 'A3');
  state.record = revoked;
  clock.advance(reuseMs - 1);
  t.is(await outcome(), 'A3');
  t.is(asked.length, 1);
  clock.advance(1);
  t.is(await outcome(), 'key_revoked');
  t.is(asked.length, 2);
});

test('reuse does not extend the age limit of a reply', async (t) => {
  const { clock, state, outcome } = createWorld();
  await outcome();
  state.record = revoked;
  for (let step = 0; step < 3; step += 1) {
    clock.advance(reuseMs / 3);
    t.is(await outcome(), step < 2 ? 'A3' : 'key_revoked');
  }
});

test('the age limit is well below the promised 60 seconds', async (t) => {
  const { clock, state, outcome } = createWorld();
  await outcome();
  state.record = { revoked: false, account: { ...account, tier: 'A1' } };
  clock.advance(59_000);
  t.is(await outcome(), 'A1');
});

test('the age of a reply counts from the start of a slow read, not from its end', async (t) => {
  const { clock, state, outcome, next } = createWorld();
  state.mode = 'wait';
  const first = outcome();
  clock.advance(reuseMs - 1);
  next().answer(usable);
  t.is(await first, 'A3');
  state.mode = 'answer';
  state.record = revoked;
  t.is(await outcome(), 'A3');
  clock.advance(1);
  t.is(await outcome(), 'key_revoked');
});

test('a reply that took longer than the age limit is not used', async (t) => {
  const { clock, state, outcome, next } = createWorld();
  state.mode = 'wait';
  const first = outcome();
  clock.advance(reuseMs);
  next().answer(usable);
  t.is(await first, 'upstream_unavailable');
});

test('concurrent verifications of a key share one read, and its age counts from its start for all of them', async (t) => {
  const { clock, asked, state, outcome, next } = createWorld();
  state.mode = 'wait';
  const first = outcome();
  clock.advance(reuseMs - 1);
  const joined = outcome();
  t.is(asked.length, 1);
  clock.advance(1);
  next().answer(usable);
  t.deepEqual(await Promise.all([first, joined]), ['upstream_unavailable', 'upstream_unavailable']);
  t.is(asked.length, 1);
});

test('reads of different keys do not wait for one another', async (t) => {
  const { asked, state, outcome, next } = createWorld();
  state.mode = 'wait';
  const first = outcome();
  const other = outcome(createApiKey(randomBytes));
  t.is(asked.length, 2);
  next().answer(usable);
  t.is(await first, 'A3');
  next().answer(revoked);
  t.is(await other, 'key_revoked');
});

test('while the store is unreachable, a reply is used until the age limit, and then verification fails', async (t) => {
  const { clock, state, outcome } = createWorld();
  await outcome();
  state.mode = 'away';
  clock.advance(reuseMs - 1);
  t.is(await outcome(), 'A3');
  clock.advance(1);
  t.is(await outcome(), 'upstream_unavailable');
  state.mode = 'answer';
  t.is(await outcome(), 'A3', 'and it comes back by itself');
});

test('while the store is unreachable, an unknown key is not reported as invalid', async (t) => {
  const { state, outcome, verifier, key } = createWorld();
  state.mode = 'away';
  t.is(await outcome(), 'upstream_unavailable');
  const problem = await t.throwsAsync(verifier.verify(key), { instanceOf: ApiProblem });
  t.like(problem?.cause, { message: 'the store is away' });
});

test('a failed read is not cached: the next verification reads again', async (t) => {
  const { asked, state, outcome, next } = createWorld();
  state.mode = 'wait';
  const both = Promise.all([outcome(), outcome()]);
  next().fail(new Error('lost'));
  t.deepEqual(await both, ['upstream_unavailable', 'upstream_unavailable']);
  state.mode = 'answer';
  t.is(await outcome(), 'A3');
  t.is(asked.length, 2);
});

test('a key that was unknown works as soon as its creation is published', async (t) => {
  const { state, outcome, verifier } = createWorld();
  state.record = undefined;
  t.is(await outcome(), 'invalid_key');
  state.record = usable;
  verifier.invalidateAccount('acme');
  t.is(await outcome(), 'A3');
});

test('an unknown key is read at most once a second', async (t) => {
  const { asked, clock, state, outcome } = createWorld();
  state.record = undefined;
  for (let time = 0; time < 3; time += 1) t.is(await outcome(), 'invalid_key');
  t.is(asked.length, 1);
  clock.advance(unknownMs);
  state.record = usable;
  t.is(await outcome(), 'A3');
});

test('a published change takes effect at once and keeps replies about other accounts', async (t) => {
  const { asked, state, outcome, verifier } = createWorld();
  t.is(await outcome(), 'A3');
  verifier.invalidateAccount('another-account');
  state.record = revoked;
  t.is(await outcome(), 'A3');
  verifier.invalidateAccount('acme');
  t.is(await outcome(), 'key_revoked');
  t.is(asked.length, 2);
});

test('a read that a change invalidates answers only the requests that wait for it', async (t) => {
  const { clock, asked, state, outcome, next, verifier } = createWorld();
  state.mode = 'wait';
  const before = outcome();
  clock.advance(1);
  verifier.invalidateAccount('acme');
  clock.advance(1);
  const after = outcome();
  t.is(asked.length, 2, 'it is not joined');
  next().answer(usable);
  t.is(await before, 'A3');
  next().answer(revoked);
  t.is(await after, 'key_revoked');
  t.is(await outcome(), 'key_revoked', 'what the first has read is not remembered');
});

test('a late reply does not replace a newer one', async (t) => {
  const { clock, state, outcome, next, verifier } = createWorld();
  state.mode = 'wait';
  const first = outcome();
  verifier.invalidateAccount('another-account');
  clock.advance(1);
  const second = outcome();
  const slow = next();
  next().answer(revoked);
  t.is(await second, 'key_revoked');
  slow.answer(usable);
  t.is(await first, 'A3');
  t.is(await outcome(), 'key_revoked');
});

test('no reply from before invalidateAll is used again', async (t) => {
  const { clock, state, outcome, verifier } = createWorld();
  t.is(await outcome(), 'A3');
  state.record = revoked;
  clock.advance(1);
  verifier.invalidateAll();
  t.is(await outcome(), 'key_revoked');
});

test('a hundred concurrent first uses of a key cause one read', async (t) => {
  const { asked, state, outcome, next } = createWorld();
  state.mode = 'wait';
  const outcomes = Array.from({ length: 100 }, () => outcome());
  next().answer(usable);
  t.deepEqual(new Set(await Promise.all(outcomes)), new Set(['A3']));
  t.is(asked.length, 1);
});

test('a reply that arrives after its request has given up is used for the next request', async (t) => {
  const { asked, state, outcome, next } = createWorld();
  state.mode = 'wait';
  t.is(await outcome(), 'upstream_unavailable', 'a request waits for a third of a second');
  const [late] = [next()];
  late.answer(usable);
  t.is(await outcome(), 'A3');
  t.is(asked.length, 1);
});

test('an answer is not sent if too much time has passed since its read began', async (t) => {
  const { key, clock, verifier } = createWorld();
  const { assertFresh } = await verifier.verify(key);
  clock.advance(answerMs - 1);
  t.notThrows(assertFresh);
  clock.advance(1);
  t.throws(assertFresh, { instanceOf: ApiProblem, code: 'upstream_unavailable' });
});

test('server lag and maximum age of an answer add up to 60 seconds', (t) => {
  t.is(answerMs + storeLagMs, promisedMs);
  t.is(promisedMs, 60_000);
  t.true(reuseMs < answerMs && unknownMs < reuseMs);
});

test('onUse is called with the hash of each accepted key, and for no refusal', async (t) => {
  const clock = createManualClock();
  const used: string[] = [];
  const records: (KeyRecord | undefined)[] = [usable, revoked, undefined];
  const store = { findKey: async () => ({ record: records.shift() }) };
  const verifier = createVerifier({ store, clock, onUse: (keyHash) => used.push(keyHash) });
  const keys = [1, 2, 3].map(() => createApiKey(randomBytes));
  for (const key of [keys[0], ...keys]) await verifier.verify(key ?? '').catch(() => undefined);
  t.deepEqual(used, [hashApiKey(keys[0] ?? ''), hashApiKey(keys[0] ?? '')]);
});

test('a cached key is found until its age limit, and recordUse() reports its use', async (t) => {
  const clock = createManualClock();
  const reported: string[] = [];
  const verifier = createVerifier({
    store: { findKey: async () => ({ record: usable }) },
    clock,
    onUse: (keyHash) => reported.push(keyHash),
    observe: (...what) => reported.push(what.join(' ')),
  });
  const key = createApiKey(randomBytes);
  t.is(verifier.findCached(key), undefined, 'never read');
  await verifier.verify(key);
  reported.length = 0;
  clock.advance(reuseMs - 1);
  const recalled = verifier.findCached(key);
  t.deepEqual([recalled?.account, reported], [account, []]);
  recalled?.recordUse();
  t.deepEqual(reported, [hashApiKey(key), 'accepted cache']);
  clock.advance(1);
  t.is(verifier.findCached(key), undefined, 'too old');
});

test('only a usable key is found in the cache', async (t) => {
  const locked = { revoked: false, account: { ...account, distributorPricing: false } };
  const clock = createManualClock();
  for (const record of [revoked, locked, undefined]) {
    const verifier = createVerifier({ store: { findKey: async () => ({ record }) }, clock });
    const key = createApiKey(randomBytes);
    await t.throwsAsync(verifier.verify(key), { instanceOf: ApiProblem });
    t.is(verifier.findCached(key), undefined);
  }
  const soon = createVerifier({
    store: { findKey: async () => ({ record: { ...usable, revokedInMs: 10 } }) },
    clock,
  });
  const key = createApiKey(randomBytes);
  await soon.verify(key);
  t.truthy(soon.findCached(key));
  clock.advance(10);
  t.is(soon.findCached(key), undefined, 'revoked by now');
});

test('a reply that a change has invalidated is not found in the cache', async (t) => {
  const { key, verifier } = createWorld();
  await verifier.verify(key);
  verifier.invalidateAccount('other');
  t.truthy(verifier.findCached(key));
  verifier.invalidateAccount(account.id);
  t.is(verifier.findCached(key), undefined);
  await verifier.verify(key);
  verifier.invalidateAll();
  t.is(verifier.findCached(key), undefined);
});

test('the age limit can be set', async (t) => {
  const clock = createManualClock();
  const records: (KeyRecord | undefined)[] = [usable, revoked];
  const store = { findKey: async () => ({ record: records.shift() }) };
  const verifier = createVerifier({ store, clock, reuseMs: 10 });
  const key = createApiKey(randomBytes);
  await verifier.verify(key);
  clock.advance(10);
  await t.throwsAsync(verifier.verify(key), { message: /revoked/ });
});
