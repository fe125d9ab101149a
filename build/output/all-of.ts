/**
 * Resolves to the results of promises, like `Promise.all`. If some reject, waits until all have settled, and then
 * rejects with the error of the first in `work`: after the failure, none of them is still writing files.
 */
export async function allOf<Work extends readonly unknown[] | []>(
  work: Work,
): Promise<{ -readonly [At in keyof Work]: Awaited<Work[At]> }> {
  await Promise.allSettled(work);
  return Promise.all(work);
}
