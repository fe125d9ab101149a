/**
 * The tasks of the compiler's worker threads: to make products (read, check and render them, and write their files),
 * and to compress groups of products for the exports. The main thread runs some of them, too; in a small build, all.
 */
import { workerData } from 'piscina';
import type { ProductSource } from './content/product-rows.ts';
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
 * Returns the functions that perform the tasks of a build. `makeProducts` makes the products of a task and resolves to
 * them in the same order. `compressGroup` compresses a group of products for the exports, files with all products, and
 * resolves to one segment (a compressed piece) for each export. After a file-system error or a `ReleaseError`, both
 * resolve to a `TaskFailure`, an object with the facts of the error; they reject with other errors.
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

/**
 * Makes the products of a task in this worker thread. Resolves to them in the same order, or to a `TaskFailure` (the
 * facts of the error) after a file-system error or a `ReleaseError`.
 */
export const makeProducts: BuildTasks['makeProducts'] = (task) =>
  tasksOfThread().makeProducts(task);

/**
 * Compresses a group of products in this worker thread. Resolves to one segment (a compressed piece) for each
 * export, or to a `TaskFailure` (the facts of the error) after a file-system error or a `ReleaseError`.
 */
export const compressGroup: BuildTasks['compressGroup'] = (task) =>
  tasksOfThread().compressGroup(task);
