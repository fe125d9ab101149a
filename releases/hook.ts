/** Runs the executable that `DEPLOY_HOOK` names after a release became current, for example to purge a CDN. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { formSuffixes } from '../build/output/encode.ts';
import { replaceFile } from '../build/output/install.ts';
import { readManifest } from '../build/output/manifest.ts';
import { objectPath, partsFile, readObjectRecord } from '../build/output/object-records.ts';
import { whileBuilding } from '../build/output/output-lock.ts';
import { wrapFileSystemErrors } from '../build/output/release-error.ts';
import { explainFailure } from '../console/errors.ts';
import { languages, locales } from '../contract/locales.ts';
import { exportForms, type Manifest, objectFiles, publicFiles } from '../contract/release.ts';
import { routes } from '../contract/routes.ts';
import { readHistory } from './changes/write-changes.ts';
import { linkedRelease, releaseFolder, undefinedIfMissing } from './release-store.ts';

import { type Hook, HookError, runHook } from './run-hook.ts';

/**
 * The current release before and after a command that makes a release current: `npm run deploy`, an activation or a
 * pull.
 */
export interface CurrentSwitch {
  /** The build's output folder. */
  readonly out: string;
  /**
   * Id of the release that was current before the command; equals `release` if the command did not change it, and is
   * undefined if there was none.
   */
  readonly before: string | undefined;
  /** Id of the release that is current now. */
  readonly release: string;
}

/**
 * Name of the file in the output folder that contains the ids of the releases whose answers may still be in caches,
 * one per line. After a successful run of the hook, it contains only the id of the current release.
 */
const cachedReleasesFile = 'hook-release';

/**
 * Returns the ids of the releases that caches may hold, from `cachedReleasesFile`, or undefined if that file is
 * missing. Throws `ReleaseError` if it is unreadable.
 */
async function readCachedReleases(out: string): Promise<string[] | undefined> {
  const path = join(out, cachedReleasesFile);
  const read = () => undefinedIfMissing(readFile(path, 'utf8'));
  const text = await wrapFileSystemErrors(
    `DEPLOY_HOOK cannot be run; move ${path} away and run the command again`,
    read,
  );
  return text?.split('\n').filter(Boolean);
}

/**
 * Writes `ids`, the ids of the releases that caches may hold, to `cachedReleasesFile`. Throws `ReleaseError` for
 * file-system errors.
 */
function writeCachedReleases(out: string, ids: Iterable<string>): Promise<void> {
  const text = [...ids, ''].join('\n');
  return whileBuilding(out, () => replaceFile(join(out, cachedReleasesFile), text));
}

/**
 * Returns true if the hook (the executable that `DEPLOY_HOOK` names) must run: the command changed the current release,
 * or the hook has not succeeded yet for the current release, according to the file `<out>/hook-release`.
 */
export async function isHookDue({ out, before, release }: CurrentSwitch): Promise<boolean> {
  return before !== release || (await readCachedReleases(out))?.join() !== release;
}

/**
 * Runs `hook` (the executable that `DEPLOY_HOOK` names; undefined if that is not set) if `isHookDue` returns true.
 * Throws `HookError` if the hook fails or cannot be run.
 */
export async function runHookAfter(
  change: CurrentSwitch,
  hook: Hook | undefined,
  stop: () => AbortSignal,
): Promise<void> {
  try {
    await runHookIfDue(change, hook, stop);
  } catch (cause) {
    throw cause instanceof HookError ? cause : hookErrorOf(change, cause);
  }
}

/**
 * Returns the `HookError` for an error before or after the run of the hook, for example if `hook-release` cannot be
 * read or written. `cause` is that error.
 */
function hookErrorOf({ release }: Pick<CurrentSwitch, 'release'>, cause: unknown): HookError {
  const reason = explainFailure(cause);
  return new HookError(`release ${release} is current, but DEPLOY_HOOK failed: ${reason}`, {
    cause,
  });
}

/**
 * Runs the hook, the executable that `DEPLOY_HOOK` names, with the URLs whose answers differ between the current
 * release and any release that caches may hold: the releases in `cachedReleasesFile`, those that became current after
 * them, and the one that the command replaced.
 */
async function runHookIfDue(
  change: CurrentSwitch,
  hook: Hook | undefined,
  stop: () => AbortSignal,
): Promise<void> {
  if (hook === undefined || !(await isHookDue(change))) return;
  const { out, before, release } = change;
  const recorded = await readCachedReleases(out);
  const replaced =
    recorded === undefined && before === release ? await linkedRelease(out, 'previous') : before;
  const held = new Set(await currentSince(out, recorded ?? [], release));
  if (replaced !== undefined) held.add(replaced);
  // Before the hook, which may fail. Without an earlier release nothing is recorded: the next run passes all URLs.
  if (held.size > 0) await writeCachedReleases(out, new Set([...held, release]));
  held.delete(release);
  const urls = new Set<string>();
  for (const id of held.size > 0 ? held : [undefined]) {
    for (const url of await changedUrls(out, id, release)) urls.add(url);
  }
  await runHook(hook, { release, urls: [...urls].sort() }, stop());
  await writeCachedReleases(out, [release]);
}

/**
 * Returns `ids`, and the ids of all releases that became current after the earliest of `ids`, from the history of the
 * current release, `release`. With the history A, B, C, D, `[B]` gives B, C and D. An id may occur several times.
 */
async function currentSince(
  out: string,
  ids: readonly string[],
  release: string,
): Promise<readonly string[]> {
  const { entries = [] } = (await readHistory(out, release)) ?? {};
  const history = entries.map((entry) => entry.release);
  // Not in the last entry, which is `release`: after a rollback, an earlier activation of it counts.
  const found = ids.map((id) => history.lastIndexOf(id, -2)).filter((at) => at >= 0);
  return found.length === 0 ? ids : [...ids, ...history.slice(Math.min(...found))];
}

/**
 * Returns the absolute public URLs whose answers differ between the releases `before` and `release`, sorted; the URLs
 * of all public files if `before` is undefined or its manifest cannot be read.
 */
export async function changedUrls(
  out: string,
  before: string | undefined,
  release: string,
): Promise<string[]> {
  const after = await readManifest(releaseFolder(out, release));
  const from =
    before === undefined
      ? undefined
      : await readManifest(releaseFolder(out, before)).catch(() => undefined);
  const changed = [...changedFiles(after, from), ...changedProductFiles(out, after, from)];
  const urls = [
    ...changed.flatMap((file) => urlOf(file.replace(compressedSuffixPattern, '')) ?? []),
    ...(await changesUrls(out, release)),
  ];
  return [...new Set(urls)].sort().map((url) => `${after.baseUrl}${url}`);
}

/** Matches the suffix in the name of a compressed file, such as `.br`. */
const compressedSuffixPattern = new RegExp(
  `(${formSuffixes.slice(1).join('|').replaceAll('.', '\\.')})$`,
);

/**
 * Returns path and query of all URLs of `/v1/products/changes`: every combination of `locale` (none or a locale) and
 * `since` (none or a release of the history). All these answers differ after every activation.
 */
async function changesUrls(out: string, release: string): Promise<string[]> {
  const history = await readHistory(out, release);
  const known = [undefined, ...(history?.entries.map((entry) => entry.release) ?? [])];
  return [undefined, ...locales].flatMap((locale) =>
    known.map((since) => `${routes.changes.path}${queryOf({ locale, since })}`),
  );
}

/**
 * Returns the paths, without `public/`, of the public files that belong to no product and that differ between the
 * releases `before` and `after`, or that only one of them has.
 */
function changedFiles(after: Manifest, before: Manifest | undefined): string[] {
  const hashes = ({ files }: Manifest) =>
    new Map(Object.entries(files).map(([path, { sha256 }]) => [path, sha256]));
  return differing(hashes(after), before && hashes(before)).flatMap((path) =>
    path.startsWith('public/') ? [path.slice('public/'.length)] : [],
  );
}

/**
 * Returns the paths, without `public/`, of the details and pictures that differ between the releases `before` and
 * `after`, or that only one of them has; all details and pictures of products if `before` is undefined.
 */
function changedProductFiles(out: string, after: Manifest, before: Manifest | undefined): string[] {
  const hashes = (object: string | undefined) => {
    const { files = {} } = (object && readObjectRecord(join(out, objectPath(object)))) || {};
    const { [partsFile]: _parts, ...served } = files;
    return new Map(Object.entries(served).map(([path, [, sha256]]) => [path, sha256]));
  };
  const skus = new Set([...Object.keys(after.products), ...Object.keys(before?.products ?? {})]);
  return [...skus].flatMap((sku) => {
    const [object, other] = [after.products[sku], before?.products[sku]];
    if (object === other) return [];
    return differing(hashes(object), hashes(other)).map((path) =>
      path.startsWith(`${objectFiles.pictures}/`)
        ? publicFiles.picture(sku, path)
        : `v1/products/${sku}/${path}`,
    );
  });
}

/**
 * Returns the paths of files that were changed, added or removed. `before` and `after` are path → hash; without
 * `before`, returns all paths.
 */
function differing(
  after: ReadonlyMap<string, string>,
  before: ReadonlyMap<string, string> = new Map(),
): string[] {
  return [...new Set([...after.keys(), ...before.keys()])].filter(
    (path) => after.get(path) !== before.get(path),
  );
}

/**
 * File → path and query of its URL, for documents whose URL differs from the file path, such as
 * `v1/products/index.fr-CA.json` → `/v1/products?locale=fr-CA`. The file is its path without `public/` and without the
 * suffix of a compressed form. Lists and exports have one more file, for the URL without `locale`.
 */
const urlsByFile: ReadonlyMap<string, string> = new Map([
  ...[undefined, ...locales].flatMap((locale): [string, string][] => [
    [publicFiles.list(locale), `${routes.list.path}${queryOf({ locale })}`],
    ...exportForms.map(({ route, extension }): [string, string] => {
      const format = extension === 'csv' ? extension : undefined;
      const path = publicFiles.export({ route, extension }, locale);
      return [path, `${routes[route].path}${queryOf({ locale, format })}`];
    }),
  ]),
  [publicFiles.openapi, routes.openapi.path],
  [publicFiles.apiCatalog, routes.apiCatalog.path],
  [publicFiles.startPage, '/docs/'],
  [publicFiles.catalogue, '/catalogue/'],
]);

/** Files without a purge of a CDN: caches keep them for seconds, or (the deprecations) they have no URL. */
const notPurged: ReadonlySet<string> = new Set([
  publicFiles.health,
  publicFiles.deprecations,
  ...languages.map((language) => publicFiles.notFound(language)),
]);

/**
 * Returns the path and query of the URL that serves a public file, or undefined for a file in `notPurged`. `file` is
 * the path of the file without `public/` and the suffix of a compressed form.
 */
function urlOf(file: string): string | undefined {
  const known = urlsByFile.get(file);
  if (known !== undefined) return known;
  const [, sku, name] = /^v1\/products\/([^/]+)\/([^/]+)\.json$/.exec(file) ?? [];
  if (sku !== undefined) {
    return `${routes.list.path}/${sku}${queryOf({ locale: name === 'index' ? undefined : name })}`;
  }
  if (notPurged.has(file)) return undefined;
  return `/${file.replace(/^(docs\/.*)\.html$/, '$1')}`;
}

/**
 * Returns a query string such as `?locale=fr-CA&format=csv` with the defined parameters in the given order, or an
 * empty string if no parameter is defined. Does not encode values.
 */
function queryOf(parameters: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(parameters).filter(([, value]) => value !== undefined);
  return given.length === 0 ? '' : `?${given.map((pair) => pair.join('=')).join('&')}`;
}
