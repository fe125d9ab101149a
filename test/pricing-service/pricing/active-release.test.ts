import test from 'ava';
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
  );
  const active = { read: async () => (await releases.read()).release };
  return { clock, state, releases, active };
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

test('what is known is told without asking, for as long as nobody would ask', async (t) => {
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

test('requests that come together ask once', async (t) => {
  const { state, active } = createWorld('one');
  t.deepEqual(await Promise.all([active.read(), active.read(), active.read()]), [
    'one',
    'one',
    'one',
  ]);
  t.is(state.asked, 1);
});

test('the last release known serves while the store is away or has lost its id', async (t) => {
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

test('with nothing ever published it says what to do, and sees the first release at once', async (t) => {
  const { state, active } = createWorld(undefined);
  await t.throwsAsync(active.read(), { message: /npm run publish/ });
  state.release = 'one';
  t.is(await active.read(), 'one');
});

test('with the store away from the start it rejects', async (t) => {
  const { state, active } = createWorld('one');
  state.away = true;
  await t.throwsAsync(active.read(), { message: 'the store is away' });
});
