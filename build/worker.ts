/** The task of the compiler's threads; a small build runs it on the main thread. */
import { workerData } from 'piscina';
import type { ProductSource } from './content/open-content.ts';
import { createProductMaker, type MadeProduct, type ProductSettings } from './make-product.ts';
import { returningRefusals } from './output/release-error.ts';

/** A task for a worker thread: products that it makes one after the other. */
export interface ProductsTask {
  readonly sources: readonly ProductSource[];
  /** False if the products are only checked; see `MakeProduct`. */
  readonly isWritten: boolean;
}

/**
 * Returns the function that performs the tasks of a thread. It resolves to the products in the given order,
 * or to a `Refusal` after a file-system error; other errors reject.
 */
export function createMakeTask(settings: ProductSettings) {
  const make = createProductMaker(settings);
  return returningRefusals(async ({ sources, isWritten }: ProductsTask) => {
    const made: MadeProduct[] = [];
    for (const source of sources) made.push(await make(source, isWritten));
    return made;
  });
}
export type MakeTask = ReturnType<typeof createMakeTask>;

let task: MakeTask | undefined;

/** Performs a task in this worker thread, with the settings that the thread got at its start. */
export const makeProducts: MakeTask = (products) => {
  task ??= createMakeTask(workerData as ProductSettings);
  return task(products);
};
