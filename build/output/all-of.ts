/**
 * Returns the results of promises, like `Promise.all`, but throws a failure only after all of them have
 * settled, so that nothing is written afterwards.
 */
export async function allOf<Work extends readonly unknown[] | []>(
  work: Work,
): Promise<{ -readonly [At in keyof Work]: Awaited<Work[At]> }> {
  await Promise.allSettled(work);
  return Promise.all(work);
}
