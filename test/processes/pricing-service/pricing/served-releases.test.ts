/**
 * Which release the service answers from: the one in the request header or the link `current`, or the
 * previous one while Redis lacks the prices of that release.
 */
import { rename, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { createLog } from '../../../../pricing-service/log.ts';
import { createServedReleases } from '../../../../pricing-service/pricing/served-releases.ts';
import { makeFolder } from '../../../helpers/content.ts';
import { createManualClock } from '../../../helpers/pricing-app.ts';

interface World {
  /** The release that the link `current` names at first; no link if undefined. */
  readonly current?: string;
  /** The release that the link `previous` names at first; no link if undefined. */
  readonly previous?: string;
  /** The releases whose prices the store has at first. */
  readonly priced?: readonly string[];
}

/** Creates the served releases of a folder with links, and a store whose prices and outages the test controls. */
async function createWorld(t: ExecutionContext, { current, previous, priced = [] }: World = {}) {
  const distDir = await makeFolder(t);
  const link = async (name: 'current' | 'previous', release: string) => {
    await symlink(join('releases', release), join(distDir, 'next'));
    await rename(join(distDir, 'next'), join(distDir, name));
  };
  if (current !== undefined) await link('current', current);
  if (previous !== undefined) await link('previous', previous);
  const clock = createManualClock();
  const state = { priced: new Set(priced), isAway: false, asked: [] as string[] };
  const lines: string[] = [];
  const releases = createServedReleases(
    {
      async releaseFacts(release) {
        state.asked.push(release);
        if (state.isAway) throw new Error('the store is away');
        return state.priced.has(release) ? { release, defaultLocale: 'fr-CA' } : undefined;
      },
    },
    { distDir, clock, log: createLog({ write: (line) => lines.push(line) }) },
  );
  const read = async (asked?: string) => (await releases.read(asked)).release;
  /** Returns the entries logged since the last call, without times and stacks. */
  const logged = () =>
    lines.splice(0).map((line) => {
      const { time: _time, stack: _stack, ...entry } = JSON.parse(line) as Record<string, unknown>;
      return entry;
    });
  return { clock, state, releases, read, link, logged };
}

const unpriced = (release: string) =>
  `Redis has no net prices of release ${release}; npm run deploy loads them`;

test.serial('the release in the request header is used, whatever the link points to', async (t) => {
  const { read, releases } = await createWorld(t, { current: 'one', priced: ['one', 'two'] });
  t.is(await read('two'), 'two');
  t.is(releases.lastUsed(), 'two');
  t.is(await read('one'), 'one');
  t.is(releases.lastUsed(), 'one');
});

test.serial(
  'without a header the release of the link is used, at most a second after a swap',
  async (t) => {
    const { clock, read, link } = await createWorld(t, { current: 'one', priced: ['one', 'two'] });
    t.is(await read(), 'one');
    await link('current', 'two');
    clock.advance(999);
    t.is(await read(), 'one');
    clock.advance(1);
    t.is(await read(), 'two');
  },
);

test.serial(
  'the facts of a release are read at most once a second, not for every request',
  async (t) => {
    const { clock, state, read } = await createWorld(t, { priced: ['one', 'two'] });
    for (const release of ['one', 'two', 'one', 'two']) t.is(await read(release), release);
    t.deepEqual(state.asked, ['one', 'two']);
    clock.advance(999);
    await read('one');
    t.is(state.asked.length, 2);
    clock.advance(1);
    await read('one');
    t.deepEqual(state.asked, ['one', 'two', 'one']);
  },
);

test.serial('concurrent requests share one read', async (t) => {
  const { state, read } = await createWorld(t, { current: 'one', priced: ['one'] });
  t.deepEqual(await Promise.all([read('one'), read('one'), read('one')]), ['one', 'one', 'one']);
  t.deepEqual(state.asked, ['one']);
});

test.serial('a release that was read is cached for a second, by header and by link', async (t) => {
  const { clock, state, read, releases } = await createWorld(t, {
    ...{ current: 'one', priced: ['one', 'two'] },
  });
  t.is(releases.findCached('one'), undefined);
  t.is(releases.findCached(undefined), undefined);
  await read();
  t.is(releases.findCached('one')?.release, 'one');
  t.is(releases.findCached(undefined)?.release, 'one');
  t.is(releases.findCached('two'), undefined, 'not asked for yet');
  clock.advance(999);
  t.is(releases.findCached(undefined)?.release, 'one');
  clock.advance(1);
  t.is(releases.findCached('one'), undefined);
  t.is(releases.findCached(undefined), undefined);
  t.deepEqual(state.asked, ['one']);
});

test.serial('the default locale is read from the release', async (t) => {
  const { releases } = await createWorld(t, { priced: ['one'] });
  t.deepEqual(await releases.read('one'), { release: 'one', defaultLocale: 'fr-CA' });
});

test.serial(
  'while Redis lacks the prices of a release, the release that was used last answers, and the result states both',
  async (t) => {
    const { state, read, releases } = await createWorld(t, { priced: ['one', 'zero'] });
    await read('zero');
    await read('one');
    t.deepEqual(await releases.read('two'), {
      ...{ release: 'one', defaultLocale: 'fr-CA', insteadOf: 'two' },
    });
    t.is(releases.lastUsed(), 'one');
    t.is(releases.findCached('two'), undefined);
    t.deepEqual(state.asked, ['zero', 'one', 'two']);
  },
);

test.serial(
  'before its first answer, the service falls back to the release of the link previous',
  async (t) => {
    const { releases } = await createWorld(t, { current: 'two', previous: 'one', priced: ['one'] });
    t.like(await releases.read(undefined), { release: 'one', insteadOf: 'two' });
    t.like(await releases.read('three'), { release: 'one', insteadOf: 'three' });
  },
);

test.serial('the fallback release is used only while it has prices itself', async (t) => {
  const { clock, state, read } = await createWorld(t, {
    previous: 'zero',
    priced: ['one', 'zero'],
  });
  await read('one');
  state.priced.delete('one');
  clock.advance(1000);
  t.is(await read('two'), 'zero');
  t.deepEqual(state.asked.slice(1), ['two', 'one', 'zero']);
  state.priced.delete('zero');
  clock.advance(1000);
  await t.throwsAsync(read('two'), { message: unpriced('two') });
});

test.serial('missing prices are logged once, and once more when they are loaded', async (t) => {
  const { clock, state, read, logged } = await createWorld(t, { priced: ['one'] });
  const readOften = async (release: string) => {
    for (let count = 0; count < 3; count += 1) {
      clock.advance(1000);
      await Promise.all([read(release), read(release)]);
    }
    return logged();
  };
  t.deepEqual(await readOften('one'), []);
  const lacking = { level: 'error', event: 'release_unreadable', serving: 'one' };
  t.deepEqual(await readOften('two'), [{ ...lacking, message: unpriced('two') }]);
  t.deepEqual(await readOften('three'), [{ ...lacking, message: unpriced('three') }]);
  state.priced.add('three');
  t.deepEqual(await readOften('three'), [
    { level: 'info', event: 'release_readable_again', release: 'three' },
  ]);
});

test.serial(
  'requests for other releases log nothing, and do not cause missing prices to be logged again',
  async (t) => {
    const { clock, read, logged } = await createWorld(t, { priced: ['one', 'zero'] });
    await read('one');
    await read('two');
    t.is(logged().length, 1);
    for (const release of ['zero', 'two', 'one', 'two', 'zero', 'two']) {
      clock.advance(500);
      await read(release);
    }
    t.deepEqual(logged(), []);
  },
);

test.serial('a cached read also makes its release the one that was used last', async (t) => {
  const { read, releases } = await createWorld(t, { priced: ['one', 'zero'] });
  await read('zero');
  await read('one');
  t.is(releases.findCached('zero')?.release, 'zero');
  t.is(releases.lastUsed(), 'zero');
  t.is(await read('two'), 'zero');
});

test.serial(
  'readiness reports missing prices until they are loaded, also without requests',
  async (t) => {
    const { clock, state, link, releases } = await createWorld(t, {
      current: 'one',
      priced: ['one'],
    });
    t.is(await releases.describeMissingPrices(), undefined);
    await link('current', 'two');
    clock.advance(1000);
    t.is(await releases.describeMissingPrices(), `${unpriced('two')}; one answers`);
    await releases.read('one');
    t.is(
      await releases.describeMissingPrices(),
      `${unpriced('two')}; one answers`,
      'another edge asks for it',
    );
    state.priced.add('two');
    clock.advance(1000);
    t.is(await releases.describeMissingPrices(), undefined);
    t.is(releases.lastUsed(), 'two');
  },
);

test.serial('readiness reports missing prices also if no release can answer', async (t) => {
  const { clock, state, releases } = await createWorld(t, { current: 'one' });
  t.is(await releases.describeMissingPrices(), unpriced('one'));
  state.isAway = true;
  clock.advance(1000);
  t.is(await releases.describeMissingPrices(), unpriced('one'), 'nothing else is known');
  state.isAway = false;
  state.priced.add('one');
  t.is(await releases.describeMissingPrices(), undefined);
});

test.serial(
  'while Redis is unreachable, the cached release answers and readiness does not change',
  async (t) => {
    const { clock, state, read, releases, logged } = await createWorld(t, {
      ...{ current: 'one', priced: ['one'] },
    });
    await read();
    state.isAway = true;
    for (let count = 0; count < 3; count += 1) {
      clock.advance(3_600_000);
      t.deepEqual(await releases.read('one'), { release: 'one', defaultLocale: 'fr-CA' });
      t.is(await read(), 'one');
      t.is(await releases.describeMissingPrices(), undefined);
    }
    const away = { level: 'error', event: 'release_unreadable', serving: 'one' };
    t.deepEqual(logged(), [{ ...away, message: 'the store is away' }]);
    state.isAway = false;
    clock.advance(1000);
    t.is(await read(), 'one');
    t.deepEqual(logged(), [{ level: 'info', event: 'release_readable_again', release: 'one' }]);
  },
);

test.serial(
  'while Redis is unreachable, it is asked for the facts of a cached release once a second, not for every request',
  async (t) => {
    const { clock, state, read, releases } = await createWorld(t, { priced: ['one'] });
    await read('one');
    state.isAway = true;
    for (let second = 1; second <= 2; second += 1) {
      clock.advance(1000);
      t.is(await read('one'), 'one');
      t.is(await read('one'), 'one');
      t.is(releases.findCached('one')?.release, 'one');
      t.is(state.asked.length, 1 + second);
    }
  },
);

test.serial(
  'if Redis is unreachable at the first request for a release, the previous release answers',
  async (t) => {
    const { clock, state, read, releases, logged } = await createWorld(t, {
      priced: ['one', 'two'],
    });
    await read('one');
    state.isAway = true;
    t.like(await releases.read('two'), { release: 'one', insteadOf: 'two' });
    t.like(await releases.read('two'), { release: 'one', insteadOf: 'two' });
    const away = { level: 'error', event: 'release_unreadable', serving: 'one' };
    t.deepEqual(logged(), [{ ...away, message: 'the store is away' }]);
    state.isAway = false;
    clock.advance(1000);
    t.deepEqual(await releases.read('two'), { release: 'two', defaultLocale: 'fr-CA' });
    t.deepEqual(logged(), [{ level: 'info', event: 'release_readable_again', release: 'two' }]);
  },
);

test.serial(
  'the fallback release continues to answer when Redis becomes unreachable',
  async (t) => {
    const { clock, state, read, releases } = await createWorld(t, { priced: ['one'] });
    await read('one');
    await read('two');
    state.isAway = true;
    clock.advance(1000);
    t.like(await releases.read('two'), { release: 'one', insteadOf: 'two' });
  },
);

test.serial(
  'while no release has prices, reads reject with the remedy and log nothing, and the first loaded release is used within a second',
  async (t) => {
    const { clock, state, read, logged } = await createWorld(t, { current: 'one' });
    await t.throwsAsync(read(), { message: unpriced('one') });
    await t.throwsAsync(read('two'), { message: unpriced('two') });
    t.deepEqual(logged(), []);
    state.priced.add('one');
    clock.advance(1000);
    t.is(await read(), 'one');
    t.deepEqual(logged(), []);
  },
);

test.serial(
  'if Redis is unreachable from the start, a read rejects with the reason, and the next read asks Redis again',
  async (t) => {
    const { state, read, logged } = await createWorld(t, { priced: ['one'] });
    state.isAway = true;
    await t.throwsAsync(read('one'), { message: 'the store is away' });
    t.deepEqual(logged(), []);
    state.isAway = false;
    t.is(await read('one'), 'one');
  },
);

test.serial(
  'without a header and a link, a read rejects, and succeeds as soon as the link exists',
  async (t) => {
    const { read, link, releases } = await createWorld(t, { priced: ['one'] });
    await t.throwsAsync(read(), { code: 'ENOENT' });
    t.is(releases.lastUsed(), undefined);
    await link('current', 'one');
    t.is(await read(), 'one');
  },
);
