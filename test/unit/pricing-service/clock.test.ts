import test from 'ava';
import { createClock } from '../../../pricing-service/clock.ts';

/**
 * Creates a clock from a monotonic and a wall clock. Returns `move`, which advances both by the given milliseconds and
 * returns by how much the created clock has advanced since its creation.
 */
function createWorld() {
  const state = { monotonic: 5000, wall: 1_800_000_000_000 };
  const clock = createClock(
    () => state.monotonic,
    () => state.wall,
  );
  const begun = clock();
  const move = (monotonic: number, wall: number) => {
    state.monotonic += monotonic;
    state.wall += wall;
    return clock() - begun;
  };
  return { move };
}

test('ages are measured by the monotonic clock while both clocks agree', (t) => {
  const { move } = createWorld();
  t.is(move(0, 0), 0);
  t.is(move(30_000, 30_000), 30_000);
  t.is(move(0.5, 1), 30_000.5);
});

test('after a suspension, ages include the time that the wall clock has advanced', (t) => {
  const { move } = createWorld();
  move(1000, 1000);
  t.is(move(20, 600_020), 601_020);
  t.is(move(1000, 1000), 602_020);
});

test('a wall clock set back reduces no age and hides no later pause', (t) => {
  const { move } = createWorld();
  t.is(move(1000, -3_600_000), 1000);
  t.is(move(0, 600_000), 601_000);
});
