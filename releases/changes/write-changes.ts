/**
 * Writes `<out>/changes/<release>` before a release becomes current: its history and its answers of
 * `/v1/products/changes`. Reads the history of written releases.
 */
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { mkdir, readdir, rm, symlink } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { ZodError } from 'zod';
import { sha256 } from '../../build/content/sha256.ts';
import { cleaningUp, damagedEntries, installFolder, tempName } from '../../build/output/install.ts';
import { ReleaseError, wrapFileSystemErrors } from '../../build/output/release-error.ts';
import { readManifest } from '../../build/output/release-records.ts';
import { linkOrCopy, type Stamp, stampOf, stampTime } from '../../build/output/stamps.ts';
import { isFileSystemError } from '../../console/errors.ts';
import { locales } from '../../contract/locales.ts';
import { changesFiles, isReleaseId, type Manifest } from '../../contract/release.ts';
import { routes } from '../../contract/routes.ts';
import { linkedRelease, releaseFolder, undefinedIfMissing } from '../release-store.ts';
import { changesAnswers } from './answers.ts';
import { computeDelta, type Delta } from './delta.ts';
import {
  extendHistory,
  type History,
  type HistoryEntry,
  historySchema,
  retention,
} from './history.ts';

/** Returns the folder with the answers of `/v1/products/changes` for a release, or that of all releases. */
export function changesFolder(out: string, release = ''): string {
  return join(out, 'changes', release);
}

/** A history of activations, and the files of its deltas (the changes of one activation each). */
export interface KnownChanges {
  readonly history: History;
  /** SHA-256 of a delta → path of the file with its JSON text. */
  readonly deltas: ReadonlyMap<string, string>;
}

/** Reads the activations up to a release. Returns undefined if they are missing, damaged or of another format. */
export async function readHistory(out: string, release: string): Promise<History | undefined> {
  try {
    const file = join(changesFolder(out, release), changesFiles.history);
    const history = historySchema.parse(JSON.parse(readFileSync(file, 'utf8')));
    return history.entries.at(-1)?.release === release ? history : undefined;
  } catch (error) {
    // Without a history, clients reload everything once, which is better than a wrong answer.
    return ifDamaged(error);
  }
}

/** Reads the history of a release, and finds its deltas. Returns undefined if a part is missing or damaged. */
export async function readChanges(out: string, release: string): Promise<KnownChanges | undefined> {
  const history = await readHistory(out, release);
  if (history === undefined) return undefined;
  const folder = changesFolder(out, release);
  const deltas = new Map(
    deltasOf(history).map((hash) => [hash, join(folder, changesFiles.delta(hash))]),
  );
  try {
    const areWhole = [...deltas].every(([hash, path]) => sha256(readFileSync(path)) === hash);
    return areWhole ? { history, deltas } : undefined;
  } catch (error) {
    return ifDamaged(error);
  }
}

/** Returns the SHA-256 of each delta to which a history refers, without duplicates. */
export function deltasOf({ entries }: History): readonly string[] {
  return [...new Set(entries.flatMap(({ delta }) => delta ?? []))];
}

/** Returns undefined for the error of a missing, unreadable or damaged file; any other is a bug, and thrown again. */
function ifDamaged(error: unknown): undefined {
  const kinds = [SyntaxError, ZodError, ReleaseError];
  if (!isFileSystemError(error) && !kinds.some((kind) => error instanceof kind)) throw error;
}

/** A release that is about to become current, and the data for its answers of `/v1/products/changes`. */
export interface ReleaseSwap {
  /** The build's output folder. */
  readonly out: string;
  readonly release: string;
  /** When the release becomes current, in milliseconds since 1970. */
  readonly nowMs: number;
  /** Maximum number of earlier releases in the history; `retention.releases` by default. */
  readonly knownReleases?: number | undefined;
  /** The history that `npm run pull` has fetched with the release, if it has one. */
  readonly received?: KnownChanges | undefined;
}

/**
 * Writes the history and the answers of `/v1/products/changes` for a release that is about to become current. Its own
 * history is repaired; otherwise it is the `received` one, else that of the current release with this activation, else
 * a new one. Throws `ReleaseError` if a file cannot be written, and the errors of `readManifest`.
 */
export async function prepareChanges({
  out,
  release,
  nowMs,
  knownReleases = retention.releases,
  received,
}: ReleaseSwap): Promise<void> {
  const current = await linkedRelease(out, 'current');
  if (current === release && !(await findDamagedChanges(out, release, knownReleases))) return;
  const manifest = await readManifest(releaseFolder(out, release));
  const known = current === undefined ? undefined : await readChanges(out, current);
  const own = [known, received].find((each) => each?.history.entries.at(-1)?.release === release);
  if (own) return writeChanges(out, manifest, { ...own, knownReleases });
  const delta = known && (await deltaBetween(out, current as string, manifest));
  const text = delta === undefined ? undefined : JSON.stringify(delta);
  const entry = { release, at: nowMs, delta: text === undefined ? null : sha256(text) };
  const history = extendHistory(known?.history, entry, knownReleases);
  const { deltas = new Map() } = known ?? {};
  await writeChanges(out, manifest, { history, deltas, newDelta: text, knownReleases });
}

/**
 * Returns a path below `<out>` if the history, a delta or (by size and time) an answer of a release is missing, damaged
 * or written with another `knownReleases`. Throws the errors of `readManifest`, and file-system errors.
 */
export async function findDamagedChanges(
  out: string,
  release: string,
  knownReleases: number = retention.releases,
): Promise<string | undefined> {
  const toPath = (path: string) => join(changesFolder('', release), path);
  const known = await readChanges(out, release);
  if (known === undefined) return toPath(changesFiles.history);
  const folder = changesFolder(out, release);
  const manifest = await readManifest(releaseFolder(out, release));
  const files: Record<string, Stamp> = {};
  for await (const [path, bytes] of renderAnswers(folder, manifest, { ...known, knownReleases })) {
    files[path] = stampOf(bytes);
  }
  return damagedEntries(folder, { files, links: linksOf(manifest) }).map(toPath)[0];
}

/** Returns the products that changed between the release `before` and the release of the manifest `after`. */
async function deltaBetween(
  out: string,
  before: string,
  after: Manifest,
): Promise<Delta | undefined> {
  try {
    return computeDelta(out, await readManifest(releaseFolder(out, before)), after);
  } catch (error) {
    // The guard reports a damaged release. Clients reload everything once.
    return ifDamaged(error);
  }
}

/** The input of `writeChanges` besides the release. */
interface ChangesToWrite extends KnownChanges {
  /** JSON text of the delta of the last activation; undefined if the delta is unknown or has a file in `deltas`. */
  readonly newDelta?: string | undefined;
  /** Maximum number of earlier releases in the history. */
  readonly knownReleases: number;
}

/**
 * Writes the history of a release, its deltas and its answers; of an existing folder only what is missing, damaged or
 * outdated. Throws `ReleaseError` for file-system errors.
 */
async function writeChanges(
  out: string,
  manifest: Manifest,
  { history, deltas, newDelta, knownReleases }: ChangesToWrite,
): Promise<void> {
  const target = changesFolder(out, manifest.release);
  const temporary = join(dirname(target), tempName());
  const files: Record<string, Stamp> = {};
  // Synchronous: for hundreds of small files, asynchronous calls take several times as long.
  const write = (path: string, bytes: Buffer) => {
    const stamp = stampOf(bytes);
    writeFileSync(join(temporary, path), bytes, { flag: 'wx' });
    stampTime(join(temporary, path), stamp);
    files[path] = stamp;
  };
  const addDelta = (hash: string) => {
    const source = deltas.get(hash);
    const path = changesFiles.delta(hash);
    if (source === undefined) return write(path, Buffer.from(newDelta ?? ''));
    const stamp: Stamp = [statSync(source).size, hash];
    linkOrCopy(source, join(temporary, path), stamp);
    stampTime(join(temporary, path), stamp);
    files[path] = stamp;
  };
  await cleaningUp(temporary, `cannot write ${target}`, async () => {
    const { answer, delta, history: historyFile } = changesFiles;
    const folders = [delta(''), ...locales.map((locale) => answer(undefined, locale))].map(dirname);
    for (const folder of folders) await mkdir(join(temporary, folder), { recursive: true });
    for (const hash of deltasOf(history)) addDelta(hash);
    write(historyFile, Buffer.from(JSON.stringify(history)));
    const answers = renderAnswers(temporary, manifest, { history, knownReleases });
    for (const [path, bytes] of answers) write(path, bytes);
    const links = linksOf(manifest);
    for (const [path, to] of Object.entries(links)) await symlink(to, join(temporary, path));
    await installFolder(temporary, target, { files, links });
    await removeOthers(target, files);
  });
}

/** Yields the path and bytes of every answer of `/v1/products/changes`. */
function* renderAnswers(
  folder: string,
  { baseUrl }: Manifest,
  { history, knownReleases }: Pick<ChangesToWrite, 'history' | 'knownReleases'>,
): Generator<[path: string, bytes: Buffer]> {
  const deltaOf = ({ delta }: HistoryEntry): Delta => {
    // Not validated again: its SHA-256 was compared, and `npm run pull` validates what it fetches.
    return JSON.parse(readFileSync(join(folder, changesFiles.delta(delta ?? '')), 'utf8'));
  };
  const reloadUrl = (locale: string) => `${baseUrl}${routes.export.path}?locale=${locale}`;
  const answers = changesAnswers({ history, knownReleases, deltaOf, reloadUrl });
  for (const { locale, since, answer } of answers) {
    yield [changesFiles.answer(since, locale), Buffer.from(JSON.stringify(answer))];
  }
}

/** One link, `index`, to the folder of the default locale, for requests without `locale`. */
function linksOf({ defaultLocale }: Manifest): Record<string, string> {
  return { [dirname(changesFiles.answer(undefined))]: defaultLocale };
}

/** Removes each file below `folder` whose path, relative to that folder, is not a key of `files`. */
async function removeOthers(folder: string, files: Readonly<Record<string, Stamp>>): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = relative(folder, join(entry.parentPath, entry.name));
    if (entry.isFile() && !Object.hasOwn(files, path))
      await rm(join(folder, path), { force: true });
  }
}

/** Removes the answers of all releases that are not in `kept`. Throws `ReleaseError` if a folder cannot be removed. */
export async function removeOldChanges(
  out: string,
  kept: readonly (string | undefined)[],
): Promise<void> {
  const names = (await undefinedIfMissing(readdir(changesFolder(out)))) ?? [];
  for (const name of names.filter((each) => isReleaseId(each) && !kept.includes(each))) {
    const folder = changesFolder(out, name);
    await wrapFileSystemErrors(`cannot remove ${folder}`, () =>
      rm(folder, { recursive: true, force: true }),
    );
  }
}
