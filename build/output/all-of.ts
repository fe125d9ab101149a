/**
 * Returns the results of promises, like `Promise.all`, but rejects only after all of them have settled: the
 * caller can then be sure that none of them still writes.
 */
export async function allOf<Work extends readonly unknown[] | []>(
  work: Work,
): Promise<{ -readonly [At in keyof Work]: Awaited<Work[At]> }> {
  await Promise.allSettled(work);
  return Promise.all(work);
}
