/** The releases in an output folder, `releases/<id>/`, and the links `current` and `previous`. */
import { readdir, readlink, stat, utimes } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { ZodError } from 'zod';
import { pointAt } from '../build/output/install.ts';
import { ReleaseError } from '../build/output/release-error.ts';
import type { ReleaseIndex } from '../build/output/release-records.ts';
import { ExpectedError } from '../console/errors.ts';
import { type Locale, locales } from '../contract/locales.ts';
import { isReleaseId, manifestFile } from '../contract/release.ts';

/** Names of the symbolic links to the current and the previous release. */
export const releaseLinks = ['current', 'previous'] as const;
/** Name of a symbolic link to a release. */
export type ReleaseLink = (typeof releaseLinks)[number];

/** Returns the path of a release's folder in the output folder `out`. */
export function releaseFolder(out: string, id: string): string {
  return join(out, 'releases', id);
}

/** Returns the ids of all releases, sorted; none if the folder does not exist. Throws other file-system errors. */
export async function releaseIds(out: string): Promise<string[]> {
  const names = await undefinedIfMissing(readdir(join(out, 'releases')));
  return (names ?? []).filter(isReleaseId).sort();
}

/** Returns the id that a link names, if there is one. Throws `ReleaseError` if it cannot be read or is no link. */
export async function linkedRelease(out: string, link: ReleaseLink): Promise<string | undefined> {
  const path = join(out, link);
  try {
    const target = await undefinedIfMissing(readlink(path));
    return target === undefined ? undefined : basename(target);
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    const reason =
      code === 'EINVAL'
        ? `${path} is not a symbolic link; move it away, and deploy or pull again`
        : `cannot read ${path}: ${message}`;
    throw new ReleaseError(reason, { cause });
  }
}

/** Returns the release of an id, its beginning, `current` or `previous`. Throws `ReleaseError` if not exactly one matches. */
export async function findRelease(out: string, reference: string): Promise<string> {
  const link = releaseLinks.find((each) => each === reference);
  const wanted = link === undefined ? reference : ((await linkedRelease(out, link)) ?? '');
  const ids = await releaseIds(out);
  const found = wanted === '' ? [] : ids.filter((id) => id.startsWith(wanted));
  const [id] = found;
  if (id === undefined) {
    throw new ReleaseError(
      `there is no release "${reference}" in ${out}; npm run release -- list shows all releases`,
    );
  }
  if (found.length > 1) {
    throw new ReleaseError(
      `"${reference}" matches several releases: ${found.join(', ')}; add more characters of the id`,
    );
  }
  return id;
}

/**
 * Points the link `current` to a release, and `previous` to the one that was current, each atomically. Must be called
 * within `whileBuilding`. Throws `ReleaseError` if the release is missing or a link cannot be read or written.
 */
export async function activateRelease(out: string, release: string): Promise<void> {
  const folder = releaseFolder(out, release);
  if ((await undefinedIfMissing(stat(join(folder, manifestFile)))) === undefined) {
    throw new ReleaseError(`${folder} was removed by another process; build again`);
  }
  const before = await linkedRelease(out, 'current');
  if (before === release) return;
  const current = join('releases', release);
  if (before === undefined) return pointAt(out, { current });
  // Throws for a file or folder, such as one that a copy of the output folder made of the link.
  await linkedRelease(out, 'previous');
  // `previous` first: after a kill between the two, the current release is in use and kept, and the next deploy makes
  // it the previous one. The other way round, nothing would keep the release that was current.
  await pointAt(out, { previous: join('releases', before), current });
}

/**
 * Makes a release the newest one, also if an earlier build has made it: the age of a release is the modification time
 * of its manifest. Throws file-system errors.
 */
export async function markNewest(out: string, id: string): Promise<void> {
  const now = new Date();
  await utimes(join(releaseFolder(out, id), manifestFile), now, now);
}

/** Locale → SKUs of the products that the locale has. */
export type SkusByLocale = ReadonlyMap<Locale, ReadonlySet<string>>;

/** Returns locale → SKUs from the index of a release; the set of a locale without products is empty. */
export function skusByLocale({ skus, localesOf }: ReleaseIndex): SkusByLocale {
  const byLocale = new Map(locales.map((locale) => [locale, new Set<string>()]));
  for (const sku of skus()) {
    for (const locale of localesOf(sku)) byLocale.get(locale)?.add(sku);
  }
  return byLocale;
}

/** Returns the SKUs of all locales without duplicates, sorted. */
export function allSkus(skus: SkusByLocale): string[] {
  return [...new Set([...skus.values()].flatMap((each) => [...each]))].sort();
}

/** Returns undefined instead of rejecting if a file or folder is missing (ENOENT). */
export async function undefinedIfMissing<Value>(read: Promise<Value>): Promise<Value | undefined> {
  return read.catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
}

/** Thrown if a file of a release is missing or damaged. */
export class UnreadableError extends ExpectedError {
  override readonly name = 'UnreadableError';
  readonly path: string;

  constructor(path: string, cause: unknown) {
    super(`${path} cannot be read (${reasonOf(cause)})`, { cause });
    this.path = path;
  }
}

function reasonOf(cause: unknown): string {
  if (cause instanceof ZodError) {
    const [issue] = cause.issues;
    return `${issue?.path.map(String).join('.') || 'the document'}: ${issue?.message}`;
  }
  const { code, message } = cause as NodeJS.ErrnoException;
  // The message of a system error repeats the path; that of a JSON error may contain line breaks.
  return code ?? message.replaceAll(/\s+/g, ' ');
}
