/**
 * Makes products in the compiler's worker threads: reads, checks and renders them, and writes their files. A
 * small build does this on the main thread.
 */
import { workerData } from 'piscina';
import type { ProductSource } from './content/open-content.ts';
import { createProductMaker, type MadeProduct, type ProductSettings } from './make-product.ts';
import { returningRefusals } from './output/release-error.ts';

/** A task for a worker thread: the products that the thread makes, one after the other. */
export interface ProductsTask {
  readonly sources: readonly ProductSource[];
  /** False if the products are only read and checked, without writing files (see `MakeProduct`). */
  readonly isWritten: boolean;
}

/**
 * Returns a function that makes the products of a task. It resolves to the made products in the given order,
 * or to a `Refusal` (an object with the error message) after a file-system error. It rejects with other
 * errors.
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

/**
 * Makes the products of a task in this worker thread, with the settings that the thread got when it started.
 */
export const makeProducts: MakeTask = (products) => {
  task ??= createMakeTask(workerData as ProductSettings);
  return task(products);
};
