/** The task of the compiler's worker threads: to make products. The main thread runs some of them, too. */
import { workerData } from 'piscina';
import type { ProductSource } from './content/product-rows.ts';
import { createProductMaker, type MadeProduct, type ProductSettings } from './make-product.ts';
import { returningFailures, type TaskFailure } from './output/release-error.ts';

/** A task: the products that a thread makes, one after the other. */
export interface ProductsTask {
  readonly sources: readonly ProductSource[];
  /** False if the products are only read and checked, without writing files (see `MakeProduct`). */
  readonly isWritten: boolean;
}

/**
 * Makes the products of a task; resolves to them in the same order, or to a `TaskFailure` after a file-system error or a
 * `ReleaseError`. Rejects with other errors.
 */
export type MakeProducts = (task: ProductsTask) => Promise<readonly MadeProduct[] | TaskFailure>;

/** Returns the function that makes the products of a build. */
export function createTask(settings: ProductSettings): MakeProducts {
  const make = createProductMaker(settings);
  return returningFailures(async ({ sources, isWritten }: ProductsTask) => {
    const made: MadeProduct[] = [];
    for (const source of sources) made.push(await make(source, isWritten));
    return made;
  });
}

let task: MakeProducts | undefined;

/** Makes products in this worker thread, with the settings that the thread got when it started. */
export const makeProducts: MakeProducts = (products) => {
  task ??= createTask(workerData as ProductSettings);
  return task(products);
};
