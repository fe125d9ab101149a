/** The task of the compiler's threads; a small build runs it on the main thread. */
import { workerData } from 'piscina';
import type { ProductSource } from './content/open-content.ts';
import { createProductMaker, type MadeProduct, type ProductSettings } from './make-product.ts';
import { returningRefusals } from './output/release-error.ts';

/** Products that are made one after the other. */
export interface ProductsTask {
  readonly sources: readonly ProductSource[];
  /** See `MakeProduct`. */
  readonly isWritten: boolean;
}

/**
 * Creates the task for one thread. It resolves to the products in order, or to a file-system error.
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

/** The task of this thread, with its start settings. */
export const makeProducts: MakeTask = (products) => {
  task ??= createMakeTask(workerData as ProductSettings);
  return task(products);
};
