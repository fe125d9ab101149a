/**
 * The build's bench: catalogues are made, each measured run is a fresh process, the contestants take
 * turns, and medians are compared. Everything is written into a temporary folder.
 */
import { execFile } from 'node:child_process';
import { access, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { efforts } from '../../build/output/encode.ts';
import { median, ratio } from '../ratio.ts';
import { generateCatalogue } from './generate-catalogue.ts';
import { type Measurement, runMeasured } from './run-measured.ts';

export interface BuildBenchOptions {
  /** Products of the smaller catalogue. */
  readonly products: number;
  /** Turns; medians are taken over them. */
  readonly rounds: number;
  /** How many times larger the second catalogue is; 0 leaves growth out. */
  readonly growth: number;
  readonly eleventy: boolean;
}

/** A line `ratio <name> <value> (goal …)`. */
export type Print = (line: string) => void;

const run = promisify(execFile);
const eleventyFolder = fileURLToPath(new URL('../eleventy/', import.meta.url));

/** Runs it all and prints each measure as it is known. */
export async function benchBuild(options: BuildBenchOptions, print: Print): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'catalogue-bench-'));
  try {
    if (options.eleventy) await installEleventy();
    const small = join(folder, 'small');
    await generateCatalogue(small, options.products);
    const turns: Turn[] = [];
    for (let round = 0; round < options.rounds; round += 1) {
      turns.push(await takeTurn(folder, small, options, round));
    }
    printTurns(turns, options, print);
    if (options.growth > 0) await benchGrowth(folder, turns, options, print);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

interface Turn {
  readonly cold: Measurement;
  readonly warm: Measurement;
  readonly floorSeconds: number;
  readonly eleventySeconds: number | undefined;
}

/** One run of each contestant. */
async function takeTurn(
  folder: string,
  content: string,
  { eleventy }: BuildBenchOptions,
  round: number,
): Promise<Turn> {
  const out = join(folder, 'out');
  const cold = await compile(content, out);
  // An editor's build follows a build. After the floor it would follow the removal of a hundred thousand
  // files, for minutes after which ext4 is slow to make folders.
  await editOneProduct(content, round);
  const warm = await compile(content, out);
  const release = join(out, 'current');
  const floorOut = join(folder, 'floor');
  const { output } = await measure('bench/build/floor.ts', [release, floorOut]);
  await rm(floorOut, { recursive: true });
  const eleventySeconds = eleventy ? await runEleventy(release, join(folder, 'peer')) : undefined;
  await rm(out, { recursive: true });
  return { cold, warm, floorSeconds: Number(output), eleventySeconds };
}

function compile(content: string, out: string): Promise<Measurement> {
  return measure('build/main.ts', ['--content', content, '--out', out]);
}

/** Measures a run once everything that was written before is on the disk. */
async function measure(script: string, args: readonly string[]): Promise<Measurement> {
  await run('sync');
  return runMeasured(script, args);
}

/** Changes the name of one product, another one each time. */
async function editOneProduct(content: string, round: number): Promise<void> {
  const { stdout } = await run('ls', [join(content, 'products')]);
  const names = stdout.trim().split('\n');
  const path = join(content, 'products', names[(round * 31) % names.length] as string);
  const text = await readFile(path, 'utf8');
  await writeFile(path, text.replace('"name": {\n    "en": "', '"name": {\n    "en": "New '));
}

async function installEleventy(): Promise<void> {
  const isThere = await access(join(eleventyFolder, 'node_modules')).then(
    () => true,
    () => false,
  );
  if (!isThere) await run('npm', ['ci', '--prefix', eleventyFolder]);
}

async function runEleventy(release: string, out: string): Promise<number> {
  const { document, hot, bulk } = efforts;
  const qualities = { document: document.brotli, hot: hot.brotli, bulk: bulk.brotli };
  await run('sync');
  const start = performance.now();
  const args = [join(eleventyFolder, 'run.js'), release, out, JSON.stringify(qualities)];
  await run(process.execPath, args);
  const seconds = (performance.now() - start) / 1000;
  await rm(out, { recursive: true });
  return seconds;
}

function printTurns(turns: readonly Turn[], { products }: BuildBenchOptions, print: Print): void {
  const cold = median(turns.map((turn) => turn.cold.seconds));
  const warm = median(turns.map((turn) => turn.warm.seconds));
  const floor = median(turns.map((turn) => turn.floorSeconds));
  const times = `cold ${seconds(cold)}`;
  print(
    ratio(
      `build-cold-to-floor-${products}`,
      cold / floor,
      `≤ 1.5; ${times}, floor ${seconds(floor)}`,
    ),
  );
  print(
    ratio(
      `build-one-edit-to-cold-${products}`,
      warm / cold,
      `≤ 0.03; one edit ${seconds(warm)}, ${times}`,
    ),
  );
  const peers = turns.flatMap(({ eleventySeconds }) => eleventySeconds ?? []);
  if (peers.length === 0) return;
  const peer = median(peers);
  print(
    ratio(
      `build-cold-to-eleventy-${products}`,
      cold / peer,
      `≤ 0.33; ${times}, Eleventy ${seconds(peer)}`,
    ),
  );
}

async function benchGrowth(
  folder: string,
  turns: readonly Turn[],
  { products, growth }: BuildBenchOptions,
  print: Print,
): Promise<void> {
  const content = join(folder, 'large');
  await generateCatalogue(content, products * growth);
  const large = await compile(content, join(folder, 'out'));
  const cold = median(turns.map((turn) => turn.cold.seconds));
  const name = `${products}-to-${products * growth}`;
  const goal = `≤ ${1.1 * growth}; ${seconds(large.seconds)}`;
  print(ratio(`build-growth-time-${name}`, large.seconds / cold, goal));
  print(
    ratio(
      `build-growth-memory-${name}`,
      large.peakBytes / 1.5e9,
      `≤ 1 of 1.5 GB; ${(large.peakBytes / 1e9).toFixed(2)} GB`,
    ),
  );
}

function seconds(value: number): string {
  return `${value.toFixed(2)} s`;
}
