/**
 * The files of `dist/sync` that one round leaves for the next: `state.json`, written only if something
 * changes, and `validity`, which every round writes and both servers read. Without a state everything is
 * read again, and `updatedAt` is that of the current release.
 */
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { tempName } from '../build/output/temp-entries.ts';
import { parseValidity, renderValidity, type Validity } from '../contract/listing-validity.ts';
import { validityFile } from '../contract/release.ts';
import { undefinedIfMissing } from '../releases/release-store.ts';
import { releasedProductsSchema } from './released-products.ts';
import { SyncError } from './source.ts';

/** Returns the folder with the listings, their state and their validity. */
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
  /** When the request was sent that first got this answer, in milliseconds since 1970. */
  askedAtMs: z.int().exactOptional(),
  /** The released products as the listing has them. */
  known: releasedProductsSchema,
  /** Id of the release that the listing was made from. */
  release: z.string(),
  /** Id of the listing. */
  listing: z.string(),
  /** The unknown references of the answer. Files of version 1.0 have this name, so it stays. */
  strangers: z.object({
    skus: z.array(z.string()).readonly(),
    companies: z.array(z.string()).readonly(),
  }),
});
export type SyncState = z.infer<typeof stateSchema>;

const stateFile = 'state.json';

/** Returns the state, or undefined before the first round; throws `SyncError` if the file is damaged. */
export async function readState(folder: string): Promise<SyncState | undefined> {
  const path = join(folder, stateFile);
  const text = await undefinedIfMissing(readFile(path, 'utf8'));
  if (text === undefined) return undefined;
  try {
    return stateSchema.parse(JSON.parse(text));
  } catch (cause) {
    throw new SyncError(`${path} is damaged; remove it and run this again`, { cause });
  }
}

/** Replaces the state atomically. */
export async function writeState(folder: string, state: SyncState): Promise<void> {
  await replaceFile(join(folder, stateFile), JSON.stringify(state));
}

/** Returns how long the current listing is valid, or undefined if there is none yet. */
export async function readValidity(folder: string): Promise<Validity | undefined> {
  const text = await undefinedIfMissing(readFile(join(folder, validityFile), 'utf8'));
  return text === undefined ? undefined : parseValidity(text);
}

/**
 * Runs `swap`, which changes the listing, and writes the validity of the new one: a shorter validity
 * before the swap and a longer one after it. So the validity never exceeds that of the served listing.
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

/** Replaces a file atomically. */
async function replaceFile(path: string, text: string): Promise<void> {
  const temporary = join(path, '..', tempName());
  try {
    await writeFile(temporary, text);
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}
