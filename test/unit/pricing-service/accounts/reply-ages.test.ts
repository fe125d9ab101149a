import test from 'ava';
import { clockToleranceMs } from '../../../../pricing-service/accounts/bounds.ts';
import { createReplyAges } from '../../../../pricing-service/accounts/reply-ages.ts';
import { createManualClock } from '../../../helpers/pricing-app.ts';

/**
 * Creates a calculator of the ages of replies (`ages`) with a clock that the test moves (`clock`), and a function that
 * simulates a read (`read`). The store's clock is ahead by `storeAhead` milliseconds; tests change that by `state`.
 */
function createWorld(storeAhead = 5_000_000) {
  const clock = createManualClock();
  const ages = createReplyAges(clock);
  const state = { storeAhead, order: 0 };
  /** Simulates a read that begins a millisecond later and returns its reply; request and reply take `halfMs` each. */
  const read = (halfMs = 0) => {
    state.order += 1;
    clock.advance(1);
    const startedAt = clock();
    clock.advance(halfMs);
    const reply = { startedAt, order: state.order, time: clock() + state.storeAhead };
    clock.advance(halfMs);
    ages.compareClocks(reply);
    return reply;
  };
  return { ages, clock, read, state };
}

test('the age of a reply counts from the start of its read while both clocks advance equally', (t) => {
  const { ages, clock, read } = createWorld();
  const reply = read(200);
  t.is(ages.ageOf(reply), 400);
  clock.advance(1000);
  read(200);
  t.is(ages.ageOf(reply), 1801);
});

test('the next read of the store adds a pause to the age of every earlier reply', (t) => {
  const { ages, clock, read, state } = createWorld();
  const reply = read();
  clock.advance(1000);
  state.storeAhead += 600_000;
  t.is(ages.ageOf(reply), 1000, 'nothing has shown the pause yet');
  t.is(ages.ageOf(read()), 0);
  t.is(ages.ageOf(reply), 601_001);
});

test('a slow read makes earlier replies older for a while, never younger', (t) => {
  const { ages, read } = createWorld();
  const reply = read();
  read(1500);
  t.is(ages.ageOf(reply), 4501);
  read();
  t.is(ages.ageOf(reply), 3002);
});

test('a pause that one reply has shown stays counted when an earlier reply arrives later', (t) => {
  const { ages, clock, state, read } = createWorld();
  const first = read();
  const slow = { startedAt: clock(), order: 2, time: clock() + state.storeAhead };
  state.storeAhead += 600_000;
  read();
  ages.compareClocks(slow);
  t.is(ages.ageOf(first), 600_001);
});

test('a store whose clock was set back makes every earlier reply too old', (t) => {
  const { ages, read, state } = createWorld();
  const reply = read();
  state.storeAhead -= clockToleranceMs;
  const second = read();
  t.is(ages.ageOf(reply), 1, 'within the tolerance');
  state.storeAhead -= 1;
  const third = read();
  t.deepEqual([reply, second, third].map(ages.ageOf), [Infinity, Infinity, 0]);
});

test('for a store without a clock, ages are measured by the local clock only', (t) => {
  const { ages, clock } = createWorld();
  const reply = { startedAt: clock(), order: 1 };
  ages.compareClocks(reply);
  t.false(ages.hasStoreClock());
  clock.advance(1000);
  t.is(ages.ageOf(reply), 1000);
});
