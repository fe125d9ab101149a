/**
 * Reads and writes the files in `dist/sync` that pass data from one round to the next. `state.json` is written only if
 * the answer of the source or the release changes, or if the listing was damaged. `validity` contains the times at
 * which the products of the sync listing were requested and at which it expires; every round writes it, and nginx and
 * the embedded server read it. Without `state.json`, the next round is like the first one: the `updatedAt` of all
 * products is the time at which the current release became current.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { replaceFile } from '../build/output/install.ts';
import { wrapFileSystemErrors } from '../build/output/release-error.ts';
import { parseValidity, renderValidity, type Validity } from '../contract/listing-validity.ts';
import { validityFile } from '../contract/release.ts';
import { undefinedIfMissing } from '../releases/release-store.ts';
import { releasedProductsSchema } from './released-products.ts';
import { SyncError } from './source.ts';

/**
 * Returns the path of the folder with the sync listings and the files `state.json` and `validity`, in the output folder
 * `out`.
 */
export function syncFolder(out: string): string {
  return join(out, 'sync');
}

const stateSchema = z.object({
  /** The last accepted answer. */
  answer: z.object({
    /** Name of the source. */
    source: z.string(),
    etag: z.string().exactOptional(),
    products: z
      .array(z.object({ sku: z.string(), companies: z.array(z.string()).readonly() }))
      .readonly(),
  }),
  /**
   * When `answer` was requested, in milliseconds since 1970: no process may replace `answer` by the answer to an
   * earlier request. If a later request receives the same answer for the same release, only the file `validity`, from
   * which servers read the expiry, gets the later time, and the state file keeps this one. Missing in state files of
   * old versions.
   */
  askedAtMs: z.int().exactOptional(),
  /**
   * Locale → SKU → the released product data that the listing was rendered from. The next listing takes the `updatedAt`
   * of unchanged products from here.
   */
  known: releasedProductsSchema,
  /** Id of the release that the listing was rendered from. */
  release: z.string(),
  /** Id of the listing, which is the name of its folder in `dist/sync`. */
  listing: z.string(),
  /**
   * Path within the folder of the listing → size and SHA-256 of a file. Missing in state files of old versions; then
   * the next round renders the listing again.
   */
  files: z.record(z.string(), z.tuple([z.int(), z.string()]).readonly()).exactOptional(),
  /**
   * SKUs and companies that `answer` names and the release does not have. The field has kept its name since version
   * 1.0, so that old state files stay valid.
   */
  strangers: z.object({
    skus: z.array(z.string()).readonly(),
    companies: z.array(z.string()).readonly(),
  }),
});
/**
 * The content of `state.json`, which one round of the sync leaves for the next: the last answer of the source (the
 * list of active products) that was accepted, and the sync listing (`/v1/sync/activeProduct`) rendered from it.
 */
export type SyncState = z.infer<typeof stateSchema>;

const stateFile = 'state.json';

/**
 * Returns the content of the state file, or undefined if it is missing, as before the first sync. Throws
 * `SyncError` if the file is damaged, and `ReleaseError` if it cannot be read.
 */
export async function readState(folder: string): Promise<SyncState | undefined> {
  const path = join(folder, stateFile);
  const text = await readIfPresent(path);
  if (text === undefined) return undefined;
  try {
    return stateSchema.parse(JSON.parse(text));
  } catch (cause) {
    throw new SyncError(`${path} is damaged; remove it and run this again`, { cause });
  }
}

/**
 * Option of `replaceFile` that writes the bytes to the disk before the file is replaced. Without it, a power loss could
 * leave an empty `state.json`, which would make every further update fail.
 */
const durable = { flush: true };

/** Replaces the state file atomically. Throws `ReleaseError` for file-system errors. */
export async function writeState(folder: string, state: SyncState): Promise<void> {
  await replaceFile(join(folder, stateFile), JSON.stringify(state), durable);
}

/**
 * Returns the validity of the served listing (the times of its request and of its expiry), or undefined if its file is
 * missing or damaged. Throws `ReleaseError` if it cannot be read.
 */
export async function readValidity(folder: string): Promise<Validity | undefined> {
  const text = await readIfPresent(join(folder, validityFile));
  return text === undefined ? undefined : parseValidity(text);
}

/**
 * Calls `swap`, which replaces the served listing, and writes `after`, the times of the request and expiry of the new
 * listing, to the file `validity` in the sync folder `folder`. The order of the two ensures that no listing is ever
 * served after its own expiry: writes the file before `swap` if the new request time or expiry is earlier than the old
 * one in the file; writes it after `swap` if neither is earlier, or if the old file is missing or damaged. Throws
 * errors of `swap`, and `ReleaseError` for file-system errors.
 */
export async function withValidity(
  folder: string,
  after: Validity,
  swap: () => Promise<void>,
): Promise<void> {
  const before = await readValidity(folder);
  const write = () => replaceFile(join(folder, validityFile), renderValidity(after), durable);
  const isShorter =
    before === undefined ||
    after.askedAt < before.askedAt ||
    (after.expiresAt ?? Infinity) < (before.expiresAt ?? Infinity);
  if (before !== undefined && isShorter) await write();
  await swap();
  if (before === undefined || !isShorter) await write();
}

/** Returns the text of a file, or undefined if it is missing. Throws `ReleaseError` if it cannot be read. */
function readIfPresent(path: string): Promise<string | undefined> {
  return wrapFileSystemErrors(`cannot read ${path}`, () =>
    undefinedIfMissing(readFile(path, 'utf8')),
  );
}
