import test from 'ava';
import { clockToleranceMs } from '../../../pricing-service/accounts/bounds.ts';
import { createReadingAges } from '../../../pricing-service/accounts/reading-ages.ts';
import { createManualClock } from '../../helpers/pricing-app.ts';

/**
 * Creates a calculator of the ages of readings, with a clock that the test moves. The store's clock is `storeAhead`
 * milliseconds ahead of that clock.
 */
function createWorld(storeAhead = 5_000_000) {
  const clock = createManualClock();
  const ages = createReadingAges(clock);
  const state = { storeAhead, order: 0 };
  /** Returns a reading of the store that begins a millisecond later; its request and its reply take `halfMs` each. */
  const read = (halfMs = 0) => {
    state.order += 1;
    clock.advance(1);
    const startedAt = clock();
    clock.advance(halfMs);
    const reading = { startedAt, order: state.order, time: clock() + state.storeAhead };
    clock.advance(halfMs);
    ages.compareClocks(reading);
    return reading;
  };
  return { ages, clock, read, state };
}

test('the age of a reading counts from its start while both clocks advance equally', (t) => {
  const { ages, clock, read } = createWorld();
  const reading = read(200);
  t.is(ages.ageOf(reading), 400);
  clock.advance(1000);
  read(200);
  t.is(ages.ageOf(reading), 1801);
});

test('the next read of the store adds a pause to the age of every earlier reading', (t) => {
  const { ages, clock, read, state } = createWorld();
  const reading = read();
  clock.advance(1000);
  state.storeAhead += 600_000;
  t.is(ages.ageOf(reading), 1000, 'nothing has shown the pause yet');
  t.is(ages.ageOf(read()), 0);
  t.is(ages.ageOf(reading), 601_001);
});

test('a slow read makes earlier readings older for a while, never younger', (t) => {
  const { ages, read } = createWorld();
  const reading = read();
  read(1500);
  t.is(ages.ageOf(reading), 4501);
  read();
  t.is(ages.ageOf(reading), 3002);
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

test('a store whose clock was set back makes every earlier reading too old', (t) => {
  const { ages, read, state } = createWorld();
  const reading = read();
  state.storeAhead -= clockToleranceMs;
  const second = read();
  t.is(ages.ageOf(reading), 1, 'within the tolerance');
  state.storeAhead -= 1;
  const third = read();
  t.deepEqual([reading, second, third].map(ages.ageOf), [Infinity, Infinity, 0]);
});

test('for a store without a clock, ages are measured by the local clock only', (t) => {
  const { ages, clock } = createWorld();
  const reading = { startedAt: clock(), order: 1 };
  ages.compareClocks(reading);
  t.false(ages.hasStoreClock());
  clock.advance(1000);
  t.is(ages.ageOf(reading), 1000);
});
