import { randomBytes } from 'node:crypto';
import test from 'ava';
import {
  type AnswerMaker,
  createAnswerStore,
} from '../../../../pricing-service/pricing/answer-store.ts';
import { toRepresentation } from '../../../../pricing-service/pricing/representation.ts';

/**
 * Creates an `AnswerMaker` whose answer is `length` random bytes. Returns it, and a count of its calls (`made.times`).
 */
function makerOf(length: number) {
  const bytes = randomBytes(length);
  const made = { times: 0 };
  const maker: AnswerMaker = {
    coding: 'identity',
    make: () => {
      made.times += 1;
      return toRepresentation('identity', bytes);
    },
  };
  return { maker, made };
}

test('the answer store stays within its memory limit and keeps the most recently used answers', async (t) => {
  const maxBytes = 100_000;
  const store = createAnswerStore(maxBytes);
  const makers = Array.from({ length: 200 }, () => makerOf(3000));
  for (const [index, { maker }] of makers.entries()) {
    await store.make(`${index}`, 'identity', maker);
    t.true(store.cachedBytes() <= maxBytes);
  }
  t.true(store.cachedBytes() > maxBytes / 2);
  const again = async (index: number) => {
    await store.make(`${index}`, 'identity', makers[index]?.maker as AnswerMaker);
    return makers[index]?.made.times;
  };
  t.is(await again(199), 1);
  t.is(await again(0), 2);
});

test('a failure rejects every waiting request and is not cached', async (t) => {
  const store = createAnswerStore(1e6);
  const good = makerOf(100);
  const bad: AnswerMaker = {
    coding: 'identity',
    make: async () => Promise.reject(new Error('away')),
  };
  const waiting = [store.make('one', 'gzip', bad), store.make('one', 'identity', good.maker)];
  for (const each of waiting) await t.throwsAsync(each, { message: 'away' });
  t.is((await store.make('one', 'gzip', good.maker)).coding, 'gzip');
});
