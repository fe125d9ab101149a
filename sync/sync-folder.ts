/**
 * Reads and writes what one round leaves for the next in `dist/sync`: `state.json`, the last accepted answer and its
 * listing, and `validity`, when the listing was requested and when it expires, which servers read.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { replaceFile } from '../build/output/install.ts';
import { wrapFileSystemErrors } from '../build/output/release-error.ts';
import { parseValidity, renderValidity, type Validity } from '../contract/listing-validity.ts';
import { validityFile } from '../contract/release.ts';
import { undefinedIfMissing } from '../releases/release-store.ts';
import { releasedProductsSchema } from './listing.ts';
import { SyncError } from './source.ts';

const namesSchema = z.array(z.string()).readonly();
const stateSchema = z.object({
  /** The last accepted answer, with the name of its source. */
  answer: z.object({
    source: z.string(),
    etag: z.string().exactOptional(),
    products: z.array(z.object({ sku: z.string(), companies: namesSchema })).readonly(),
  }),
  /**
   * When `answer` was requested, in milliseconds since 1970: no process may replace it by the answer to an earlier
   * request. If a later request gets the same answer, only `validity` has the later time. Missing in old files.
   */
  askedAtMs: z.int().exactOptional(),
  /** The products that the listing was rendered from: unchanged ones keep their `updatedAt`. */
  known: releasedProductsSchema,
  release: z.string(),
  /** Id of the listing, the name of its folder. */
  listing: z.string(),
  /** Path → size and SHA-256 of the files of the listing. Missing in old files. */
  files: z.record(z.string(), z.tuple([z.int(), z.string()]).readonly()).exactOptional(),
  /** SKUs and companies that `answer` names and the release does not have. Named as in version 1.0. */
  strangers: z.object({ skus: namesSchema, companies: namesSchema }),
});
/** The content of `state.json`. */
export type SyncState = z.infer<typeof stateSchema>;

const stateFile = 'state.json';

/** Returns the folder of the sync listings in an output folder. */
export function syncFolder(out: string): string {
  return join(out, 'sync');
}

/** Returns the state; undefined before the first sync. Throws `SyncError` if the file is damaged. */
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

/** Replaces the state file atomically. Throws `ReleaseError` for file-system errors. */
export async function writeState(folder: string, state: SyncState): Promise<void> {
  await replaceFile(join(folder, stateFile), JSON.stringify(state));
}

/** Returns the validity of the served listing; undefined if its file is missing or damaged. */
export async function readValidity(folder: string): Promise<Validity | undefined> {
  const text = await readIfPresent(join(folder, validityFile));
  return text === undefined ? undefined : parseValidity(text);
}

/**
 * Calls `swap`, which replaces the served listing, and writes the validity `after` of the new one: before the swap if
 * it is shorter than the old one, otherwise after it, so that no listing is ever served after its own expiry.
 */
export async function withValidity(
  folder: string,
  after: Validity,
  swap: () => Promise<void>,
): Promise<void> {
  const before = await readValidity(folder);
  const write = () => replaceFile(join(folder, validityFile), renderValidity(after));
  const isShorter =
    before === undefined ||
    after.askedAt < before.askedAt ||
    (after.expiresAt ?? Infinity) < (before.expiresAt ?? Infinity);
  if (before !== undefined && isShorter) await write();
  await swap();
  if (before === undefined || !isShorter) await write();
}

function readIfPresent(path: string): Promise<string | undefined> {
  return wrapFileSystemErrors(`cannot read ${path}`, () =>
    undefinedIfMissing(readFile(path, 'utf8')),
  );
}
