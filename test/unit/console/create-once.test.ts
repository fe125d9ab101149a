/** A resource that is created at first use is created again only after a failure. */
import test from 'ava';
import { createOnce } from '../../../console/create-once.ts';

test('a resource is created once, at first use', async (t) => {
  let created = 0;
  const get = createOnce(async () => {
    created += 1;
    return { number: created };
  });
  t.is(created, 0);
  const [first, second] = await Promise.all([get(), get()]);
  t.is(first, second);
  t.is(await get(), first);
  t.is(created, 1);
});

test('after a failure, which every waiting caller gets, the next call creates it again', async (t) => {
  const failure = new Error('a file is missing');
  let attempts = 0;
  const get = createOnce(async () => {
    attempts += 1;
    if (attempts === 1) throw failure;
    return attempts;
  });
  const [first, second] = await Promise.allSettled([get(), get()]);
  t.deepEqual(
    [first, second],
    [
      { status: 'rejected', reason: failure },
      { status: 'rejected', reason: failure },
    ],
  );
  t.is(await get(), 2);
  t.is(await get(), 2);
});
