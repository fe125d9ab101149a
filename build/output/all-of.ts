/**
 * Like `Promise.all`, but if a promise rejects, waits until all have settled, so that none still writes files, and then
 * rejects with the error of the first in the list.
 */
export async function allOf<Result>(work: readonly Promise<Result>[]): Promise<Result[]> {
  await Promise.allSettled(work);
  return Promise.all(work);
}
