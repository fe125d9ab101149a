/**
 * The guard: stops the activation of a release whose differences from the current release are
 * probably mistakes (decisions.md, "A build stops before a probable mistake").
 */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { readManifest } from '../../build/output/release-records.ts';
import { ExpectedError } from '../../console/errors.ts';
import { type Manifest, manifestFile } from '../../contract/release.ts';
import { pricePairs } from '../diff/compare-prices.ts';
import { changedProducts, openRelease, type ReadableRelease } from '../diff/read-release.ts';
import { releaseFolder, UnreadableError, undefinedIfMissing } from '../release-store.ts';
import {
  type Danger,
  type DangerKind,
  dangerKinds,
  findPriceJumps,
  findRemovedProducts,
  findRemovedTiers,
  lostStockDanger,
  type PriceJump,
  priceJumpsDanger,
  renamedIdsDanger,
  reusedPartIdsDanger,
} from './dangers.ts';
import { findRenamedIds, findReusedPartIds } from './ids.ts';

/** Thrown for dangers that are not accepted. The message contains them and the option that accepts them. */
export class GuardError extends ExpectedError {
  override readonly name = 'GuardError';
  readonly dangers: readonly Danger[];

  constructor(message: string, dangers: readonly Danger[]) {
    super(message);
    this.dangers = dangers;
  }
}

/** Counts of what differs between a new release and the current one that it replaces. */
export interface ReleaseChange {
  /** Id of the release that was current before the new one. */
  readonly before: string;
  readonly products: { readonly added: number; readonly removed: number; readonly changed: number };
  /** Undefined if a file of the earlier release cannot be read. */
  readonly netPrices: NetPriceChange | undefined;
}

/** Numbers of products with changed net prices, in all and by tier; only what both releases have is counted. */
export interface NetPriceChange {
  readonly products: number;
  /** Tiers without a change are omitted. */
  readonly byTier: Readonly<Record<string, number>>;
}

/** Counts of changes and dangers; without counts if the manifest of the current release cannot be read. */
export interface GuardedChange {
  readonly change: ReleaseChange | undefined;
  readonly dangers: readonly Danger[];
}

/**
 * Compares a new release, whose manifest is `manifest`, with the release `before`; `accounts` are ids by tier, if known.
 * An unreadable file of `before` is a danger. Throws `UnreadableError` for one of the new release.
 */
export async function compareWithCurrent(
  out: string,
  before: string,
  manifest: Manifest,
  accounts?: ReadonlyMap<string, readonly string[]>,
): Promise<GuardedChange> {
  const folder = releaseFolder(out, before);
  const isSame = before === manifest.release;
  const old = isSame ? manifest : await readOldManifest(folder);
  if (old === undefined) return { change: undefined, dangers: [] };
  if (old instanceof UnreadableError)
    return { change: undefined, dangers: [unreadableDanger(old)] };
  const change = { before, products: countProducts(old, manifest) };
  if (isSame) return { change: { ...change, netPrices: { products: 0, byTier: {} } }, dangers: [] };
  const after = await openRelease(releaseFolder(out, manifest.release));
  let opened: ReadableRelease;
  try {
    opened = await openRelease(folder);
  } catch (error) {
    const dangers = [unreadableDanger(toFaultIn(folder, error))];
    return { change: { ...change, netPrices: undefined }, dangers };
  }
  const { jumps, netPrices, fault } = await comparePrices(opened, after, folder);
  const dangers = [
    ...findLosses(opened, after),
    ...findLostStock(opened, after),
    ...findRemovedTiers(old.tiers, manifest.tiers, accounts),
    ...priceJumpsDanger(jumps),
    ...reusedPartIdsDanger(findReusedPartIds(opened, after)),
    ...renamedIdsDanger(findRenamedIds(opened.index, after.index)),
    ...(fault ? [unreadableDanger(fault, 'not all prices can be compared')] : []),
  ];
  return { change: { ...change, netPrices }, dangers };
}

/** Returns the manifest of a release, or why it cannot be read; undefined if the whole release is missing. */
async function readOldManifest(folder: string): Promise<Manifest | UnreadableError | undefined> {
  try {
    return await readManifest(folder);
  } catch (cause) {
    if ((await undefinedIfMissing(stat(folder))) === undefined) return undefined;
    return new UnreadableError(join(folder, manifestFile), cause);
  }
}

/** A product is changed if the name of its object differs, which is a hash of the content. */
function countProducts(
  { products: before }: Manifest,
  { products: after }: Manifest,
): ReleaseChange['products'] {
  const skus = Object.keys(after);
  const added = skus.filter((sku) => !Object.hasOwn(before, sku)).length;
  const changed = skus.filter((sku) => Object.hasOwn(before, sku) && before[sku] !== after[sku]);
  const removed = Object.keys(before).filter((sku) => !Object.hasOwn(after, sku)).length;
  return { added, removed, changed: changed.length };
}

function findLosses(before: ReadableRelease, after: ReadableRelease): Danger[] {
  const isLost = (sku: string) => {
    const left = after.index.localesOf(sku);
    return before.index.localesOf(sku).some((locale) => !left.includes(locale));
  };
  if (!changedProducts(before, after).some(isLost)) return [];
  const expected = new Set(Object.keys(after.manifest.absences ?? {}));
  return findRemovedProducts(before.skus(), after.skus(), expected);
}

/** A product that the later release does not have has lost no stock. */
function findLostStock(before: ReadableRelease, after: ReadableRelease): Danger[] {
  const isStocked = (sku: string) => (before.index.product(sku)?.pieces ?? 0) > 0;
  const emptied = changedProducts(before, after).filter(
    (sku) => after.index.product(sku)?.pieces === 0 && isStocked(sku),
  );
  if (emptied.length === 0) return [];
  return lostStockDanger(emptied, before.index.skus().filter(isStocked).length);
}

/** Throws `GuardError` with the ids of both releases if a danger is of a kind that is not in `accepted`. */
export function assertAccepted(
  dangers: readonly Danger[],
  accepted: readonly DangerKind[],
  names: { readonly out: string; readonly current: string; readonly release: string },
): void {
  const refused = dangers.filter(({ kind }) => !accepted.includes(kind));
  if (refused.length === 0) return;
  const { out, current, release } = names;
  const kinds = dangerKinds.filter((kind) => refused.some((danger) => danger.kind === kind));
  const message = [
    ...refused.map((danger) => danger.message),
    `release ${release} was written but not activated; ${join(out, 'current')} is still ${current}`,
    `npm run diff -- current ${release} shows all differences`,
    `if they are intended, build again with --accept ${kinds.join(',')}`,
  ];
  throw new GuardError(message.join('\n'), refused);
}

interface PriceComparison {
  readonly jumps: readonly PriceJump[];
  readonly netPrices: NetPriceChange | undefined;
  /** The first unreadable file of the earlier release; `jumps` then ends before it. */
  readonly fault?: UnreadableError;
}

/** Finds price jumps and counts changed net prices. Throws `UnreadableError` for a file of `after`. */
async function comparePrices(
  before: ReadableRelease,
  after: ReadableRelease,
  folder: string,
): Promise<PriceComparison> {
  const jumps: PriceJump[] = [];
  const changed = new Map<string, Set<string>>();
  try {
    for await (const pair of pricePairs(before, after)) {
      jumps.push(...findPriceJumps(pair));
      const isNet = before.manifest.tiers.includes(pair.list);
      if (isNet && !isDeepStrictEqual(pair.before, pair.after)) {
        changed.set(pair.list, (changed.get(pair.list) ?? new Set()).add(pair.sku));
      }
    }
  } catch (error) {
    return { jumps, netPrices: undefined, fault: toFaultIn(folder, error) };
  }
  const byTier = Object.fromEntries([...changed].map(([tier, skus]) => [tier, skus.size]));
  const products = new Set([...changed.values()].flatMap((skus) => [...skus])).size;
  return { jumps, netPrices: { products, byTier } };
}

function unreadableDanger(
  fault: UnreadableError,
  consequence = 'the releases cannot be compared',
): Danger {
  return { kind: 'unreadable-release', message: `${consequence}: ${fault.message}` };
}

/** Returns `error` if it is the `UnreadableError` of a file in `folder`; otherwise throws it. */
function toFaultIn(folder: string, error: unknown): UnreadableError {
  if (error instanceof UnreadableError && error.path.startsWith(join(folder, '/'))) return error;
  throw error;
}
