/**
 * Selects the release that answers are made from: the one that the edge, the public nginx, serves and names in a
 * request header (decisions.md, "One link activates a release"). If Redis lacks the net prices of
 * that release, answers are made from another release, and the log says why.
 */
import { readlink } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { LRUCache } from 'lru-cache';
import type { Log } from '../log.ts';
import type { NetPriceStore, ReleaseFacts } from './net-price-store.ts';

/** The release that an answer is made from. */
export interface ServedRelease extends ReleaseFacts {
  /**
   * The release that the public nginx serves, if answers are made from another one (`release`) because the net prices
   * of the served one cannot be read; otherwise absent.
   */
  readonly insteadOf?: string;
}

/** Selects the release that answers are made from. */
export interface ServedReleases {
  /**
   * Returns the release to make answers from: `served`, the release that the public nginx serves, or the one that the
   * link `current` names if `served` is undefined. If the store lacks the net prices of that release, returns the one
   * that was used last instead, or else the one that the link `previous` names. If the store cannot be read and the
   * facts of that release are not cached, returns the one that was used last. Rejects if there is no such release, or
   * if the link `current` is needed and cannot be read.
   */
  read(served: string | undefined): Promise<ServedRelease>;
  /** Returns the same release as `read`, or undefined if `read` would have to wait for a file or the store. */
  findCached(served: string | undefined): ReleaseFacts | undefined;
  /** Returns the id of the release that was used last, or undefined before the first use. */
  lastUsed(): string | undefined;
  /**
   * Returns a message if Redis lacks the net prices of the release that the link `current` names, otherwise undefined.
   * Reads Redis for this, because a service that is not ready may get no requests that would read it. If Redis does not
   * reply, uses its last reply about that release; if there was none, returns undefined.
   */
  describeMissingPrices(): Promise<string | undefined>;
}

/** Milliseconds for which the reply of the store about a release, and the target of the link `current`, are cached. */
const freshMs = 1000;

/** Maximum number of cached releases; an edge serves one, or two while `current` is replaced. */
const maxReleases = 8;

interface CachedFacts {
  /** Undefined if the store lacks prices of the release. */
  readonly facts: ReleaseFacts | undefined;
  /** Time of the latest read of the store, even if it failed; monotonic milliseconds. */
  readonly readAt: number;
}

/**
 * Creates the object that selects the release that answers are made from. `distDir` contains the links `current` and
 * `previous`; `clock` returns monotonic milliseconds. If a release cannot be used, logs the reason once, and again only
 * after the reason has changed; also logs when the release can be used again.
 */
export function createServedReleases(
  store: Pick<NetPriceStore, 'releaseFacts'>,
  {
    distDir,
    clock,
    log,
  }: { readonly distDir: string; readonly clock: () => number; readonly log: Log },
): ServedReleases {
  const releases = new LRUCache<string, CachedFacts>({ max: maxReleases });
  const pending = new Map<string, Promise<ReleaseFacts | undefined>>();
  /** Release → the reason that was last logged, so that the same reason is not logged again. */
  const loggedReasons = new LRUCache<string, string>({ max: maxReleases });
  let linked: { readonly release: string; readonly readAt: number } | undefined;
  let last: ReleaseFacts | undefined;

  const isFresh = (cached: { readonly readAt: number } | undefined) =>
    cached !== undefined && clock() - cached.readAt < freshMs;

  async function readFacts(release: string): Promise<ReleaseFacts | undefined> {
    const readAt = clock();
    try {
      const facts = await store.releaseFacts(release);
      releases.set(release, { facts, readAt });
      if (facts && loggedReasons.delete(release)) log.info('release_readable_again', { release });
      return facts;
    } catch (error) {
      const before = releases.get(release)?.facts;
      if (before === undefined) throw error;
      logUnreadable(release, error, release);
      // The facts of a release never change, and the next requests need not wait for a Redis that does not answer.
      releases.set(release, { facts: before, readAt: clock() });
      return before;
    }
  }

  function factsOf(release: string): Promise<ReleaseFacts | undefined> {
    const cached = releases.get(release);
    if (cached && isFresh(cached)) return Promise.resolve(cached.facts);
    const reading =
      pending.get(release) ?? readFacts(release).finally(() => pending.delete(release));
    pending.set(release, reading);
    return reading;
  }

  function logUnreadable(release: string, error: unknown, serving: string): void {
    const reason = String(error);
    if (loggedReasons.get(release) !== reason) log.error('release_unreadable', error, { serving });
    loggedReasons.set(release, reason);
  }

  async function readCurrent(): Promise<string> {
    if (linked && isFresh(linked)) return linked.release;
    const readAt = clock();
    linked = { release: basename(await readlink(join(distDir, 'current'))), readAt };
    return linked.release;
  }

  /**
   * Returns the facts of the release to use instead of `served`, whose net prices the store lacks: of the release that
   * was used last, or else of the one that the link `previous` names. Throws an `Error` if the store has the prices of
   * neither release, or cannot be read.
   */
  async function readFallback(served: string): Promise<ReleaseFacts> {
    const error = new Error(missingPricesText(served));
    const previous = await readlink(join(distDir, 'previous')).catch(() => undefined);
    for (const release of [last?.release, previous && basename(previous)]) {
      const facts =
        release === undefined || release === served ? undefined : await factsOf(release);
      if (facts === undefined) continue;
      logUnreadable(served, error, facts.release);
      return facts;
    }
    throw error;
  }

  /**
   * Returns the facts of the release `served`, or undefined if the store lacks its net prices. If the store cannot be
   * read and the facts of `served` are not cached, returns the facts of the release that was used last, or rejects if
   * there is none.
   */
  async function factsOrLast(served: string): Promise<ServedRelease | undefined> {
    try {
      return await factsOf(served);
    } catch (error) {
      if (last === undefined) throw error;
      logUnreadable(served, error, last.release);
      return { ...last, insteadOf: served };
    }
  }

  async function read(named: string | undefined): Promise<ServedRelease> {
    const served = named ?? (await readCurrent());
    const facts = await factsOrLast(served);
    if (facts?.insteadOf !== undefined) return facts;
    last = facts ?? (await readFallback(served));
    return facts ?? { ...last, insteadOf: served };
  }

  return {
    read,
    findCached(named) {
      const served = named ?? (linked && isFresh(linked) ? linked.release : '');
      const cached = releases.get(served);
      if (cached?.facts === undefined || !isFresh(cached)) return undefined;
      last = cached.facts;
      return last;
    },
    lastUsed: () => last?.release,
    async describeMissingPrices() {
      const answering = await read(undefined).catch(() => undefined);
      const cached = linked && releases.get(linked.release);
      if (linked === undefined || cached === undefined || cached.facts) return undefined;
      const text = missingPricesText(linked.release);
      return answering ? `${text}; ${answering.release} answers` : text;
    },
  };
}

function missingPricesText(release: string): string {
  return `Redis has no net prices of release ${release}; npm run deploy loads them`;
}
