/**
 * Which release an answer is made from: the one that the edge serves, which nginx names in a header (design
 * section 4). Redis may lack its prices; then the one before answers, and the operator is told.
 */
import { readlink } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { LRUCache } from 'lru-cache';
import type { Log } from '../log.ts';
import type { NetPriceStore, ReleaseFacts } from './net-price-store.ts';

/** A release to answer from. */
export interface ServedRelease extends ReleaseFacts {
  /** The release that the edge serves, if this one answers instead of it. */
  readonly insteadOf?: string;
}

export interface ServedReleases {
  /**
   * Returns the facts of the release to answer from. `asked` is the release that the edge serves; without it,
   * the one that the link `current` names. Rejects if neither that release nor one before it has prices, or if
   * the store cannot be asked and nothing is known.
   */
  read(asked: string | undefined): Promise<ServedRelease>;
  /** Returns what `read` would, or undefined where that would wait. */
  known(asked: string | undefined): ReleaseFacts | undefined;
  /** Returns the release that the last answer was made from. */
  last(): string | undefined;
  /**
   * Returns that Redis lacks the prices of the release that `current` names, or undefined if it has them. Reads
   * as `read` does, because nobody may ask a service that is not ready; while Redis is away nothing changes.
   */
  fault(): Promise<string | undefined>;
}

/** How long what is known of a release, or of the link, is believed. */
const freshMs = 1000;

/** Releases that are remembered; an edge serves one, and another while it swaps. */
const rememberedReleases = 8;

interface Known {
  /** Undefined if the store has no prices of the release. */
  readonly facts: ReleaseFacts | undefined;
  readonly readAt: number;
}

/**
 * Creates it over releases below `distDir`. `clock` gives monotonic milliseconds. That another release answers, or
 * what was known before, is logged for each release when it begins, when its reason changes and when it is over.
 */
export function createServedReleases(
  store: Pick<NetPriceStore, 'releaseFacts'>,
  {
    distDir,
    clock,
    log,
  }: { readonly distDir: string; readonly clock: () => number; readonly log: Log },
): ServedReleases {
  const releases = new LRUCache<string, Known>({ max: rememberedReleases });
  const underWay = new Map<string, Promise<ReleaseFacts | undefined>>();
  /** Release → the reason that was logged last. */
  const hidden = new LRUCache<string, string>({ max: rememberedReleases });
  let linked: { readonly release: string; readonly readAt: number } | undefined;
  let last: ReleaseFacts | undefined;

  const isFresh = (known: { readonly readAt: number } | undefined) =>
    known !== undefined && clock() - known.readAt < freshMs;

  async function ask(release: string): Promise<ReleaseFacts | undefined> {
    const readAt = clock();
    try {
      const facts = await store.releaseFacts(release);
      releases.set(release, { facts, readAt });
      if (facts && hidden.delete(release)) log.info('release_readable_again', { release });
      return facts;
    } catch (error) {
      const before = releases.get(release)?.facts;
      if (before === undefined) throw error;
      logHidden(release, error, release);
      return before;
    }
  }

  function factsOf(release: string): Promise<ReleaseFacts | undefined> {
    const known = releases.get(release);
    if (known && isFresh(known)) return Promise.resolve(known.facts);
    const asking = underWay.get(release) ?? ask(release).finally(() => underWay.delete(release));
    underWay.set(release, asking);
    return asking;
  }

  function logHidden(wanted: string, error: unknown, serving: string): void {
    const reason = String(error);
    if (hidden.get(wanted) !== reason) log.error('release_unreadable', error, { serving });
    hidden.set(wanted, reason);
  }

  async function current(): Promise<string> {
    if (linked && isFresh(linked)) return linked.release;
    const readAt = clock();
    linked = { release: basename(await readlink(join(distDir, 'current'))), readAt };
    return linked.release;
  }

  /** The release that answered last, or the one that the link `previous` names. */
  async function readFallback(wanted: string): Promise<ReleaseFacts> {
    const error = new Error(lackOf(wanted));
    const previous = await readlink(join(distDir, 'previous')).catch(() => undefined);
    for (const release of [last?.release, previous && basename(previous)]) {
      const facts =
        release === undefined || release === wanted ? undefined : await factsOf(release);
      if (facts === undefined) continue;
      logHidden(wanted, error, facts.release);
      return facts;
    }
    throw error;
  }

  /** The facts of a release, or of the one that answered last while the store cannot be asked. */
  async function factsOrLast(wanted: string): Promise<ServedRelease | undefined> {
    try {
      return await factsOf(wanted);
    } catch (error) {
      if (last === undefined) throw error;
      logHidden(wanted, error, last.release);
      return { ...last, insteadOf: wanted };
    }
  }

  async function read(asked: string | undefined): Promise<ServedRelease> {
    const wanted = asked ?? (await current());
    const facts = await factsOrLast(wanted);
    if (facts?.insteadOf !== undefined) return facts;
    last = facts ?? (await readFallback(wanted));
    return facts ?? { ...last, insteadOf: wanted };
  }

  return {
    read,
    known(asked) {
      const wanted = asked ?? (linked && isFresh(linked) ? linked.release : '');
      const known = releases.get(wanted);
      if (known?.facts === undefined || !isFresh(known)) return undefined;
      last = known.facts;
      return last;
    },
    last: () => last?.release,
    async fault() {
      const answering = await read(undefined).catch(() => undefined);
      const known = linked && releases.get(linked.release);
      if (linked === undefined || known === undefined || known.facts) return undefined;
      const lack = lackOf(linked.release);
      return answering ? `${lack}; ${answering.release} answers` : lack;
    },
  };
}

function lackOf(release: string): string {
  return `Redis has no net prices of release ${release}; npm run deploy loads them`;
}
