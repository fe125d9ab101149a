/**
 * Random sequences of changes, slow and lost reads, servers that lag behind, suspended machines, wrong wall clocks, and
 * messages that are late, repeated, reordered or lost: no answer is based on a state older than 60 seconds, or than a
 * change that had been published.
 */
import { randomBytes } from 'node:crypto';
import test, { type ExecutionContext } from 'ava';
import fc from 'fast-check';
import { createApiKey, hashApiKey, propagationSeconds } from '../../../contract/api-key.ts';
import { ApiProblem } from '../../../contract/problem.ts';
import {
  type CheckedKey,
  createKeyCheck,
  type StoredKey,
  storeLagMs,
} from '../../../pricing-service/key-check.ts';
import { createManualClock } from '../../helpers/pricing-app.ts';

/** `npm run test:machine` asks for more. */
const numRuns = Number(process.env['SEQUENCES'] ?? 400);

/** Keys 0 and 1 belong to account 0, key 2 to account 1. */
const keys = [0, 0, 1].map((account) => ({ account, text: createApiKey(randomBytes) }));
const accountOf = (key: number) => keys[key]?.account ?? 0;

/** The true state at a time: of each key, and of each account its tier, '' without distributor pricing. */
interface State {
  readonly from: number;
  readonly keys: readonly string[];
  readonly tiers: readonly string[];
}

function recordOf(key: number, state: State): StoredKey | undefined {
  if (state.keys[key] === 'none') return undefined;
  const tier = state.tiers[accountOf(key)] ?? '';
  const account = { id: String(accountOf(key)), tier, distributorPricing: tier !== '' };
  return { revoked: state.keys[key] === 'revoked', accountId: account.id, account };
}

/** Returns the tier that a key gets, or the code of its problem. */
function outcomeOf(key: number, state: State): string {
  const record = recordOf(key, state);
  if (record === undefined) return 'invalid_key';
  return record.revoked || !record.account?.tier ? 'key_revoked' : record.account.tier;
}

/** How often each outcome has occurred; `outdated` answers were no longer true, which is allowed for a limited time. */
type Tally = Record<'answered' | 'outdated' | 'refused' | 'late' | 'unavailable', number>;

/** Creates keys, accounts and a store that the test controls, and checks each answer of a verifier against them. */
function createWorld(tally: Tally, bindsMessages: boolean) {
  const clock = createManualClock();
  const history: State[] = [
    { from: clock(), keys: ['active', 'active', 'active'], tiers: ['A3', 'A3'] },
  ];
  const stateAt = (time: number) =>
    history.findLast(({ from }) => from <= time) ?? (history[0] as State);
  const reads: {
    readonly key: number;
    readonly startedAt: number;
    readonly answer: (reply: StoredKey | undefined) => void;
    readonly fail: (error: Error) => void;
  }[] = [];
  const messages: { account: number; state: number }[] = [];
  const making: { key: number; first: number; verification: CheckedKey }[] = [];
  /** Number of the latest state that the verifier was told of, by account. */
  const toldOf = [0, 0];
  const faults: unknown[] = [];

  /** What the two clocks of the machine are wrong by; `clock` is the true time. */
  const error = { monotonic: 0, wall: 0 };
  const verifier = createKeyCheck({
    clocks: { monotonic: () => clock() + error.monotonic, wall: () => clock() + error.wall },
    // Fewer than there are keys, so that some are evicted.
    maxCached: 2,
    store: {
      findKey: (keyHash) =>
        new Promise((answer, fail) => {
          const key = keys.findIndex(({ text }) => hashApiKey(text) === keyHash);
          reads.push({ key, startedAt: clock(), answer, fail });
        }),
    },
  });

  /** Records a fault unless an outcome was true in the last 60 seconds, in state number `first` or a later one. */
  function check(key: number, outcome: string, first: number): void {
    const since = clock() - propagationSeconds * 1000;
    if (outcomeOf(key, stateAt(clock())) !== outcome) tally.outdated += 1;
    const wasTrue = history.some(
      (state, at) =>
        at >= first &&
        outcomeOf(key, state) === outcome &&
        (history[at + 1]?.from ?? clock()) >= since,
    );
    if (!wasTrue) faults.push(new Error(`key ${key} is "${outcome}", which it was not lately`));
  }

  /** Removes and returns one of a list. */
  const take = <Item>(items: Item[], which: number): Item | undefined =>
    items.splice(which % Math.max(1, items.length), 1)[0];

  return {
    advance: (ms: number) => clock.advance(ms),
    /** Suspends the machine: its monotonic clock stands still meanwhile. */
    suspend(ms: number) {
      clock.advance(ms);
      error.monotonic -= ms;
    },
    /** Sets the wall clock ahead or back. */
    setWall: (ms: number) => {
      error.wall += ms;
    },
    async request(key: number) {
      const { text = '' } = keys[key] ?? {};
      const first = bindsMessages ? (toldOf[accountOf(key)] ?? 0) : 0;
      const cached = verifier.findCached(text);
      if (cached) check(key, cached.tier, first);
      try {
        making.push({ key, first, verification: await verifier.verify(text) });
      } catch (error) {
        if (!(error instanceof ApiProblem)) return void faults.push(error);
        const isRefused = error.code !== 'upstream_unavailable';
        tally[isRefused ? 'refused' : 'unavailable'] += 1;
        if (isRefused) check(key, error.code, first);
      }
    },
    /** Delivers the reply to a waiting read, with data of a time since the read began, less `lagMs`. */
    deliver(which: number, part: number, lagMs: number) {
      const read = take(reads, which);
      if (read === undefined) return;
      const readAt = read.startedAt + ((clock() - read.startedAt) * part) / 5;
      read.answer(recordOf(read.key, stateAt(readAt - lagMs)));
    },
    lose: (which: number) => take(reads, which)?.fail(new Error('lost')),
    /** Sends an answer, unless the verifier says that it took too long. */
    write(which: number) {
      const made = take(making, which);
      if (made === undefined) return;
      try {
        made.verification.assertFresh();
      } catch {
        tally.late += 1;
        return;
      }
      tally.answered += 1;
      check(made.key, made.verification.account.tier, made.first);
    },
    /** Changes a key, or the tier of its account. */
    change(key: number, to: string) {
      const before = stateAt(clock());
      const account = accountOf(key);
      const after = ['none', 'active', 'revoked'].includes(to)
        ? { keys: before.keys.with(key, to) }
        : { tiers: before.tiers.with(account, to) };
      history.push({ ...before, ...after, from: clock() });
      messages.push({ account, state: history.length - 1 });
    },
    message(which: number, isRepeated: boolean) {
      const message = take(messages, which);
      if (message === undefined) return;
      if (isRepeated) messages.push(message);
      verifier.forget(String(message.account));
      toldOf[message.account] = Math.max(toldOf[message.account] ?? 0, message.state);
    },
    underWay: () => reads.length + making.length,
    assertNoFault() {
      if (faults.length > 0) throw faults[0];
    },
  };
}

/** Runs random sequences with a fixed seed; asserts that every outcome has happened often. */
async function runSequences(
  t: ExecutionContext,
  lagMs: fc.Arbitrary<number>,
  ms: fc.Arbitrary<number>,
  bindsMessages: boolean,
) {
  type World = ReturnType<typeof createWorld>;
  type Step = (world: World) => unknown;
  const hour = 3_600_000;
  const n = fc.nat(5);
  const key = fc.nat(2);
  const states = fc.constantFrom('none', 'active', 'revoked', 'A1', 'A3', '');
  const steps: readonly (readonly [weight: number, step: fc.Arbitrary<Step>])[] = [
    [12, ms.map((by) => (world) => world.advance(by))],
    ...(bindsMessages ? [] : [[1, ms.map((by) => (world: World) => world.suspend(by))] as const]),
    [1, fc.constantFrom(-hour, hour).map((by) => (world) => world.setWall(by))],
    [12, key.map((of) => (world) => void world.request(of))],
    [12, fc.tuple(n, n, lagMs).map((of) => (world) => world.deliver(...of))],
    [12, n.map((at) => (world) => world.write(at))],
    [6, fc.tuple(key, states).map((of) => (world) => world.change(...of))],
    [
      bindsMessages ? 12 : 1,
      fc.tuple(n, fc.boolean()).map((of) => (world) => world.message(...of)),
    ],
    [1, n.map((at) => (world) => world.lose(at))],
  ];
  const step = fc.oneof(...steps.map(([weight, arbitrary]) => ({ weight, arbitrary })));
  const sequences = fc.array(step, { minLength: 40, maxLength: 80, size: 'max' });
  const tally: Tally = { answered: 0, outdated: 0, refused: 0, late: 0, unavailable: 0 };
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  const property = fc.asyncProperty(sequences, async (sequence) => {
    const world = createWorld(tally, bindsMessages);
    for (const take of sequence) {
      take(world);
      await settle();
      world.assertNoFault();
    }
    while (world.underWay() > 0) {
      world.lose(0);
      world.write(0);
      await settle();
    }
    world.assertNoFault();
  });
  await fc.assert(property, { seed: 20_261_121, numRuns, includeErrorInReport: true });
  for (const count of Object.values(tally)) t.true(count > 20, JSON.stringify(tally));
}

test('no answer is based on a state older than 60 s, even if the server lags', async (t) => {
  const ms = fc.integer({ min: 3000, max: 40_000 });
  await runSequences(t, fc.constantFrom(0, storeLagMs), ms, false);
});

test('a request after a published change is never answered from the state before it', async (t) => {
  const ms = fc.oneof(fc.nat(300), fc.nat(300), fc.nat(300), fc.nat(60_000));
  await runSequences(t, fc.constant(0), ms, true);
});
