/** Tests with random sequences of steps that no answer is based on a state older than 60 seconds. */
import test, { type ExecutionContext } from 'ava';
import fc from 'fast-check';
import { clockToleranceMs, storeLagMs } from '../../../../pricing-service/accounts/bounds.ts';
import {
  type Change,
  createWorld,
  type Tally,
  type World,
  type WorldRules,
} from './verifier-world.ts';

const seed = 20_261_121;

const pauseMs = fc.constantFrom(900, 20_000, 600_000);
const which = fc.nat(5);
const key = fc.nat(2);
const account = fc.nat(1);
const change = (of: fc.Arbitrary<number>): fc.Arbitrary<Change> =>
  fc.oneof(
    fc.record({ key: of, to: fc.constantFrom('none', 'active', 'revoked') }),
    fc.record({ account, tier: fc.constantFrom('A1', 'A3') }),
    fc.record({ account, pricing: fc.boolean() }),
  );

type Step = (world: World) => unknown;

/**
 * Returns an arbitrary (a generator of fast-check) of steps that call `run` with a random `value`. If a sequence fails,
 * fast-check prints the name and the value of each step.
 */
function toSteps<Value>(
  name: string,
  value: fc.Arbitrary<Value>,
  run: (world: World, value: Value) => unknown,
) {
  return value.map((given): Step => {
    const step = (world: World) => run(world, given);
    return Object.assign(step, { [fc.toStringMethod]: () => `${name} ${JSON.stringify(given)}` });
  });
}

/**
 * Parameters of random sequences: `lagMs`, how old the data of the server may be; `ms`, for how long time passes in the
 * step `advance`; `often`, the steps that are frequent.
 */
interface Parameters extends WorldRules {
  readonly lagMs: fc.Arbitrary<number>;
  readonly ms: fc.Arbitrary<number>;
  readonly often: readonly ('push' | 'pause' | 'setClockBack')[];
  /** By how many milliseconds the store's clock is set back; undefined if it never is. */
  readonly setBackMs?: fc.Arbitrary<number>;
}

/**
 * Returns an arbitrary of sequences of steps of all kinds, in any order. Half of the sequences use only one key, so
 * that rare steps coincide more often.
 */
function stepSequences({ lagMs, ms, often, setBackMs }: Parameters): fc.Arbitrary<Step[]> {
  return fc.constantFrom(fc.constant(0), key).chain((of) => {
    const readData = fc.tuple(which, lagMs);
    const push = fc.tuple(which, fc.boolean());
    const away = fc.constantFrom(true, false, false);
    const steps = {
      advance: toSteps('advance', ms, (world, by) => world.advance(by)),
      request: toSteps('request', of, (world, n) => world.request(n)),
      readData: toSteps('readData', readData, (world, [n, lag]) => world.readData(n, lag)),
      deliver: toSteps('deliver', which, (world, n) => world.deliver(n)),
      write: toSteps('write', which, (world, n) => world.write(n)),
      change: toSteps('change', change(of), (world, to) => world.change(to)),
      push: toSteps('push', push, (world, [n, keep]) => world.push(n, keep)),
      lose: toSteps('lose', which, (world, n) => world.lose(n)),
      losePush: toSteps('losePush', which, (world, n) => world.losePush(n)),
      away: toSteps('away', away, (world, isAway) => world.setAway(isAway)),
      pause: toSteps('pause', pauseMs, (world, by) => world.pause(by)),
      readClock: toSteps('readClock', fc.constant(0), (world) => void world.readClock()),
      ...(setBackMs && {
        setClockBack: toSteps('setClockBack', setBackMs, (world, by) => world.setClockBack(by)),
      }),
      resubscribe: toSteps('resubscribe', fc.constant(0), (world) => world.resubscribe()),
    };
    const always = ['advance', 'request', 'readData', 'deliver', 'write', ...often];
    const weightOf = (name: string) => (always.includes(name) ? 12 : name === 'change' ? 4 : 1);
    const weighed = Object.entries(steps).map(([name, arbitrary]) => ({
      weight: weightOf(name),
      arbitrary,
    }));
    return fc.array(fc.oneof(...weighed), { minLength: 30, maxLength: 80, size: 'max' });
  });
}

/** Resolves after all pending callbacks have run. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

async function play(world: World, steps: readonly Step[]): Promise<void> {
  for (const step of steps) {
    await step(world);
    await settle();
    world.assertNoFault();
  }
  while (world.underWay() > 0) {
    world.lose(0);
    world.write(0);
    await settle();
  }
  world.assertNoFault();
}

/** Runs random sequences with a fixed seed; asserts that every event in `Tally` has happened more than 100 times. */
async function runSequences(
  t: ExecutionContext,
  parameters: Parameters,
  numRuns = 2200,
): Promise<void> {
  const tally: Tally = {
    answered: 0,
    recalled: 0,
    outdated: 0,
    refused: 0,
    late: 0,
    unavailable: 0,
    unproven: 0,
  };
  const property = fc.asyncProperty(stepSequences(parameters), (steps) =>
    play(createWorld(tally, parameters), steps),
  );
  await fc.assert(property, { seed, numRuns, includeErrorInReport: true });
  t.log(tally);
  for (const count of Object.values(tally)) t.true(count > 100, JSON.stringify(tally));
}

const anyMs = fc.integer({ min: 3000, max: 40_000 });

test.serial('no answer is based on a state older than 60 s, even if the server lags', async (t) => {
  await runSequences(t, {
    lagMs: fc.constantFrom(0, storeLagMs),
    ms: anyMs,
    often: [],
    pushesBind: false,
    repliesAtOnce: false,
  });
});

test.serial(
  'a pause that only the clock of the store shows counts in full from the next read of that clock',
  async (t) => {
    const parameters: Parameters = {
      lagMs: fc.constant(0),
      ms: anyMs,
      often: ['pause', 'setClockBack'],
      setBackMs: fc.constantFrom(clockToleranceMs / 4, clockToleranceMs + 1, 20_000, 600_000),
      pushesBind: false,
      repliesAtOnce: true,
    };
    await runSequences(t, parameters, 600);
  },
);

test.serial(
  'a request that begins after a published change is never answered from the state before it',
  async (t) => {
    await runSequences(t, {
      lagMs: fc.constant(0),
      ms: fc.oneof(fc.nat(20), fc.nat(300), fc.nat(20), fc.nat(300), fc.nat(40_000)),
      often: ['push'],
      pushesBind: true,
      repliesAtOnce: false,
    });
  },
);
