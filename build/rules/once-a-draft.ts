import type { Draft } from '../load/draft.ts';

/** Makes a function of a draft that is worked out once for each: what several rules look up. */
export function onceADraft<Value>(derive: (draft: Draft) => Value): (draft: Draft) => Value {
  const known = new WeakMap<Draft, { readonly value: Value }>();
  return (draft) => {
    const { value } = known.get(draft) ?? { value: derive(draft) };
    known.set(draft, { value });
    return value;
  };
}
