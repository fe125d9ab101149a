/**
 * Returns a function that creates a resource at its first call; later calls return the same promise. If this promise
 * rejects, the next call creates the resource again: a process that runs for days must not need a restart because a
 * file was missing once.
 */
export function createOnce<Resource>(create: () => Promise<Resource>): () => Promise<Resource> {
  let created: Promise<Resource> | undefined;
  return () => {
    created ??= create().catch((error: unknown) => {
      created = undefined;
      throw error;
    });
    return created;
  };
}
