import test from 'ava';
import { redisKeys } from '../../contract/redis-keys.ts';
import { findPort } from '../../infra/local/find-port.ts';
import { readPublished } from '../../releases/published.ts';
import { startRedis } from '../helpers/redis-server.ts';

test('nothing counts as published if no server listens at the default address', async (t) => {
  const url = `redis://127.0.0.1:${await findPort('127.0.0.1', 0)}`;
  t.is(await readPublished(undefined, url), undefined);
  await t.throwsAsync(readPublished(url), { message: /^cannot reach Redis at .+ECONNREFUSED/ });
});

test('a Redis at the default address is asked like one that was named', async (t) => {
  const { url, client } = await startRedis(t);
  await client.set(redisKeys.activeRelease, '0123456789abcdef');
  t.deepEqual(await readPublished(undefined, url), new Set(['0123456789abcdef']));
});

test('a Redis that accepts no more clients is an error', async (t) => {
  const { url, client } = await startRedis(t);
  await client.config('SET', 'maxclients', 1);
  await t.throwsAsync(readPublished(undefined, url), { message: /^cannot reach Redis at / });
});
