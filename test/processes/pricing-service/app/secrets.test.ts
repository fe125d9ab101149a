import test from 'ava';
import { hashApiKey } from '../../../../contract/api-key.ts';
import { redisKeys } from '../../../../contract/redis-keys.ts';
import type { Reply } from '../../../helpers/http-client.ts';
import {
  addKey,
  bearer,
  keyedPaths,
  nextState,
  type PricingApp,
  startPricingApp,
} from '../../../helpers/pricing-app.ts';

/** Requests every route with a key. */
function repliesOf({ client }: PricingApp, key: string): Promise<Reply[]> {
  return Promise.all(keyedPaths.map((path) => client(path, { headers: bearer(key) })));
}

/** Requests every route with a key; returns headers and bodies of all answers as one text. */
async function allRepliesOf(app: PricingApp, key: string): Promise<string> {
  return toText(await repliesOf(app, key));
}

function toText(replies: readonly Reply[]): string {
  return replies.map(({ headers, text }) => JSON.stringify(headers) + text).join('\n');
}

test.serial(
  'no log line and no answer, of success or error, contains a key or its hash',
  async (t) => {
    const app = await startPricingApp(t);
    const keys = [
      await addKey(app.redis, { id: 'good' }),
      await addKey(app.redis, { id: 'revoked', revoked: true }),
      await addKey(app.redis, { id: 'odd', tier: 'A9' }),
    ];
    const broken = await addKey(app.redis, { id: 'broken' });
    await app.redis.client.set(redisKeys.key(hashApiKey(broken)), 'not a hash');
    keys.push(broken);
    let output = '';
    for (const key of keys) output += await allRepliesOf(app, key);
    app.clock.advance(60_000);
    const ended = nextState(app, 'close');
    await app.redis.stop();
    await ended;
    for (const key of keys) output += await allRepliesOf(app, key);
    t.true(app.logged.length >= keys.length);
    output += app.logged.join('\n');
    for (const key of keys) {
      t.false(output.includes(key));
      t.false(output.includes(key.slice(4, 36)));
      t.false(output.includes(hashApiKey(key)));
    }
  },
);

test.serial('an answer of 500 or 503 contains no internal details', async (t) => {
  const app = await startPricingApp(t);
  const key = await addKey(app.redis, { tier: 'A9' });
  const assertClosed = (replies: readonly Reply[], status: number) => {
    const members = ['type', 'title', 'status', 'detail', 'instance', 'code'];
    for (const reply of replies) {
      t.is(reply.status, status);
      t.deepEqual(Object.keys(reply.json() as object), members);
    }
    const output = toText(replies);
    for (const inside of ['A9', 'tier', app.out, app.manifest.release, 'Error', 'redis', '.ts']) {
      t.false(output.includes(inside), inside);
    }
  };
  assertClosed(await repliesOf(app, key), 500);
  app.clock.advance(60_000);
  const ended = nextState(app, 'close');
  await app.redis.stop();
  await ended;
  assertClosed(await repliesOf(app, key), 503);
});

test.serial('a command that Redis refuses does not put a hash into the log', async (t) => {
  const app = await startPricingApp(t, { settings: ['--rename-command', 'HMGET', 'SECRETHMGET'] });
  const key = await addKey(app.redis);
  await allRepliesOf(app, key);
  t.true(app.logged.length > 0);
  t.false(app.logged.join('\n').includes(hashApiKey(key)));
});
