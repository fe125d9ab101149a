/**
 * Resolves to the results of the promises `work`, like `Promise.all`. If some reject, waits until all have settled, so
 * that none of them is still writing files; then rejects with one error: that of the rejected promise with the lowest
 * index in `work`.
 */
export async function allOf<Work extends readonly unknown[] | []>(
  work: Work,
): Promise<{ -readonly [At in keyof Work]: Awaited<Work[At]> }> {
  await Promise.allSettled(work);
  return Promise.all(work);
}

/**
 * Returns `work` after adding a handler that ignores its error. The caller awaits `work` later and gets the error;
 * without the handler, an error before that would end Node.js.
 */
export function handledLater<Result>(work: Promise<Result>): Promise<Result> {
  work.catch(() => {});
  return work;
}
