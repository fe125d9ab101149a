import test from 'ava';
import { createDebounce } from '../../../../infra/local/debounce.ts';

test('events that follow each other closely are one group, and a later event starts another', async (t) => {
  const debounce = createDebounce(1, new AbortController().signal);
  debounce.trigger();
  debounce.trigger();
  await debounce.settled();
  t.is(debounce.count(), 2);
  const again = debounce.settled();
  debounce.trigger();
  await again;
  t.is(debounce.count(), 3);
});

test('waiting for events is rejected when the run ends, and also if the run has already ended', async (t) => {
  const controller = new AbortController();
  const waiting = createDebounce(1, controller.signal).settled();
  controller.abort();
  await t.throwsAsync(waiting, { name: 'AbortError' });
  await t.throwsAsync(createDebounce(1, controller.signal).settled(), { name: 'AbortError' });
});
