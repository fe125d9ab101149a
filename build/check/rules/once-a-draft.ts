import type { Draft } from '../../content/draft.ts';
import { onceFor } from './once-for.ts';

/** Makes a function of a draft that is worked out once for each: what several rules look up. */
export function onceADraft<Value>(derive: (draft: Draft) => Value): (draft: Draft) => Value {
  return onceFor(derive);
}
