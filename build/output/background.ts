/** Work that goes on while the next is prepared. */
export interface Background {
  /** Takes on work that has been started. */
  add(work: Promise<void>): void;
  /** Resolves when all of it has come to its end; throws what the first to fail threw. */
  done(): Promise<void>;
}

/** Starts with nothing to do. Call `done` whatever happens: nothing is to be written after that. */
export function createBackground(): Background {
  const underWay = new Set<Promise<void>>();
  const failures: unknown[] = [];
  return {
    add(work) {
      const watched = work
        .catch((error: unknown) => void failures.push(error))
        .finally(() => underWay.delete(watched));
      underWay.add(watched);
    },
    async done() {
      while (underWay.size > 0) await Promise.all(underWay);
      if (failures.length > 0) throw failures[0];
    },
  };
}

/** Waits for all, whatever fails, and throws what failed first: nothing is to be written after that. */
export async function allSettled<Value>(work: readonly Promise<Value>[]): Promise<Value[]> {
  await Promise.allSettled(work);
  return Promise.all(work);
}
