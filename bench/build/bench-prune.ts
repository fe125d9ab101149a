/** Measures how long it takes to remove releases. */
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { objectNames } from '../../build/output/object-records.ts';
import { pruneReleases } from '../../releases/prune.ts';
import { type Cost, median, medianCost, ratio } from '../ratio.ts';
import type { Print } from './bench-build.ts';
import { flushDisks } from './run-measured.ts';

interface Pruning extends Cost {
  /** Number of objects that were removed because only the removed release used them. */
  readonly objects: number;
}

/**
 * Measures the removal of two releases from each output folder in `outs`. Each folder must have three releases: an
 * initial one, one after an edit of a name, and the current one, after an edit of prices. Removes the initial release
 * first, then the one after the edit of a name. Prints the median seconds of the first removals and those of the second
 * removals. `products`, the number of products in the catalogue, is only printed. Rejects if a folder has another
 * number of releases or a release cannot be removed.
 */
export async function benchPrune(
  outs: readonly string[],
  products: number,
  print: Print,
): Promise<void> {
  const first: Pruning[] = [];
  const second: Pruning[] = [];
  for (const out of outs) {
    first.push(await pruneOne(out, 1));
    second.push(await pruneOne(out, 0));
  }
  const removed = `removed 1 release of ${products} products and`;
  const [one, other] = [`build-prune-${products}`, `build-prune-after-prices-${products}`];
  print(describePrunings(one, first, '≤ 1 s', removed));
  print(describePrunings(other, second, 'the figure', removed));
}

/**
 * Removes all releases of `out` except the current one and the newest `keep` others. First deletes the link `previous`,
 * because its target would be kept too. Returns the seconds, the processor time, and the number of removed objects.
 * Throws an error unless exactly one release was removed.
 */
async function pruneOne(out: string, keep: number): Promise<Pruning> {
  const before = (await objectNames(out)).length;
  // It would be kept.
  await rm(join(out, 'previous'), { force: true });
  await flushDisks();
  const start = performance.now();
  const used = process.cpuUsage();
  const removed = await pruneReleases(out, { keep, used: new Set() });
  const { user, system } = process.cpuUsage(used);
  const seconds = (performance.now() - start) / 1000;
  const left = (await readdir(join(out, 'releases'))).length;
  if (removed.length !== 1 || left !== keep + 1) {
    throw new Error(`${removed.length} releases were removed from ${out}, and ${left} are left`);
  }
  const objects = before - (await objectNames(out)).length;
  return { seconds, processorSeconds: (user + system) / 1e6, objects };
}

function describePrunings(
  name: string,
  prunings: readonly Pruning[],
  goal: string,
  removed: string,
): string {
  const { seconds, processorSeconds } = medianCost(prunings);
  const objects = median(prunings.map((pruning) => pruning.objects));
  const time = `${processorSeconds.toFixed(2)} s of processor time`;
  return ratio(name, seconds, `${goal}; ${time}, ${removed} ${objects} of its objects`);
}
