/** The tasks of the compiler's threads; a small build does them on the main thread. */
import { workerData } from 'piscina';
import type { ProductSource } from './content/open-content.ts';
import {
  createProductMaker,
  type MadeProduct,
  type MakeProduct,
  type ProductSettings,
} from './make-product.ts';
import { writeFiles, writeLongFile } from './output/file-tasks.ts';
import { returningRefusals } from './output/release-error.ts';

/** Some products, made one after the other. */
export interface ProductsTask {
  readonly sources: readonly ProductSource[];
  readonly isWritten: boolean;
}

/** Creates the tasks for one thread. */
export function createTasks(settings: ProductSettings) {
  const make = createProductMaker(settings);
  return { makeProducts: createMakeTask(make), writeFiles, writeLongFile };
}
export type BuildTasks = ReturnType<typeof createTasks>;

function createMakeTask(make: MakeProduct) {
  return returningRefusals(async ({ sources, isWritten }: ProductsTask) => {
    const made: MadeProduct[] = [];
    for (const source of sources) made.push(await make(source, isWritten));
    return made;
  });
}

let own: BuildTasks | undefined;
const ownTasks = () => {
  own ??= createTasks(workerData as ProductSettings);
  return own;
};

export const makeProducts: BuildTasks['makeProducts'] = (task) => ownTasks().makeProducts(task);
export { writeFiles, writeLongFile };
