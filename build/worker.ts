/**
 * The tasks of the compiler's worker threads: to make products (read, check and render them, and write their files),
 * and to compress groups of products for the exports. A small build runs them on the main thread.
 */
import { workerData } from 'piscina';
import type { ProductSource } from './content/open-content.ts';
import { createProductMaker, type MadeProduct, type ProductSettings } from './make-product.ts';
import { createGroupCompressor } from './output/export-groups.ts';
import { returningFailures } from './output/release-error.ts';

/** A task for a worker thread: the products that the thread makes, one after the other. */
export interface ProductsTask {
  readonly sources: readonly ProductSource[];
  /** False if the products are only read and checked, without writing files (see `MakeProduct`). */
  readonly isWritten: boolean;
}

/**
 * Returns the functions that perform tasks. `makeProducts` resolves to the made products in the given order,
 * `compressGroup` to the segments of a group of products: its compressed parts in each export, a file with all
 * products. Both resolve to a `TaskFailure`, an object with the error message, after a file-system error, and reject
 * with other errors.
 */
export function createTasks(settings: ProductSettings) {
  const make = createProductMaker(settings);
  return {
    makeProducts: returningFailures(async ({ sources, isWritten }: ProductsTask) => {
      const made: MadeProduct[] = [];
      for (const source of sources) made.push(await make(source, isWritten));
      return made;
    }),
    compressGroup: returningFailures(createGroupCompressor(settings)),
  };
}
/** The functions that perform the tasks of a build. */
export type BuildTasks = ReturnType<typeof createTasks>;

let tasks: BuildTasks | undefined;

/** Returns the functions of this worker thread, with the settings that the thread got when it started. */
function tasksOfThread(): BuildTasks {
  tasks ??= createTasks(workerData as ProductSettings);
  return tasks;
}

/** Makes products in this worker thread; see `createTasks`. */
export const makeProducts: BuildTasks['makeProducts'] = (task) =>
  tasksOfThread().makeProducts(task);

/** Compresses a group of products in this worker thread; see `createTasks`. */
export const compressGroup: BuildTasks['compressGroup'] = (task) =>
  tasksOfThread().compressGroup(task);
