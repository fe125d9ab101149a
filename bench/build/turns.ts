/**
 * Runs one turn of the build bench: the build and the programs with which it is compared, on one catalogue. Each
 * program writes into its own folder. Nothing is removed between turns, because ext4 creates folders slowly for minutes
 * after many were removed.
 */
import { execFile } from 'node:child_process';
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { efforts } from '../../build/output/encode.ts';
import { projectFolder } from '../../infra/local/run-build.ts';
import { type Cost, compareCosts, median, medianCost, ratio } from '../ratio.ts';
import type { Print } from './bench-build.ts';
import { editPrices, prepareNameEdit } from './edit-content.ts';
import { type Measurement, runMeasured, runNodeMeasured } from './run-measured.ts';

/** The measurements of one turn. Those of builds and programs that were not selected are undefined. */
export interface Turn {
  /**
   * The output folder of the builds. After the turn it has one release, or three if edits were measured.
   */
  readonly out: string;
  /** A build into an empty folder. */
  readonly cold: Measurement;
  readonly edits?: Edits;
  /** The least work that a build can do (`floor.ts`). */
  readonly floor?: Cost;
  readonly eleventy?: Cost;
}

interface Edits {
  readonly oneName: Cost;
  readonly prices: Cost;
  /** Number of products whose price was edited. */
  readonly pricesEdited: number;
}

/**
 * Selects what a turn measures besides the cold build: builds after edits, the floor (the least work that a build can
 * do, see `floor.ts`), and Eleventy, a static site generator that renders the same documents.
 */
export interface Contestants {
  readonly edits: boolean;
  readonly floor: boolean;
  readonly eleventy: boolean;
}

/**
 * Measures a cold build (into an empty folder), and then what `contestants` selects: builds after edits, the floor (the
 * least work that a build can do, see `floor.ts`) and Eleventy. All builds write into one folder below `folder`, the
 * floor and Eleventy into folders of their own. `round` selects the products to edit; edits of `content` are not
 * undone. Rejects if a build or one of the other programs fails.
 */
export async function takeTurn(
  folder: string,
  content: string,
  round: number,
  contestants: Contestants,
): Promise<Turn> {
  const out = join(folder, 'out');
  const cold = await build(content, out);
  return {
    ...{ out, cold },
    ...(contestants.edits && { edits: await measureEdits(content, out, round) }),
    ...(contestants.floor && { floor: await measureFloor(out, join(folder, 'floor')) }),
    ...(contestants.eleventy && { eleventy: await measureEleventy(out, join(folder, 'peer')) }),
  };
}

/**
 * Builds the content folder `content` into the output folder `out` in a new process, and returns its times and peak
 * memory. Rejects if the build fails.
 */
export function build(content: string, out: string): Promise<Measurement> {
  return runMeasured('build/main.ts', ['--content', content, '--out', out]);
}

/**
 * Edits the name of one product and builds, then edits prices and builds again. Returns the times of both builds. Each
 * release becomes the current one.
 */
async function measureEdits(content: string, out: string, round: number): Promise<Edits> {
  await (await prepareNameEdit(content, round)).save();
  const oneName = await build(content, out);
  const pricesEdited = await editPrices(content, round);
  const prices = await build(content, out);
  return { oneName, prices, pricesEdited };
}

async function measureFloor(out: string, target: string): Promise<Cost> {
  const { output } = await runMeasured('bench/build/floor.ts', [out, target]);
  return JSON.parse(output) as Cost;
}

const eleventyFolder = join(projectFolder, 'bench', 'eleventy');

/** Installs Eleventy, which the build is compared with, unless it is installed. Throws if npm fails. */
export async function installEleventy(): Promise<void> {
  const isThere = await access(join(eleventyFolder, 'node_modules')).then(
    () => true,
    () => false,
  );
  if (!isThere) await promisify(execFile)('npm', ['ci', '--prefix', eleventyFolder]);
}

/**
 * Renders the JSON documents of the current release in `out` with Eleventy into `target`, then compresses them there.
 * Returns the total time of both steps.
 */
async function measureEleventy(out: string, target: string): Promise<Cost> {
  const { document, hot, bulk } = efforts;
  const qualities = { document: document.brotli, hot: hot.brotli, bulk: bulk.brotli };
  const render = ['--max-old-space-size=8192', 'node_modules/@11ty/eleventy/cmd.cjs', '--quiet'];
  const rendered = await runNodeMeasured(render, eleventyFolder, {
    BENCH_DIST: out,
    BENCH_OUT: target,
  });
  const compress = ['compress.js', target, JSON.stringify(qualities)];
  const compressed = await runNodeMeasured(compress, eleventyFolder);
  return {
    seconds: rendered.seconds + compressed.seconds,
    processorSeconds: rendered.processorSeconds + compressed.processorSeconds,
  };
}

/**
 * Prints the medians over all turns as lines of the form `ratio <name> <value> (goal …)`: one line for each measured
 * comparison, such as the cold build divided by Eleventy, and one for the peak memory of the cold build in GB.
 */
export function printTurns(turns: readonly Turn[], products: number, print: Print): void {
  const cold = medianCost(turns.map((turn) => turn.cold));
  const floors = turns.flatMap(({ floor }) => floor ?? []);
  const edits = turns.flatMap((turn) => turn.edits ?? []);
  const peers = turns.flatMap(({ eleventy }) => eleventy ?? []);
  if (floors.length > 0) {
    print(compareCosts(`build-cold-to-floor-${products}`, cold, medianCost(floors), '≤ 1.25'));
  }
  const [edit] = edits;
  if (edit !== undefined) {
    const one = medianCost(edits.map(({ oneName }) => oneName));
    print(compareCosts(`build-one-edit-to-cold-${products}`, one, cold, '≤ 0.02'));
    const prices = medianCost(edits.map((each) => each.prices));
    const name = `build-${edit.pricesEdited}-prices-to-cold-${products}`;
    print(compareCosts(name, prices, cold, '≤ 0.30'));
  }
  if (peers.length > 0) {
    print(compareCosts(`build-cold-to-eleventy-${products}`, cold, medianCost(peers), '≤ 0.40'));
  }
  const peak = median(turns.map((turn) => turn.cold.peakBytes)) / 1e9;
  print(ratio(`build-memory-${products}`, peak, 'the figure; GB of the cold build at its highest'));
}
