/**
 * Returns a random number generator: a function that returns a whole number from 0 to `limit` - 1. The sequence depends
 * only on `seed`, so it is the same in every run.
 */
export function createRandom(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}
