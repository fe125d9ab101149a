/**
 * Makes one product, in any thread: reads its file and table rows, checks them, renders its documents in every locale,
 * compresses these, and writes its object, the folder of its public files.
 */
import { type CheckedProduct, checkProduct } from './check/check-content.ts';
import { absenceOn, availabilityOf } from './content/availability.ts';
import { toSharedContent, toWholeProduct } from './content/content.ts';
import {
  addDays,
  boundaryDays,
  type DateRange,
  type Validity,
  validityOn,
} from './content/dates.ts';
import { MissingDataError } from './content/localize/localizer.ts';
import { type ProductReader, type ProductSource, readProduct } from './content/open-content.ts';
import type { PartialContent } from './content/partial-content.ts';
import type { ProductContent } from './content/schemas/product.ts';
import type { Encoding } from './output/encode.ts';
import { type WrittenObject, writeObject } from './output/objects.ts';
import { createCatalogueContexts, isSoldIn, type Site } from './render/context.ts';
import { type ProductFacts, renderProduct } from './render/product-files.ts';
import { RenderError } from './render/render-error.ts';

/** The settings that are the same for every product of a build; each thread gets them once. */
export interface ProductSettings {
  readonly reader: ProductReader;
  readonly site: Site;
  /** Output folder. */
  readonly out: string;
  readonly encoding: Encoding;
}

/** A product after it was made: the result of its check and, if its files were written, their data in `written`. */
export interface MadeProduct extends CheckedProduct {
  /** SHA-256 of the product file, in hexadecimal. */
  readonly fileHash: string;
  /**
   * The period around the day of the build in which the result stays the same, because no date of the product or its
   * prices is reached. Undefined if there are no such dates, if the product is a draft or has an error, or if
   * `isWritten` was false (see `MakeProduct`).
   */
  readonly validity?: Validity | undefined;
  /**
   * The data of the written files. Undefined if no files were written: the product is not available, has an error, or
   * needs a text or an entry that a shared file lacks, or `isWritten` was false.
   */
  readonly written?: WrittenProduct;
}

/** The data of a product whose object (the folder of its public files) has been written. */
export interface WrittenProduct extends WrittenObject {
  readonly facts: ProductFacts;
}

/**
 * Reads and checks a product, then renders it and writes its files. If `isWritten` is false, as after an
 * error in the content, only reads and checks it.
 */
export type MakeProduct = (source: ProductSource, isWritten: boolean) => Promise<MadeProduct>;

/**
 * Returns the function that makes the products of a build. The returned function reports faults of the content in the
 * member `found` of its result. It rejects with `RenderError` for a bug in rendering, `ReleaseError` if the file system
 * does not keep modification times, and file-system errors.
 */
export function createProductMaker({ reader, site, out, encoding }: ProductSettings): MakeProduct {
  let contexts: ReturnType<typeof createCatalogueContexts> | undefined;
  return async (source, isWritten) => {
    const reading = readProduct(reader, source);
    const checked = { ...checkProduct(reading), fileHash: reading.fileHash };
    const isFaulty = checked.found.some(({ rule }) => rule.severity === 'error');
    if (!isWritten || isFaulty) return checked;
    const { shared } = reader;
    const { product, rows } = toWholeProduct(reading.partial);
    const dates = { validity: validityOn(shared.day, datesOf(reading.partial, product)) };
    if (absenceOn(product, shared.day)) return { ...checked, ...dates };
    // Before a product is written, it is not certain that the shared content has no error.
    contexts ??= createCatalogueContexts(toSharedContent(shared), site);
    const own = contexts
      .filter(({ locale }) => isSoldIn(product, locale))
      .map((context) => ({ ...context, rows }));
    const rendered = unlessSharedDataIsMissing(() => renderProduct(product, own));
    if (rendered === undefined) return { ...checked, ...dates };
    const written = { facts: rendered.facts, ...(await writeObject(out, rendered, encoding)) };
    return { ...checked, ...dates, written };
  };
}

/**
 * Calls `render` and returns its result. Returns undefined if `render` fails because a shared file lacks a text, or
 * lacks an entry that is referred to, such as the family of a colour. Rules that run after all products are made report
 * this fault and end the build. Throws other errors unchanged.
 */
function unlessSharedDataIsMissing<Rendered>(render: () => Rendered): Rendered | undefined {
  try {
    return render();
  } catch (error) {
    const cause = error instanceof RenderError ? error.cause : undefined;
    if (cause instanceof MissingDataError) return undefined;
    throw error;
  }
}

/**
 * Returns the date ranges of a product: its availability, and the validity of its price rows. Returns an empty list for
 * a draft, which stays absent on every day.
 */
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
