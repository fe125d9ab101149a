import test from 'ava';
import { createLog } from '../../../pricing-service/log.ts';
import { createActiveRelease } from '../../../pricing-service/pricing/active-release.ts';
import { createHandClock } from '../../helpers/pricing-app.ts';

/** The active release over a store that says, or throws, what the test sets. */
function createWorld(first: string | undefined) {
  const clock = createHandClock();
  const state: { release: string | undefined; away: boolean; asked: number } = {
    release: first,
    away: false,
    asked: 0,
  };
  const lines: string[] = [];
  const releases = createActiveRelease(
    {
      async activeRelease() {
        state.asked += 1;
        if (state.away) throw new Error('the store is away');
        const { release } = state;
        return release === undefined ? undefined : { release, defaultLocale: 'fr-CA' };
      },
    },
    clock,
    createLog({ write: (line) => lines.push(line) }),
  );
  const active = { read: async () => (await releases.read()).release };
  /** What was logged since this was asked last, without moments and stacks. */
  const logged = () =>
    lines.splice(0).map((line) => {
      const { time: _time, stack: _stack, ...entry } = JSON.parse(line) as Record<string, unknown>;
      return entry;
    });
  return { clock, state, releases, active, logged };
}

test('the store is asked every two seconds, not for every request', async (t) => {
  const { clock, state, active } = createWorld('one');
  t.is(await active.read(), 'one');
  state.release = 'two';
  clock.advance(1999);
  t.is(await active.read(), 'one');
  t.is(state.asked, 1);
  clock.advance(1);
  t.is(await active.read(), 'two');
});

test('the known release is returned without a read while it is fresh', async (t) => {
  const { clock, state, releases, active } = createWorld('one');
  t.is(releases.known(), undefined);
  await active.read();
  t.is(releases.known()?.release, 'one');
  clock.advance(1999);
  t.is(releases.known()?.release, 'one');
  clock.advance(1);
  t.is(releases.known(), undefined);
  t.is(state.asked, 1);
});

test('the default locale is that of the release', async (t) => {
  const { releases } = createWorld('one');
  t.deepEqual(await releases.read(), { release: 'one', defaultLocale: 'fr-CA' });
});

test('concurrent requests share one read', async (t) => {
  const { state, active } = createWorld('one');
  t.deepEqual(await Promise.all([active.read(), active.read(), active.read()]), [
    'one',
    'one',
    'one',
  ]);
  t.is(state.asked, 1);
});

test('the last known release is used while the store is unreachable or has no id', async (t) => {
  const { clock, state, active } = createWorld('one');
  await active.read();
  state.away = true;
  clock.advance(3_600_000);
  t.is(await active.read(), 'one');
  state.away = false;
  state.release = undefined;
  t.is(await active.read(), 'one');
  state.release = 'two';
  t.is(await active.read(), 'two');
});

test('a hidden fault is logged once, when it changes, and when it ends', async (t) => {
  const { clock, state, active, logged } = createWorld('one');
  const read = async (times: number) => {
    for (let count = 0; count < times; count += 1) {
      clock.advance(2000);
      await active.read();
    }
    return logged();
  };
  const unreadable = { level: 'error', event: 'release_unreadable', serving: 'one' };
  t.deepEqual(await read(2), []);
  state.away = true;
  t.deepEqual(await read(3), [{ ...unreadable, message: 'the store is away' }]);
  state.away = false;
  state.release = undefined;
  const message = 'no release is published; run npm run publish';
  t.deepEqual(await read(3), [{ ...unreadable, message }]);
  state.release = 'two';
  t.deepEqual(await read(3), [{ level: 'info', event: 'release_readable_again', release: 'two' }]);
  state.release = undefined;
  t.deepEqual(await read(2), [{ ...unreadable, serving: 'two', message }]);
});

test('a fault without a known release is thrown, not logged', async (t) => {
  const { active, logged } = createWorld(undefined);
  await t.throwsAsync(active.read());
  t.deepEqual(logged(), []);
});

test('without a published release it rejects with the remedy, and uses the first release at once', async (t) => {
  const { state, active } = createWorld(undefined);
  await t.throwsAsync(active.read(), { message: /npm run publish/ });
  state.release = 'one';
  t.is(await active.read(), 'one');
});

test('with the store unreachable from the start it rejects', async (t) => {
  const { state, active } = createWorld('one');
  state.away = true;
  await t.throwsAsync(active.read(), { message: 'the store is away' });
});
