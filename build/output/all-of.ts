/**
 * Returns the results of work that is under way, as `Promise.all` does. All of it ends before a failure is thrown, so
 * that nothing is written after that.
 */
export async function allOf<Work extends readonly unknown[] | []>(
  work: Work,
): Promise<{ -readonly [At in keyof Work]: Awaited<Work[At]> }> {
  await Promise.allSettled(work);
  return Promise.all(work);
}
