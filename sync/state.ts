/**
 * What a round leaves for the next, in `dist/sync/state.json`: the last answer that was taken, what is
 * known of the released products, and which listing came of both. When the answer was given stands in the
 * file `validity`, which every round writes; this one is only written when something changes. Without it
 * everything is read anew, and `updatedAt` is that of the current release.
 */
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { tempName } from '../build/output/temp-entries.ts';
import { undefinedIfMissing } from '../releases/release-store.ts';
import { knownProductsSchema } from './known-products.ts';
import { SyncError } from './sync-error.ts';

const stateSchema = z.object({
  answer: z.object({
    /** Name of the source. */
    source: z.string(),
    etag: z.string().exactOptional(),
    products: z
      .array(z.object({ sku: z.string(), companies: z.array(z.string()).readonly() }))
      .readonly(),
  }),
  /** When the question was sent that this answer was first given to, in milliseconds since 1970. */
  askedAtMs: z.int().exactOptional(),
  known: knownProductsSchema,
  /** Id of the release that the listing speaks of. */
  release: z.string(),
  /** Id of the listing. */
  listing: z.string(),
  /** What the answer names and the release does not have. */
  strangers: z.object({
    skus: z.array(z.string()).readonly(),
    companies: z.array(z.string()).readonly(),
  }),
});
export type SyncState = z.infer<typeof stateSchema>;

const fileName = 'state.json';

/** Reads the state; undefined before the first round. Throws `SyncError` when it is damaged. */
export async function readState(folder: string): Promise<SyncState | undefined> {
  const path = join(folder, fileName);
  const text = await undefinedIfMissing(readFile(path, 'utf8'));
  if (text === undefined) return undefined;
  try {
    return stateSchema.parse(JSON.parse(text));
  } catch {
    throw new SyncError(`${path} is damaged; remove it and run this again`);
  }
}

/** Replaces the state in one step. */
export async function writeState(folder: string, state: SyncState): Promise<void> {
  await replaceFile(join(folder, fileName), JSON.stringify(state));
}

/** Replaces a file in one step for every reader. */
export async function replaceFile(path: string, text: string): Promise<void> {
  const draft = join(path, '..', tempName());
  try {
    await writeFile(draft, text);
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}
