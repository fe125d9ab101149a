/** Runs the hook after a release became current, with the URLs whose answers changed, for example to purge a CDN. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { formSuffixes } from '../build/output/encode.ts';
import { replaceFile } from '../build/output/install.ts';
import { whileBuilding } from '../build/output/locks.ts';
import { objectPath, partsFile, readObjectRecord } from '../build/output/objects.ts';
import { wrapFileSystemErrors } from '../build/output/release-error.ts';
import { readManifest } from '../build/output/release-records.ts';
import { explainFailure } from '../console/errors.ts';
import { languages, locales } from '../contract/locales.ts';
import { exportForms, type Manifest, objectFiles, publicFiles } from '../contract/release.ts';
import { routes } from '../contract/routes.ts';
import { readHistory } from './changes/write-changes.ts';
import { linkedRelease, releaseFolder, undefinedIfMissing } from './release-store.ts';
import { type Hook, HookError, runHook } from './run-hook.ts';

/** The current release before and after a command; both are equal if the command did not change it. */
export interface CurrentSwitch {
  /** The build's output folder. */
  readonly out: string;
  readonly before: string | undefined;
  readonly release: string;
}

/** File with the ids of the releases whose answers caches may hold; after a success only the current one. */
const cachedReleasesFile = 'hook-release';

async function readCachedReleases(out: string): Promise<string[] | undefined> {
  const path = join(out, cachedReleasesFile);
  const text = await wrapFileSystemErrors(
    `DEPLOY_HOOK cannot be run; move ${path} away and run the command again`,
    () => undefinedIfMissing(readFile(path, 'utf8')),
  );
  return text?.split('\n').filter(Boolean);
}

function writeCachedReleases(out: string, ids: Iterable<string>): Promise<void> {
  const text = [...ids, ''].join('\n');
  return whileBuilding(out, () => replaceFile(join(out, cachedReleasesFile), text));
}

/** Returns true if the current release was changed, or no hook has succeeded for it yet. */
export async function isHookDue({ out, before, release }: CurrentSwitch): Promise<boolean> {
  return before !== release || (await readCachedReleases(out))?.join() !== release;
}

/**
 * Runs the hook, if there is one and it is due, with the URLs whose answers differ between the current release and any
 * release that caches may hold. `stop` is called only if it is run. Throws `HookError` if it fails or cannot be run.
 */
export async function runHookAfter(
  change: CurrentSwitch,
  hook: Hook | undefined,
  stop: () => AbortSignal,
): Promise<void> {
  const { out, release } = change;
  try {
    if (hook === undefined || !(await isHookDue(change))) return;
    const held = await findHeldReleases(change);
    // Before the hook, which may fail. Without an earlier release nothing is recorded: the next run passes all URLs.
    if (held.size > 0) await writeCachedReleases(out, new Set([...held, release]));
    held.delete(release);
    const urls = new Set<string>();
    for (const id of held.size > 0 ? held : [undefined]) {
      for (const url of await changedUrls(out, id, release)) urls.add(url);
    }
    await runHook(hook, { release, urls: [...urls].sort() }, stop());
    await writeCachedReleases(out, [release]);
  } catch (cause) {
    if (cause instanceof HookError) throw cause;
    const reason = explainFailure(cause);
    throw new HookError(`release ${release} is current, but DEPLOY_HOOK failed: ${reason}`, {
      cause,
    });
  }
}

/**
 * Returns the releases that caches may hold: the recorded ones, all that became current after the earliest of them
 * (`npm run build` runs no hook), and the one that the command replaced.
 */
async function findHeldReleases({ out, before, release }: CurrentSwitch): Promise<Set<string>> {
  const recorded = await readCachedReleases(out);
  const replaced =
    recorded === undefined && before === release ? await linkedRelease(out, 'previous') : before;
  const history = await releasesInHistory(out, release);
  // Not in the last entry, which is `release`: after a rollback, an earlier activation of it counts.
  const found = (recorded ?? []).map((id) => history.lastIndexOf(id, -2)).filter((at) => at >= 0);
  const later = found.length === 0 ? [] : history.slice(Math.min(...found));
  return new Set([...(recorded ?? []), ...later, ...(replaced === undefined ? [] : [replaced])]);
}

async function releasesInHistory(out: string, release: string): Promise<string[]> {
  return ((await readHistory(out, release))?.entries ?? []).map((entry) => entry.release);
}

/** Matches the suffix in the name of a compressed file, such as `.br`. */
const compressedSuffixPattern = new RegExp(
  `(${formSuffixes.slice(1).join('|').replaceAll('.', '\\.')})$`,
);

/**
 * Returns the absolute public URLs whose answers differ between two releases, sorted; all if `before` is undefined or
 * its manifest cannot be read. Those of `/v1/products/changes` differ after every activation.
 */
async function changedUrls(
  out: string,
  before: string | undefined,
  release: string,
): Promise<string[]> {
  const after = await readManifest(releaseFolder(out, release));
  const from =
    before === undefined
      ? undefined
      : await readManifest(releaseFolder(out, before)).catch(() => undefined);
  const known = [undefined, ...(await releasesInHistory(out, release))];
  const urls = [
    ...changedFiles(out, after, from).flatMap(
      (file) => urlOf(file.replace(compressedSuffixPattern, '')) ?? [],
    ),
    ...[undefined, ...locales].flatMap((locale) =>
      known.map((since) => `${routes.changes.path}${queryOf({ locale, since })}`),
    ),
  ];
  return [...new Set(urls)].sort().map((url) => `${after.baseUrl}${url}`);
}

/** Returns the paths below `public/` of the files that differ between two releases; of all without `before`. */
function changedFiles(out: string, after: Manifest, before: Manifest | undefined): string[] {
  const now = hashesOf(out, after, before);
  const old = before ? hashesOf(out, before, after) : new Map<string, string>();
  const paths = new Set([...now.keys(), ...old.keys()]);
  return [...paths].filter((path) => now.get(path) !== old.get(path));
}

/** Returns path below `public/` → SHA-256, without the files of objects that the release `other` has, too. */
function hashesOf(
  out: string,
  { files, products }: Manifest,
  other: Manifest | undefined,
): ReadonlyMap<string, string> {
  const hashes = new Map<string, string>();
  for (const [path, { sha256 }] of Object.entries(files)) {
    if (path.startsWith('public/')) hashes.set(path.slice('public/'.length), sha256);
  }
  for (const [sku, object] of Object.entries(products)) {
    if (other?.products[sku] === object) continue;
    const record = readObjectRecord(join(out, objectPath(object)));
    for (const [path, [, sha256]] of Object.entries(record?.files ?? {})) {
      if (path === partsFile) continue;
      const isPicture = path.startsWith(`${objectFiles.pictures}/`);
      hashes.set(isPicture ? publicFiles.picture(sku, path) : `v1/products/${sku}/${path}`, sha256);
    }
  }
  return hashes;
}

/** Path below `public/` → path and query of its URL, where they differ. Lists and exports also have one without locale. */
const urlsByFile: ReadonlyMap<string, string> = new Map([
  ...[undefined, ...locales].flatMap((locale): [string, string][] => [
    [publicFiles.list(locale), `${routes.list.path}${queryOf({ locale })}`],
    ...exportForms.map(({ route, extension }): [string, string] => {
      const { path } = routes[extension === 'csv' ? (`${route}Table` as const) : route];
      return [publicFiles.export({ route, extension }, locale), `${path}${queryOf({ locale })}`];
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

/** Returns a query such as `?locale=fr-CA&since=1f…` of the defined parameters, which need no encoding. */
function queryOf(parameters: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(parameters).filter(([, value]) => value !== undefined);
  return given.length === 0 ? '' : `?${given.map((pair) => pair.join('=')).join('&')}`;
}
