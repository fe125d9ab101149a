/**
 * Resolves to the results of the promises `work`, like `Promise.all`. If some of them reject, waits until all have
 * settled, so that none still writes files; then rejects with one error, that of the first failed promise in the order
 * of `work`.
 */
export async function allOf<Work extends readonly unknown[] | []>(
  work: Work,
): Promise<{ -readonly [At in keyof Work]: Awaited<Work[At]> }> {
  await Promise.allSettled(work);
  return Promise.all(work);
}
