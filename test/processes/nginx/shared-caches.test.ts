import test from 'ava';
import { assertPrivate } from '../../helpers/cache-privacy.ts';
import { startNginxCache } from '../../helpers/shared-caches.ts';
import { served } from './served.ts';

test.serial('a shared cache sends no client the answer for another', async (t) => {
  await assertPrivate(t, served().app, await startNginxCache(t, served().port));
});
