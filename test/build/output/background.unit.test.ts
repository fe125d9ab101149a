import test from 'ava';
import { createBackground } from '../../../build/output/background.ts';

test('it is done when everything is, work added meanwhile included', async (t) => {
  const background = createBackground();
  const ended: string[] = [];
  const work = async (name: string, next?: () => void) => {
    await Promise.resolve();
    next?.();
    ended.push(name);
  };
  background.add(work('first', () => background.add(work('second'))));
  await background.done();
  t.deepEqual(ended, ['first', 'second']);
});

test('the first failure is thrown after all work has ended', async (t) => {
  const background = createBackground();
  const { promise, settle } = withSettle();
  const fault = new Error('first');
  background.add(Promise.reject(fault));
  background.add(promise);
  background.add(Promise.reject(new Error('later')));
  let isDone = false;
  const done = background.done().finally(() => {
    isDone = true;
  });
  await Promise.resolve();
  t.false(isDone);
  settle();
  t.is(await t.throwsAsync(done), fault);
});

/** A promise and what fulfils it. */
function withSettle() {
  let settle = () => {};
  const promise = new Promise<void>((resolve) => {
    settle = resolve;
  });
  return { promise, settle };
}
