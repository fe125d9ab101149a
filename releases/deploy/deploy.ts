/**
 * Deploys content: compiles it, refuses changes that are probably mistakes (the guard), loads net prices, and
 * replaces the link to the current release.
 */
import type { Compilation } from '../../build/compilation.ts';
import { type CompileOptions, compile } from '../../build/compile.ts';
import { whileBuilding } from '../../build/output/output-lock.ts';
import type { Danger, DangerKind } from '../guard/dangers.ts';
import { assertAccepted, compareWithCurrent } from '../guard/guard-release.ts';
import { type Pin, readPin } from '../pin.ts';
import { removeUnusedObjects } from '../prune.ts';
import { type ReleaseChange, readCurrentRelease } from '../release-change.ts';
import { markNewest, releaseFolder } from '../release-store.ts';
import { type ActivateOptions, type Activation, activate } from './activate.ts';

/**
 * Options of `deploy`: those of the compiler and of the activation, and how to treat dangers (changes that are probably
 * mistakes).
 */
export interface DeployOptions extends CompileOptions, Omit<ActivateOptions, 'out'> {
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
   * Counts of changed products and prices; undefined if there was no current release or its manifest could
   * not be read.
   */
  readonly change: ReleaseChange | undefined;
  /**
   * Dangers (changes that are probably mistakes) that did not stop the deploy: accepted ones; in a dry run or with
   * `swapsFirst`, all of them.
   */
  readonly toleratedDangers: readonly Danger[];
  /** The result of the activation; undefined in a dry run, and if a release is pinned. */
  readonly activation: Activation | undefined;
  /** The pin that has prevented the activation, if there is one and `unpins` is not set. */
  readonly pinned?: Pin | undefined;
}

/**
 * Compiles a content folder, compares the release with the current one, and makes it current. Throws
 * - `ContentError` for errors in the content,
 * - `GuardError` for a danger (a change that is probably a mistake) that is not accepted; not with `dryRun` or
 *   `swapsFirst`, which return all dangers in `toleratedDangers`,
 * - `ReleaseError` if the release cannot be written or activated,
 * - `ExpectedError` if Redis fails, if the content folder or a file of the new release cannot be read, or if a table
 *   changes during the build.
 * If it throws, or is killed before it replaces the link `current`, it changes nothing that is served. Exception: with
 * `swapsFirst`, the link is replaced before the comparison, and stays so if the comparison throws. If two deploys run
 * at the same time, the release of the one that replaces the link later is current.
 */
export function deploy({
  accept = [],
  dryRun = false,
  swapsFirst = false,
  storeContent = async () => {},
  ...options
}: DeployOptions): Promise<Deployment> {
  const { out } = options;
  const work = whileBuilding(out, async () => {
    const compilation = await compile(options);
    const { manifest } = compilation;
    const { release } = manifest;
    await markNewest(out, release);
    const current = await readCurrentRelease(out, manifest);
    const first = swapsFirst ? await activate(release, options) : undefined;
    const compared = current && (await compareWithCurrent(out, current, manifest));
    const { change, dangers = [] } = compared ?? {};
    const found = { ...compilation, change, toleratedDangers: dangers };
    if (dryRun || first) return { ...found, activation: first };
    const pinned = options.unpins ? undefined : await readPin(out);
    if (pinned) return { ...found, activation: undefined, pinned };
    if (current) assertAccepted(dangers, accept, { out, current: current.release, release });
    await storeContent(releaseFolder(out, release));
    const activation = await activate(release, options);
    // An operator may have pinned a release since.
    if (activation.pinned) {
      return { ...found, activation: undefined, pinned: activation.pinned };
    }
    return { ...found, activation };
  });
  return work.catch(async (error: unknown) => {
    await removeUnusedObjects(out);
    throw error;
  });
}
