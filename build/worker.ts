/** The task of the compiler's worker threads: to make products. */
import { workerData } from 'piscina';
import { isFileSystemError } from '../console/errors.ts';
import type { ProductSource } from './content/open-content.ts';
import { createProductMaker, type MadeProduct, type ProductSettings } from './make-product.ts';
import { ReleaseError } from './output/release-error.ts';

/** A task: the products that a thread makes, one after the other. */
export interface ProductsTask {
  readonly sources: readonly ProductSource[];
  /** False if the products are only read and checked, without writing files (see `MakeProduct`). */
  readonly isWritten: boolean;
}

/**
 * The result of a task that failed with a file-system error or a `ReleaseError`: the facts of this error, which would
 * lose its class and code on the way to the main thread. Only a file-system error has a `syscall`.
 */
export interface TaskFailure {
  readonly failure: Readonly<Record<'message' | 'code' | 'path' | 'syscall', string | undefined>>;
}

/**
 * Makes the products of a task; resolves to them in the same order, or to a `TaskFailure` after a file-system error or a
 * `ReleaseError`. Rejects with other errors.
 */
export type MakeProducts = (task: ProductsTask) => Promise<readonly MadeProduct[] | TaskFailure>;

/** Returns the function that makes the products of a build. */
export function createTask(settings: ProductSettings): MakeProducts {
  const make = createProductMaker(settings);
  return async ({ sources, isWritten }) => {
    const made: MadeProduct[] = [];
    try {
      for (const source of sources) made.push(await make(source, isWritten));
      return made;
    } catch (error) {
      if (!isFileSystemError(error) && !(error instanceof ReleaseError)) throw error;
      const { message, code, path, syscall }: NodeJS.ErrnoException = error;
      return { failure: { message, code, path, syscall } };
    }
  };
}

let task: MakeProducts | undefined;

/** Makes products in this worker thread, with the settings that the thread got when it started. */
export const makeProducts: MakeProducts = (products) => {
  task ??= createTask(workerData as ProductSettings);
  return task(products);
};
