import test from 'ava';
import { startNginxCache } from '../../helpers/shared-caches.ts';
import { assertPrivate } from './cache-privacy.ts';
import { served } from './served.ts';

test.serial('a shared cache sends no client the answer for another', async (t) => {
  await assertPrivate(t, served().app, await startNginxCache(t, served().port));
});
