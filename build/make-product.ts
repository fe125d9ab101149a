/**
 * Makes products, in any thread: reads their files and table rows, checks them, renders their documents in every locale,
 * compresses these, and writes their objects, the folders of their public files.
 */
import { workerData } from 'node:worker_threads';
import { isFileSystemError } from '../console/errors.ts';
import { checkProduct } from './check/check-content.ts';
import { absenceOn, availabilityOf } from './content/availability.ts';
import { toSharedContent, toWholeProduct } from './content/content.ts';
import { addDays, boundaryDays, type DateRange, validityOn } from './content/dates.ts';
import { MissingDataError } from './content/localize/localizer.ts';
import { type ProductReader, type ProductReading, readProduct } from './content/open-content.ts';
import type { PartialContent } from './content/partial-content.ts';
import type { ProductContent } from './content/schemas/product.ts';
import type { Encoding } from './output/encode.ts';
import { sizesOf, writeObject } from './output/objects.ts';
import { ReleaseError } from './output/release-error.ts';
import { hasError, type KeyedSource, keyOf, linesOf, type Product, toReleased } from './product.ts';
import { createCatalogueContexts, isSoldIn, type Site } from './render/context.ts';
import { renderProduct } from './render/product-files.ts';
import { RenderError } from './render/render-error.ts';

/** The settings that are the same for every product of a build; each thread gets them once. */
export interface ProductSettings {
  readonly reader: ProductReader;
  readonly site: Site;
  /** Output folder. */
  readonly out: string;
  readonly encoding: Encoding;
}

/** The products that a thread makes, one after the other. */
export interface ProductsTask {
  readonly sources: readonly KeyedSource[];
  /** False if the products are only read and checked, because the content has an error. */
  readonly isWritten: boolean;
}

/** A file-system error, with a `syscall`, or a `ReleaseError`: errors lose class and code on the way to the main thread. */
export interface TaskFailure {
  readonly failure: Pick<NodeJS.ErrnoException, 'message' | 'syscall'>;
}

/**
 * Makes the products of a task and resolves to them in the same order, or to the failure to write them. Faults of the
 * content are in `found` of each product. Rejects for bugs, such as with `RenderError`.
 */
export type MakeProducts = (task: ProductsTask) => Promise<readonly Product[] | TaskFailure>;

/** Returns the function that makes the products of a build. */
export function createTask(settings: ProductSettings): MakeProducts {
  const { reader, site } = settings;
  const { shared } = reader;
  const contexts = hasError(shared) ? [] : createCatalogueContexts(toSharedContent(shared), site);
  return async ({ sources, isWritten }) => {
    const made: Product[] = [];
    try {
      for (const source of sources) {
        const reading = readProduct(reader, source);
        const key = keyOf(source, reading.fileHash);
        const checked = { ...checkProduct(reading), key, lines: linesOf(source) };
        const writes = isWritten && !hasError(checked);
        made.push(writes ? await writeProduct(checked, reading, contexts, settings) : checked);
      }
      return made;
    } catch (error) {
      if (!isFileSystemError(error) && !(error instanceof ReleaseError)) throw error;
      return { failure: { ...error, message: error.message } };
    }
  };
}

let task: MakeProducts | undefined;

/** Makes products in this worker thread, with the settings that the thread got when it started. */
export const makeInThread: MakeProducts = (products) => {
  task ??= createTask(workerData);
  return task(products);
};

/** Renders and writes a product without errors that is available on the day of the build. */
async function writeProduct(
  checked: Product,
  { partial }: ProductReading,
  contexts: ReturnType<typeof createCatalogueContexts>,
  { out, encoding }: ProductSettings,
): Promise<Product> {
  const { product, rows } = toWholeProduct(partial);
  const validity = validityOn(partial.day, datesOf(partial, product));
  if (absenceOn(product, partial.day)) return { ...checked, validity };
  const own = contexts
    .filter(({ locale }) => isSoldIn(product, locale))
    .map((context) => ({ ...context, rows }));
  const rendered = unlessDataIsMissing(() => renderProduct(product, own));
  if (rendered === undefined) return { ...checked, validity };
  const { object, content, record, reused } = await writeObject(out, rendered, encoding);
  const { key, outline, texts } = checked;
  const bytes = sizesOf(record.files);
  const indexed = { key, object, content, ...rendered.facts, outline, texts, bytes, validity };
  return { ...checked, validity, released: toReleased(checked, indexed, record, reused) };
}

/**
 * Returns undefined if `render` fails because a shared file lacks a text or an entry, such as the family of a colour:
 * rules that run after all products are made report this fault and end the build.
 */
function unlessDataIsMissing<Rendered>(render: () => Rendered): Rendered | undefined {
  try {
    return render();
  } catch (error) {
    if (error instanceof RenderError && error.cause instanceof MissingDataError) return undefined;
    throw error;
  }
}

/** Returns the date ranges of a product and its price rows; none for a draft, which stays absent on every day. */
function datesOf(
  { catalogue, msrp, net }: PartialContent,
  product: ProductContent,
): Iterable<DateRange> {
  if (product.draft) return [];
  const prices = [msrp, ...net.values()].flatMap(({ rows }) => rows);
  const { priceNotice = 0 } = catalogue;
  // A change is announced on a day of its own.
  const announcements = (priceNotice === 0 ? [] : boundaryDays(prices)).map((day) => ({
    from: addDays(day, -priceNotice),
  }));
  return [availabilityOf(product), ...prices, ...announcements];
}
