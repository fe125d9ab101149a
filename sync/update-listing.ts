/**
 * Renders the listing of active products (JSON files for each locale and company) from an answer of the source and the
 * current release, serves the listing, and removes old listings.
 */
import { readdir, readlink, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sha256, shortHash } from '../build/content/sha256.ts';
import { type Encoding, effortOf, encode } from '../build/output/encode.ts';
import { writeForms } from '../build/output/file-forms.ts';
import { cleaningUp, damagedEntries, installFolder, pointAt } from '../build/output/install.ts';
import { ReleaseError, wrapFileSystemErrors } from '../build/output/release-error.ts';
import type { RenderedFile } from '../build/output/rendered-file.ts';
import { type Stamp, stampOf } from '../build/output/stamps.ts';
import { tempName } from '../build/output/temp-entries.ts';
import type { Validity } from '../contract/listing-validity.ts';
import { isReleaseId } from '../contract/release.ts';
import { linkedRelease, undefinedIfMissing } from '../releases/release-store.ts';
import { emptyReleasedProducts, productsOf, readCurrentRelease } from './released-products.ts';
import {
  findUnknownReferences,
  renderListingFiles,
  type UnknownReferences,
} from './render-listing.ts';
import type { AcceptedAnswer } from './source.ts';
import { type SyncState, syncFolder, withValidity, writeState } from './sync-folder.ts';

/** The listing that is served after an update: its id, release and expiry, and the SKUs and companies that it omits. */
export interface ServedListing {
  /** Id of the listing, which is the name of its folder in `dist/sync`. */
  readonly listing: string;
  /** Id of the release that the listing was rendered from. */
  readonly release: string;
  /** Number of active products that the release has in at least one locale. */
  readonly products: number;
  /** True if this listing was not served before the update. */
  readonly changed: boolean;
  /** Expiry in seconds since 1970; undefined if the listing does not expire. */
  readonly expiresAt: number | undefined;
  /** SKUs and companies of the answer that the release does not have. */
  readonly unknown: UnknownReferences;
  /** Why old listings could not be removed, although this listing is served; the next update tries again. */
  readonly cleanUpFailure?: ReleaseError;
}

/** Where listings are written, and how their files are compressed: with gzip and Brotli by default. */
export interface ListingTarget {
  /** The build's output folder. */
  readonly out: string;
  readonly encoding?: Encoding | undefined;
}

/** An accepted answer and the time of its request in milliseconds since 1970. */
type DatedAnswer = Pick<SyncState, 'answer' | 'askedAtMs'>;

/** Number of old listings to keep, because requests may still be reading them. */
const keptListings = 2;

/**
 * Renders a listing from an accepted answer (`dated`) and the current release, serves it, and writes its `validity`:
 * the times of its request and expiry. If that listing is already served and undamaged, writes only `validity`. The
 * caller must hold the lock of the sync folder and must have read `state`, the content of the state file, while holding
 * it. Throws `SyncError` if no release can be read, and `ReleaseError` for file-system errors before the listing is
 * served.
 */
export async function updateListing(
  target: ListingTarget,
  state: SyncState | undefined,
  dated: DatedAnswer,
  validity: Validity,
): Promise<ServedListing> {
  const folder = syncFolder(target.out);
  const { answer } = dated;
  const link = join(folder, 'current');
  const before = await wrapFileSystemErrors(`cannot read ${link}`, () =>
    undefinedIfMissing(readlink(link)),
  );
  const kept = (await isServed(target.out, state, answer, before)) ? state : undefined;
  const next = kept ?? (await makeListing(target, state, dated));
  await wrapFileSystemErrors(`cannot write ${folder}`, () =>
    withValidity(folder, validity, async () => {
      if (kept) return;
      await writeState(folder, next);
      if (before !== next.listing) await pointAt(folder, 'current', next.listing);
    }),
  );
  const { listing, release, strangers: unknown } = next;
  const cleanUpFailure = kept ? undefined : await removeOldListings(folder, listing);
  return {
    ...{ listing, release, unknown, changed: before !== listing },
    ...(cleanUpFailure && { cleanUpFailure }),
    products: answer.products.length - unknown.skus.length,
    expiresAt: validity.expiresAt,
  };
}

/**
 * Returns true if the listing with the id `served` needs no update: its state is `state`, it was rendered from `answer`
 * and the current release, and all its files have their sizes and modification times. Returns false if `served` or
 * `state` is undefined, because there is no listing yet.
 */
async function isServed(
  out: string,
  state: SyncState | undefined,
  answer: AcceptedAnswer,
  served: string | undefined,
): Promise<boolean> {
  if (state === undefined || state.listing !== served) return false;
  if (JSON.stringify(state.answer) !== JSON.stringify(answer)) return false;
  if (state.release !== (await linkedRelease(out, 'current'))) return false;
  if (state.files === undefined) return false;
  const files = new Map(Object.entries(state.files));
  return damagedEntries(join(syncFolder(out), served), { files }).length === 0;
}

/**
 * Renders a listing from an answer and the current release, and writes its files without serving it. Unchanged products
 * keep their `updatedAt` from `state`, the content of the state file (undefined before the first listing). Returns the
 * new content of the state file, which contains the id of the new listing.
 */
async function makeListing(
  { out, encoding }: ListingTarget,
  state: SyncState | undefined,
  { answer, askedAtMs }: DatedAnswer,
): Promise<SyncState> {
  const release = await readCurrentRelease(out);
  const released = productsOf(release, state?.known ?? emptyReleasedProducts());
  const parts = { manifest: release.manifest, released, active: answer.products };
  return {
    ...{ answer, known: released, release: release.id },
    ...(await writeListing(syncFolder(out), renderListingFiles(parts), encoding)),
    strangers: findUnknownReferences(parts),
    ...(askedAtMs !== undefined && { askedAtMs }),
  };
}

/**
 * Writes the files of a listing to a new folder in `folder`, uncompressed, with gzip and with Brotli (only uncompressed
 * if `encoding` is `none`). The name of the new folder is the id of the listing, a hash of the paths and uncompressed
 * bytes of its files; if this folder exists, repairs it. Returns the id, and the size and SHA-256 of each file.
 */
async function writeListing(
  folder: string,
  rendered: readonly RenderedFile[],
  encoding: Encoding | undefined,
): Promise<Pick<SyncState, 'listing' | 'files'>> {
  const temporary = join(folder, tempName());
  return cleaningUp(temporary, `cannot write ${folder}`, async () => {
    const files = new Map<string, Stamp>();
    for (const { paths, bytes } of rendered) {
      const effort = effortOf(paths[0], bytes.length, encoding);
      const encoded = effort === undefined ? [] : await encode(bytes, effort);
      const forms = [bytes, ...encoded] as const;
      const written = writeForms(temporary, paths, forms, forms.map(stampOf));
      for (const [path, stamp] of Object.entries(written)) files.set(path, stamp);
    }
    const lines = rendered.flatMap(({ paths, bytes }) =>
      paths.map((path) => `${path} ${sha256(bytes)}\n`),
    );
    const listing = shortHash(lines.sort().join(''));
    await installFolder(temporary, join(folder, listing), { files });
    return { listing, files: Object.fromEntries(files) };
  });
}

/**
 * Removes all listings except the served one and the newest `keptListings` others. Resolves to the `ReleaseError` of a
 * file-system error; rejects with other errors.
 */
async function removeOldListings(
  folder: string,
  served: string,
): Promise<ReleaseError | undefined> {
  const failure = `listing ${served} is served, but old listings in ${folder} cannot be removed`;
  try {
    await wrapFileSystemErrors(failure, () => removeOthers(folder, served));
    return undefined;
  } catch (error) {
    if (error instanceof ReleaseError) return error;
    throw error;
  }
}

async function removeOthers(folder: string, served: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => isReleaseId(name) && name !== served);
  const dated = await Promise.all(
    names.map(async (name) => ({ name, at: (await stat(join(folder, name))).mtimeMs })),
  );
  const old = dated.sort((a, b) => b.at - a.at).slice(keptListings);
  for (const { name } of old) await rm(join(folder, name), { recursive: true, force: true });
}
