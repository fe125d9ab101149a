import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { ReleaseError } from '../../build/output/release-error.ts';
import { activateRelease } from '../../releases/activate.ts';
import { linkedRelease } from '../../releases/standing.ts';
import { buildTwo } from './releases.ts';

test('the release that was current before is the previous one', async (t) => {
  const { out, first, second } = await buildTwo(t);
  t.is(await linkedRelease(out, 'current'), second);
  t.is(await linkedRelease(out, 'previous'), first);
  await activateRelease(out, first);
  t.is(await linkedRelease(out, 'current'), first);
  t.is(await linkedRelease(out, 'previous'), second);
});

test('activating what is current leaves the previous one as it is', async (t) => {
  const { out, first, second } = await buildTwo(t);
  await activateRelease(out, second);
  t.is(await linkedRelease(out, 'previous'), first);
});

test('a release that is gone is not activated', async (t) => {
  const { out, first, second } = await buildTwo(t);
  await rm(join(out, 'releases', first), { recursive: true });
  const error = await t.throwsAsync(activateRelease(out, first), { instanceOf: ReleaseError });
  t.regex(error?.message ?? '', /was removed meanwhile; build again$/);
  t.is(await linkedRelease(out, 'current'), second);
});
