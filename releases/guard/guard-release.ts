/**
 * The guard: a release that was written is compared with the one that stands, and what nobody would
 * do on purpose without saying so stops it before it is activated (decision 27).
 */
import { join } from 'node:path';
import { ExpectedError } from '../../console/expected-error.ts';
import type { Manifest } from '../../contract/release.ts';
import { pricePairs } from '../diff/price-pairs.ts';
import { openRelease, type ReadableRelease } from '../diff/read-release.ts';
import type { Standing } from '../release-change.ts';
import { releaseFolder } from '../standing.ts';
import { UnreadableError } from '../unreadable-error.ts';
import { type Danger, type DangerKind, dangerKinds, maxPriceFactor, someOf } from './dangers.ts';
import { findGoneProducts } from './gone-products.ts';
import { findPriceJumps } from './price-jumps.ts';

/** Thrown when a release is not activated; the message says why and which option accepts it. */
export class GuardError extends ExpectedError {
  override readonly name = 'GuardError';
  readonly dangers: readonly Danger[];

  constructor(message: string, dangers: readonly Danger[]) {
    super(message);
    this.dangers = dangers;
  }
}

/**
 * Compares a written release with the one that stands; without one there is nothing to guard. Reads
 * the files that differ, no more. Throws `GuardError` for every danger that is not accepted.
 */
export async function guardRelease(
  out: string,
  { standing, manifest }: { standing: Standing | undefined; manifest: Manifest },
  accepted: readonly DangerKind[],
): Promise<void> {
  const { release } = manifest;
  if (standing === undefined || standing.release === release) return;
  const found = await findDangers(out, standing, manifest);
  const dangers = found.filter(({ kind }) => !accepted.includes(kind));
  if (dangers.length === 0) return;
  throw new GuardError(explain(out, standing.release, release, dangers), dangers);
}

async function findDangers(out: string, standing: Standing, manifest: Manifest): Promise<Danger[]> {
  if ('fault' in standing) {
    const message = `the releases cannot be compared: ${standing.fault.message}`;
    return [{ kind: 'unreadable-release', message }];
  }
  const after = await openRelease(releaseFolder(out, manifest.release));
  let before: ReadableRelease;
  try {
    before = await openRelease(releaseFolder(out, standing.release));
  } catch (error) {
    if (!(error instanceof UnreadableError)) throw error;
    const message = `the releases cannot be compared: ${error.message}`;
    return [{ kind: 'unreadable-release', message }];
  }
  return [...findGoneProducts(before.skus, after.skus), ...(await findJumps(before, after))];
}

/** A file that cannot be read ends the search; what was found before it counts all the same. */
async function findJumps(before: ReadableRelease, after: ReadableRelease): Promise<Danger[]> {
  const dangers: Danger[] = [];
  const examples: string[] = [];
  let count = 0;
  try {
    for await (const pair of pricePairs(before, after)) {
      const jumps = findPriceJumps(pair);
      count += jumps.length;
      if (examples.length < 5) examples.push(...jumps);
    }
  } catch (error) {
    if (!(error instanceof UnreadableError)) throw error;
    const message = `not all prices can be compared: ${error.message}`;
    dangers.push({ kind: 'unreadable-release', message });
  }
  if (count === 0) return dangers;
  const prices = count === 1 ? '1 price' : `${count} prices`;
  const message = `${prices} changed more than ${maxPriceFactor}-fold: ${someOf(examples, count)}`;
  return [{ kind: 'price-jumps', message }, ...dangers];
}

function explain(
  out: string,
  current: string,
  release: string,
  dangers: readonly Danger[],
): string {
  const kinds = dangerKinds.filter((kind) => dangers.some((danger) => danger.kind === kind));
  return [
    ...dangers.map(({ message }) => message),
    `release ${release} was written and not activated; ${join(out, 'current')} is still ${current}`,
    `npm run diff -- current ${release} shows all that differs`,
    `if it is meant, build again with --accept ${kinds.join(',')}`,
  ].join('\n');
}
