/**
 * Deploys content: compiles it, refuses changes that are probably mistakes (the guard), and replaces the link to the
 * current release.
 */
import { type Compilation, type CompileOptions, compile } from '../../build/compile.ts';
import { whileBuilding } from '../../build/output/locks.ts';
import type { ReleaseSwap } from '../changes/write-changes.ts';
import { type AccountTiers, readAccountTiers } from '../guard/account-tiers.ts';
import type { Danger, DangerKind } from '../guard/dangers.ts';
import { assertAccepted, compareWithCurrent, type ReleaseChange } from '../guard/guard-release.ts';
import { type Pin, readPin } from '../pin.ts';
import { removeUnusedObjects } from '../prune.ts';
import { linkedRelease, markNewest, releaseFolder } from '../release-store.ts';
import { type PinChange, swapRelease } from '../swap.ts';

/**
 * Options of `deploy`: those of the compiler and of the activation, and how to treat dangers (changes that are probably
 * mistakes).
 */
export interface DeployOptions
  extends CompileOptions,
    Pick<Partial<ReleaseSwap>, 'nowMs' | 'knownReleases'>,
    Pick<PinChange, 'unpins'> {
  /** URL of the Redis with the accounts, whose tiers a release must have; undefined if there is none. */
  readonly redisUrl?: string | undefined;
  /** Kinds of dangers (changes that are probably mistakes) that do not stop the deploy; none by default. */
  readonly accept?: readonly DangerKind[];
  /** If true, compiles and compares the release but does not make it current. */
  readonly dryRun?: boolean;
  /**
   * If true, activates the release before comparing it, so that dangers (probable mistakes) are reported but stop
   * nothing. For `npm run dev`.
   */
  readonly swapsFirst?: boolean;
  /** Stores the content in the folder of the release, just before the release becomes current. */
  storeContent?(folder: string): Promise<void>;
}

/** The result of a deploy, including the result of the compilation. */
export interface Deployment extends Compilation {
  /**
   * Counts of changed products and prices; undefined if there was no current release or its manifest could not be read.
   */
  readonly change: ReleaseChange | undefined;
  /**
   * Dangers (changes that are probably mistakes) that did not stop the deploy: accepted ones; in a dry run or with
   * `swapsFirst`, all of them.
   */
  readonly toleratedDangers: readonly Danger[];
  /** The release that was current before, if there was one; undefined in a dry run, and if a release is pinned. */
  readonly activation: { readonly before: string | undefined } | undefined;
  /** The pin that has prevented the activation, if there is one and `unpins` is not set. */
  readonly pinned?: Pin | undefined;
  /** Why the tiers of accounts were not checked, for example because Redis cannot be reached. */
  readonly uncheckedTiers?: string;
}

/**
 * Compiles a content folder, compares the release with the current one, and makes it current. Throws `ContentError`,
 * `GuardError` for a danger that is not accepted (not with `dryRun` or `swapsFirst`), `ReleaseError`, and
 * `ExpectedError` for unreadable files; it has then changed nothing that is served, except with `swapsFirst`.
 */
export function deploy({
  accept = [],
  dryRun = false,
  swapsFirst = false,
  storeContent = async () => {},
  redisUrl,
  ...options
}: DeployOptions): Promise<Deployment> {
  const { out } = options;
  const work = whileBuilding(out, async () => {
    const compilation = await compile(options);
    const { manifest } = compilation;
    const { release } = manifest;
    await markNewest(out, release);
    const current = await linkedRelease(out, 'current');
    const activate = async () => {
      const { nowMs = Date.now(), knownReleases, unpins } = options;
      return swapRelease({ out, release, nowMs, knownReleases, unpins });
    };
    const first = swapsFirst ? await activate() : undefined;
    const tiers: AccountTiers = redisUrl ? await readAccountTiers(redisUrl) : {};
    const { change, dangers } =
      current === undefined
        ? { change: undefined, dangers: [] }
        : await compareWithCurrent(out, current, manifest, tiers.accounts);
    const { unchecked } = tiers;
    const uncheckedTiers = unchecked === undefined ? {} : { uncheckedTiers: unchecked };
    const found = { ...compilation, change, toleratedDangers: dangers, ...uncheckedTiers };
    if (dryRun || first) return { ...found, activation: first };
    const pinned = options.unpins ? undefined : await readPin(out);
    if (pinned) return { ...found, activation: undefined, pinned };
    if (current) assertAccepted(dangers, accept, { out, current, release });
    await storeContent(releaseFolder(out, release));
    // An operator may have pinned a release since.
    const { before, pinned: pinnedNow } = await activate();
    if (pinnedNow) return { ...found, activation: undefined, pinned: pinnedNow };
    return { ...found, activation: { before } };
  });
  return work.catch(async (error: unknown) => {
    await removeUnusedObjects(out);
    throw error;
  });
}
