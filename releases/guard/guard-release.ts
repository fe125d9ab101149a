/**
 * The guard: stops the activation of a release whose differences from the current release are
 * probably mistakes (decisions.md, "A build stops before a probable mistake").
 */
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { ExpectedError } from '../../console/errors.ts';
import type { Manifest } from '../../contract/release.ts';
import { type PricePair, pricePairs } from '../diff/compare-prices.ts';
import { changedProducts, openRelease, type ReadableRelease } from '../diff/read-release.ts';
import {
  type CurrentRelease,
  countProducts,
  type NetPriceChange,
  type ReleaseChange,
} from '../release-change.ts';
import { releaseFolder, UnreadableError } from '../release-store.ts';
import {
  type Danger,
  type DangerKind,
  dangerKinds,
  findPriceJumps,
  findRemovedProducts,
  findRemovedTiers,
  lostStockDanger,
  minEmptied,
  type PriceJump,
  priceJumpsDanger,
  renamedIdsDanger,
  reusedPartIdsDanger,
} from './dangers.ts';
import { findReusedPartIds } from './part-ids.ts';
import { findRenamedIds } from './renamed-ids.ts';

/**
 * Thrown if a release must not be activated because of dangers: differences from the current release that are
 * probably mistakes. The message contains these dangers and the option that accepts them.
 */
export class GuardError extends ExpectedError {
  override readonly name = 'GuardError';
  readonly dangers: readonly Danger[];

  constructor(message: string, dangers: readonly Danger[]) {
    super(message);
    this.dangers = dangers;
  }
}

/**
 * The result of comparing a new release with the current one: counts of changes, and dangers (changes that are
 * probably mistakes).
 */
export interface GuardedChange {
  /** Counts of changed products and prices; undefined if the manifest of the current release cannot be read. */
  readonly change: ReleaseChange | undefined;
  readonly dangers: readonly Danger[];
}

/**
 * Compares a new release, whose manifest is `manifest`, with the current one. Returns counts of changes, and dangers:
 * differences that are probably mistakes. Throws `UnreadableError` if a file of the new release is unreadable.
 */
export async function compareWithCurrent(
  out: string,
  current: CurrentRelease,
  manifest: Manifest,
  accounts?: ReadonlyMap<string, readonly string[]>,
): Promise<GuardedChange> {
  if ('fault' in current) return { change: undefined, dangers: [unreadableDanger(current.fault)] };
  const { release: before } = current;
  const products = countProducts(current.manifest, manifest);
  if (before === manifest.release) {
    return { change: { before, products, netPrices: { products: 0, byTier: {} } }, dangers: [] };
  }
  const after = await openRelease(releaseFolder(out, manifest.release));
  const folder = releaseFolder(out, before);
  let opened: ReadableRelease;
  try {
    opened = await openRelease(folder);
  } catch (error) {
    const change = { before, products, netPrices: undefined };
    return { change, dangers: [unreadableDanger(toFaultIn(folder, error))] };
  }
  const { jumps, netPrices, fault } = await comparePrices(opened, after, folder);
  const dangers = [
    ...findLosses(opened, after),
    ...findLostStock(opened, after),
    ...findRemovedTiers(current.manifest.tiers, manifest.tiers, accounts),
    ...priceJumpsDanger(jumps),
    ...reusedPartIdsDanger(findReusedPartIds(opened, after)),
    ...renamedIdsDanger(findRenamedIds(opened.index, after.index)),
    ...(fault ? [unreadableDanger(fault, 'not all prices can be compared')] : []),
  ];
  return { change: { before, products, netPrices }, dangers };
}

/** Returns the dangers for products that a locale lost between two releases, as `findRemovedProducts` decides. */
function findLosses(before: ReadableRelease, after: ReadableRelease): Danger[] {
  const localesOf = ({ index }: ReadableRelease, sku: string) => index.localesOf(sku);
  const isLost = (sku: string) =>
    localesOf(before, sku).some((locale) => !localesOf(after, sku).includes(locale));
  if (!changedProducts(before, after).some(isLost)) return [];
  const expected = new Set(Object.keys(after.manifest.absences ?? {}));
  return findRemovedProducts(before.skus(), after.skus(), expected);
}

/**
 * Returns a danger if too many products that were in stock in the earlier release are out of stock in the later one, as
 * `lostStockDanger` decides; otherwise an empty list. Ignores products that the later release does not have.
 */
function findLostStock(before: ReadableRelease, after: ReadableRelease): Danger[] {
  const piecesOf = ({ index }: ReadableRelease, sku: string) => index.product(sku)?.pieces;
  const isStocked = (sku: string) => (piecesOf(before, sku) ?? 0) > 0;
  const emptied = changedProducts(before, after).filter(
    (sku) => piecesOf(after, sku) === 0 && isStocked(sku),
  );
  if (emptied.length < minEmptied) return [];
  return lostStockDanger(emptied, before.index.skus().filter(isStocked).length);
}

/** Throws `GuardError` if a danger is of a kind that is not in `accepted`. */
export function assertAccepted(
  dangers: readonly Danger[],
  accepted: readonly DangerKind[],
  {
    out,
    current,
    release,
  }: { readonly out: string; readonly current: string; readonly release: string },
): void {
  const refused = dangers.filter(({ kind }) => !accepted.includes(kind));
  if (refused.length === 0) return;
  const kinds = dangerKinds.filter((kind) => refused.some((danger) => danger.kind === kind));
  const message = [
    ...refused.map((danger) => danger.message),
    `release ${release} was written but not activated; ${join(out, 'current')} is still ${current}`,
    `npm run diff -- current ${release} shows all differences`,
    `if they are intended, build again with --accept ${kinds.join(',')}`,
  ];
  throw new GuardError(message.join('\n'), refused);
}

/** The result of comparing the prices of two releases. */
interface PriceComparison {
  readonly jumps: readonly PriceJump[];
  /** Numbers of products with changed net prices; undefined if a file of the earlier release could not be read. */
  readonly netPrices: NetPriceChange | undefined;
  /** The error of the first unreadable file of the earlier release, if any; `jumps` then ends before that file. */
  readonly fault?: UnreadableError;
}

/** Finds price jumps and counts changed net prices between two releases. */
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
      if (isNetChange(pair, before)) {
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

function isNetChange({ list, before, after }: PricePair, { manifest }: ReadableRelease): boolean {
  return manifest.tiers.includes(list) && !isDeepStrictEqual(before, after);
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
