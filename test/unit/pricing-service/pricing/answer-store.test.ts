import { randomBytes } from 'node:crypto';
import test from 'ava';
import {
  type AnswerMaker,
  createAnswerStore,
  overheadBytes,
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

test('concurrent requests share one answer that is made once', async (t) => {
  const store = createAnswerStore(1e6);
  const { maker, made } = makerOf(100);
  const codings = ['identity', 'gzip', 'br', 'gzip', 'identity'] as const;
  const read = () => Promise.all(codings.map((coding) => store.make('one', coding, maker)));
  const first = await read();
  t.is(made.times, 1);
  t.is(first[1], first[3]);
  t.deepEqual(await read(), first);
  t.is(made.times, 1);
});

test('only requested codings count as memory, not the document that they were made from', async (t) => {
  const store = createAnswerStore(1e6);
  const { maker, made } = makerOf(5000);
  const packed = await store.make('one', 'br', maker);
  t.is(store.find('one', 'identity'), undefined);
  t.is(store.cachedBytes(), (packed.bytes?.length ?? 0) + overheadBytes);
  t.is(await store.make('one', 'br', maker), packed);
  t.is(made.times, 1);
});

test('an uncompressed answer that is requested while its gzip coding is made is cached', async (t) => {
  const store = createAnswerStore(1e6);
  const { maker, made } = makerOf(100);
  const [, original] = await Promise.all([
    store.make('one', 'gzip', maker),
    store.make('one', 'identity', maker),
  ]);
  t.is(store.find('one', 'identity'), original);
  t.is(made.times, 1);
});

test('a coding is made from another cached coding', async (t) => {
  const store = createAnswerStore(1e6);
  const { maker, made } = makerOf(100);
  await store.make('one', 'identity', maker);
  await store.make('one', 'gzip', maker);
  t.is(made.times, 1);
});

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

test('an answer larger than the store is returned and not cached', async (t) => {
  const store = createAnswerStore(10_000);
  const { maker } = makerOf(20_000);
  const answers = await Promise.all([
    store.make('long', 'identity', maker),
    store.make('long', 'br', maker),
  ]);
  t.is(answers[0]?.length, 20_000);
  t.true(store.cachedBytes() <= 10_000);
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
