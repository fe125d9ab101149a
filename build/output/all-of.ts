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
 * Prevents an error of `work` from ending Node.js before the caller awaits this promise. Returns `work`, which still
 * rejects with the error when it is awaited.
 */
export function handledLater<Result>(work: Promise<Result>): Promise<Result> {
  work.catch(() => {});
  return work;
}
