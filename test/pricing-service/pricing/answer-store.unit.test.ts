import { randomBytes } from 'node:crypto';
import test from 'ava';
import {
  createAnswerStore,
  overheadBytes,
  type Recipe,
} from '../../../pricing-service/pricing/answer-store.ts';
import { toRepresentation } from '../../../pricing-service/pricing/representation.ts';

/** A recipe of so many bytes that do not compress, and how often it was followed. */
function recipeOf(length: number) {
  const bytes = randomBytes(length);
  const made = { times: 0 };
  const recipe: Recipe = {
    coding: 'identity',
    make: () => {
      made.times += 1;
      return toRepresentation('identity', bytes);
    },
  };
  return { recipe, made };
}

test('concurrent requests share one answer that is made once', async (t) => {
  const store = createAnswerStore(1e6);
  const { recipe, made } = recipeOf(100);
  const codings = ['identity', 'gzip', 'br', 'gzip', 'identity'] as const;
  const read = () => Promise.all(codings.map((coding) => store.make('one', coding, recipe)));
  const first = await read();
  t.is(made.times, 1);
  t.is(first[1], first[3]);
  t.deepEqual(await read(), first);
  t.is(made.times, 1);
});

test('only requested codings count as memory, not their source', async (t) => {
  const store = createAnswerStore(1e6);
  const { recipe, made } = recipeOf(5000);
  const packed = await store.make('one', 'br', recipe);
  t.is(store.find('one', 'identity'), undefined);
  t.is(store.keptBytes(), (packed.bytes?.length ?? 0) + overheadBytes);
  t.is(await store.make('one', 'br', recipe), packed);
  t.is(made.times, 1);
});

test('a coding requested while another is made from it is kept', async (t) => {
  const store = createAnswerStore(1e6);
  const { recipe, made } = recipeOf(100);
  const [, original] = await Promise.all([
    store.make('one', 'gzip', recipe),
    store.make('one', 'identity', recipe),
  ]);
  t.is(store.find('one', 'identity'), original);
  t.is(made.times, 1);
});

test('a coding is made from the one that is kept', async (t) => {
  const store = createAnswerStore(1e6);
  const { recipe, made } = recipeOf(100);
  await store.make('one', 'identity', recipe);
  await store.make('one', 'gzip', recipe);
  t.is(made.times, 1);
});

test('memory stays within its limit and keeps the most recently used answers', async (t) => {
  const maxBytes = 100_000;
  const store = createAnswerStore(maxBytes);
  const recipes = Array.from({ length: 200 }, () => recipeOf(3000));
  for (const [index, { recipe }] of recipes.entries()) {
    await store.make(`${index}`, 'identity', recipe);
    t.true(store.keptBytes() <= maxBytes);
  }
  t.true(store.keptBytes() > maxBytes / 2);
  const again = async (index: number) => {
    await store.make(`${index}`, 'identity', recipes[index]?.recipe as Recipe);
    return recipes[index]?.made.times;
  };
  t.is(await again(199), 1);
  t.is(await again(0), 2);
});

test('an answer larger than the store is returned and not kept', async (t) => {
  const store = createAnswerStore(10_000);
  const { recipe } = recipeOf(20_000);
  const answers = await Promise.all([
    store.make('long', 'identity', recipe),
    store.make('long', 'br', recipe),
  ]);
  t.is(answers[0]?.length, 20_000);
  t.true(store.keptBytes() <= 10_000);
});

test('a failure rejects every waiting request and is not kept', async (t) => {
  const store = createAnswerStore(1e6);
  const good = recipeOf(100);
  const bad: Recipe = { coding: 'identity', make: async () => Promise.reject(new Error('away')) };
  const waiting = [store.make('one', 'gzip', bad), store.make('one', 'identity', good.recipe)];
  for (const each of waiting) await t.throwsAsync(each, { message: 'away' });
  t.is((await store.make('one', 'gzip', good.recipe)).coding, 'gzip');
});
