/**
 * A simulation that records the true state of keys at every time, and checks the answers of a verifier against it. The
 * test controls changes of keys and accounts, the duration of reads, servers that lag behind, messages that are late,
 * repeated, reordered or lost, slow answers, pauses that no local clock shows, and a store whose clock is set back.
 */
import { randomBytes } from 'node:crypto';
import { createApiKey, hashApiKey } from '../../../../contract/api-key.ts';
import { ApiProblem } from '../../../../contract/problem.ts';
import type { KeyRecord, StoreReply } from '../../../../pricing-service/accounts/account-store.ts';
import { clockToleranceMs, promisedMs } from '../../../../pricing-service/accounts/bounds.ts';
import {
  createVerifier,
  type Verification,
} from '../../../../pricing-service/accounts/verifier.ts';
import { createManualClock } from '../../../helpers/pricing-app.ts';

/** Keys 0 and 1 belong to account 0, key 2 to account 1. */
const keys = [0, 0, 1].map((account) => ({ account, text: createApiKey(randomBytes) }));

/** The result of a verification of a key: the tier of its account, or the code of the problem. */
type Outcome = string;
type KeyState = 'none' | 'active' | 'revoked';

interface State {
  readonly from: number;
  readonly keys: readonly KeyState[];
  readonly accounts: readonly { readonly tier: string; readonly pricing: boolean }[];
}

/** A change of the true state: of a key, or of the tier or distributor pricing of an account. */
export type Change =
  | { readonly key: number; readonly to: KeyState }
  | { readonly account: number; readonly tier: string }
  | { readonly account: number; readonly pricing: boolean };

interface Read {
  readonly key: number;
  readonly startedAt: number;
  readonly answer: (reply: StoreReply) => void;
  readonly fail: (error: Error) => void;
  /** The server's reply and the time at which the server made it; undefined until then. */
  found?: { readonly reply: StoreReply; readonly at: number };
}

interface Push {
  readonly account: number;
  readonly changedAt: number;
}

/** Counts of events, by which a test shows that every kind has occurred. */
export interface Tally {
  answered: number;
  /** Number of answers that were made from a cached reply; they are counted in `answered` too. */
  recalled: number;
  /** Number of answers and refusals that were no longer true, which is allowed for a limited time. */
  outdated: number;
  refused: number;
  /** Number of answers that `assertFresh` refused at the end, because they took too long. */
  late: number;
  unavailable: number;
  /** Number of checked answers that were given after a pause, before the next reading of the store's clock. */
  unproven: number;
}

/** Properties of the simulated servers. */
export interface WorldRules {
  /** True if no server lags behind: an answer must include every change that had been pushed when the request began. */
  readonly pushesBind: boolean;
  /** True if the store replies to each read at once; otherwise the test calls `readData` and `deliver`. */
  readonly repliesAtOnce: boolean;
}

/** Creates a simulation. Times are real milliseconds; the verifier's clock follows them except during a pause. */
export function createWorld(tally: Tally, { pushesBind, repliesAtOnce }: WorldRules) {
  const clock = createManualClock();
  let pausedMs = 0;
  const now = () => clock() + pausedMs;
  const pauses: { readonly at: number; readonly ms: number }[] = [];
  /**
   * By how many milliseconds the store's clock was set back: by all steps (`ms`), and by those that are too small to be
   * detected (`unnoticedMs`).
   */
  const setBack = { ms: 0, unnoticedMs: 0 };
  /**
   * The latest reading of the store's clock that counts: when the store read it, and when the reply arrived.
   * A reply counts only if its read began after the previously counted reply had arrived.
   */
  let clockRead = { at: 0, arrivedAt: 0 };
  const history: State[] = [
    {
      from: now(),
      keys: keys.map(() => 'active'),
      accounts: [0, 1].map(() => ({ tier: 'A3', pricing: true })),
    },
  ];
  const reads: Read[] = [];
  const pushes: Push[] = [];
  const making: { key: number; verification: Verification; notifiedAt: number }[] = [];
  /** Time of the latest change that the verifier was notified of, by account. */
  const notifiedOf = [0, 0];
  let away = false;

  const verifier = createVerifier({
    clock,
    // Fewer than there are keys, so that some are evicted. The default reserves memory for 10 000 in each world.
    maxCached: 2,
    withTimeout: (answer) => answer,
    store: {
      async findKey(keyHash) {
        if (away) throw new Error('the store is away');
        const key = keys.findIndex(({ text }) => hashApiKey(text) === keyHash);
        return new Promise((answer, fail) => {
          reads.push({ key, startedAt: clock(), answer, fail });
          if (repliesAtOnce) {
            readData(0, 0);
            deliver(0);
          }
        });
      },
    },
  });

  const stateAt = (moment: number) =>
    history.findLast(({ from }) => from <= moment) ?? (history[0] as State);

  /**
   * Lets the server read the data for one of the waiting reads. The data are `lagMs` milliseconds old, but
   * the reply has the current time of the store's clock.
   */
  function readData(which: number, lagMs: number): void {
    const waiting = reads.filter(({ found }) => found === undefined);
    const read = waiting[which % waiting.length];
    if (read === undefined) return;
    const record = recordOf(read.key, stateAt(now() - lagMs));
    read.found = { reply: { record, time: now() - setBack.ms }, at: now() };
  }

  function deliver(which: number): void {
    const done = reads.filter(({ found }) => found !== undefined);
    const read = done[which % done.length];
    if (read?.found === undefined) return;
    reads.splice(reads.indexOf(read), 1);
    if (read.startedAt > clockRead.arrivedAt) {
      clockRead = { at: read.found.at, arrivedAt: clock() };
    }
    read.answer(read.found.reply);
  }

  function recordOf(key: number, state: State): KeyRecord | undefined {
    const { account = 0 } = keys[key] ?? {};
    if ((state.keys[key] ?? 'none') === 'none') return undefined;
    const { tier = '', pricing = false } = state.accounts[account] ?? {};
    return {
      revoked: state.keys[key] === 'revoked',
      account: { id: String(account), tier, distributorPricing: pricing },
    };
  }

  function outcomeOf(key: number, state: State): Outcome {
    const record = recordOf(key, state);
    if (record === undefined) return 'invalid_key';
    if (record.revoked || !record.account?.distributorPricing) return 'key_revoked';
    return record.account.tier;
  }

  function assertWasTrue(key: number, outcome: Outcome, since: number): void {
    const wasTrue = history.some(
      (state, index) =>
        outcomeOf(key, state) === outcome && (history[index + 1]?.from ?? now()) >= since,
    );
    if (outcomeOf(key, stateAt(now())) !== outcome) tally.outdated += 1;
    if (wasTrue) return;
    throw new Error(`key ${key} is "${outcome}", which it was not since ${now() - since} ms ago`);
  }

  /** Returns how many milliseconds the machine has been paused since the last counted reading of the store's clock. */
  const unprovenMs = () =>
    pauses.filter(({ at }) => at >= clockRead.at).reduce((sum, { ms }) => sum + ms, 0);

  /**
   * Returns the time of the earliest state on which an answer that is given now may be based. `notifiedAt` is the time
   * of the account's latest change of which the verifier had been notified when the request began.
   */
  function earliest(notifiedAt: number): number {
    const hiddenMs = unprovenMs() + Math.min(setBack.unnoticedMs, pausedMs);
    if (unprovenMs() > 0) tally.unproven += 1;
    return Math.max(now() - promisedMs - hiddenMs, pushesBind ? notifiedAt : 0);
  }

  async function ask(key: number): Promise<void> {
    const { text = '', account = 0 } = keys[key] ?? {};
    const notifiedAt = notifiedOf[account] ?? 0;
    const recalled = verifier.findCached(text);
    if (recalled) {
      tally.answered += 1;
      tally.recalled += 1;
      assertWasTrue(key, recalled.account.tier, earliest(notifiedAt));
    }
    try {
      making.push({ key, verification: await verifier.verify(text), notifiedAt });
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      if (error.code === 'upstream_unavailable') tally.unavailable += 1;
      else {
        tally.refused += 1;
        assertWasTrue(key, error.code, earliest(notifiedAt));
      }
    }
  }

  const faults: unknown[] = [];
  return {
    advance: (milliseconds: number) => clock.advance(milliseconds),
    request: (key: number) => void ask(key).catch((fault: unknown) => faults.push(fault)),
    /** Lets milliseconds pass that the clock of this machine does not show: the machine is paused. */
    pause(ms: number) {
      pauses.push({ at: now(), ms });
      pausedMs += ms;
    },
    readClock: () => verifier.readClock().catch(() => undefined),
    /**
     * Sets the store's clock back. The verifier reads that clock before, because a pause and a step back would cancel
     * each other out between two readings, and afterwards, because it detects the step only by a reading.
     */
    async setClockBack(ms: number) {
      if (away) return;
      clock.advance(1);
      await verifier.readClock();
      setBack.ms += ms;
      if (ms <= clockToleranceMs) setBack.unnoticedMs += ms;
      clock.advance(1);
      await verifier.readClock();
    },
    readData,
    deliver,
    lose(which: number) {
      reads.splice(which % Math.max(1, reads.length), 1)[0]?.fail(new Error('lost'));
    },
    change(change: Change) {
      const before = stateAt(now());
      const account = 'account' in change ? change.account : (keys[change.key]?.account ?? 0);
      const changed = {
        from: now(),
        keys: before.keys.map((state, key) =>
          'key' in change && change.key === key ? change.to : state,
        ),
        accounts: before.accounts.map((facts, each) =>
          'account' in change && change.account === each ? { ...facts, ...change } : facts,
        ),
      };
      history.push(changed);
      pushes.push({ account, changedAt: now() });
    },
    /**
     * Delivers one of the waiting messages about changes to the verifier, if there is any. With `keep`, the message
     * stays waiting and can be delivered again.
     */
    push(which: number, keep: boolean) {
      const [push] = pushes.splice(which % Math.max(1, pushes.length), 1);
      if (push === undefined) return;
      if (keep) pushes.push(push);
      verifier.invalidateAccount(String(push.account));
      notifiedOf[push.account] = Math.max(notifiedOf[push.account] ?? 0, push.changedAt);
    },
    losePush: (which: number) => void pushes.splice(which % Math.max(1, pushes.length), 1),
    resubscribe() {
      verifier.invalidateAll();
      notifiedOf.fill(now());
    },
    setAway: (isAway: boolean) => {
      away = isAway;
    },
    /**
     * Sends one of the waiting answers, if there is any. Records a fault if the answer was not true at any time of the
     * last 60 seconds, or lacks a change whose message had arrived when the request began.
     */
    write(which: number) {
      const [made] = making.splice(which % Math.max(1, making.length), 1);
      if (made === undefined) return;
      try {
        made.verification.assertFresh();
      } catch {
        tally.late += 1;
        return;
      }
      tally.answered += 1;
      try {
        assertWasTrue(made.key, made.verification.account.tier, earliest(made.notifiedAt));
      } catch (fault) {
        faults.push(fault);
      }
    },
    /** Returns the true result for a key: the tier of its account, or the code of the problem. */
    outcome: (key: number) => outcomeOf(key, stateAt(now())),
    /** Throws the first recorded fault, if there is any. */
    assertNoFault() {
      if (faults.length > 0) throw faults[0];
    },
    underWay: () => reads.length + making.length,
    verify: (key: number) => verifier.verify(keys[key]?.text ?? ''),
  };
}

export type World = ReturnType<typeof createWorld>;
