/**
 * Measures four things on generated catalogues: cold builds (into an empty folder), builds after edits, `npm run dev`,
 * and the removal of releases. Runs each build in a new process, repeats the builds in several turns, and prints
 * medians and ratios of medians. Writes catalogues and releases into a temporary folder.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compareCosts, medianCost, ratio } from '../ratio.ts';
import { benchDev, devGoals } from './bench-dev.ts';
import { benchPrune } from './bench-prune.ts';
import { generateCatalogue } from './generate-catalogue.ts';
import { runMeasured } from './run-measured.ts';
import { build, installEleventy, printTurns, type Turn, takeTurn } from './turns.ts';

/**
 * The parts of this bench for the option `--only`: cold builds and builds after edits, Eleventy (a site generator, for
 * comparison), a larger catalogue, `npm run dev`, and the removal of releases.
 */
export const buildParts = ['cold', 'eleventy', 'growth', 'dev', 'prune'] as const;

/** The name of a part in `buildParts`. */
export type BuildPart = (typeof buildParts)[number];

/** The options of `npm run bench -- build`, which measures builds of generated catalogues. */
export interface BuildBenchOptions {
  readonly parts: ReadonlySet<BuildPart>;
  /**
   * Number of products. If undefined, the part `dev` measures every size in `devGoals`, and the other parts
   * use 10,000 products.
   */
  readonly products: number | undefined;
  /**
   * Number of turns; each builds the catalogue and measures what the selected parts need. Medians are over all turns.
   * Does not affect the part `dev`, nor the large build of `growth`, which runs once.
   */
  readonly rounds: number;
  /** For the part `growth`: how many times larger the second catalogue is than the first, such as 10. */
  readonly growth: number;
}

/** Prints a line of the form `ratio <name> <value> (goal …)`, and a line break after it. */
export type Print = (line: string) => void;

const defaultProducts = 10_000;

/**
 * Measures the parts that `options.parts` names, on generated catalogues. Prints each result as soon as it is known.
 * Removes the catalogues and releases afterwards. Rejects if a build or one of the compared programs fails.
 */
export async function benchBuild(options: BuildBenchOptions, print: Print): Promise<void> {
  const { parts, products = defaultProducts } = options;
  const folder = await mkdtemp(join(tmpdir(), 'catalogue-bench-'));
  const contentOf = createCatalogues(folder);
  try {
    // Brings the bundle up to date, and the programs into memory, so that no measured run does.
    for (const script of ['build/main.ts', 'infra/local/dev.ts']) {
      await runMeasured(script, ['--help']);
    }
    const turns = await takeTurns(folder, contentOf, { ...options, products });
    if (parts.has('cold') || parts.has('eleventy')) printTurns(turns, products, print);
    if (parts.has('growth')) await benchGrowth(folder, contentOf, { ...options, turns }, print);
    // After all turns, because removing folders makes ext4 slow to create others.
    if (parts.has('dev')) {
      const sizes = options.products ? [options.products] : Object.keys(devGoals).map(Number);
      for (const size of sizes) await benchDev(await contentOf(size), size, print);
    }
    if (parts.has('prune')) {
      const outs = turns.map(({ out }) => out);
      await benchPrune(outs, products, print);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

type ContentOf = (products: number) => Promise<string>;

/**
 * Returns a function: number of products → path of a content folder with that many generated products, below `folder`.
 * The first call with a number generates the catalogue; later calls with this number return the same folder.
 */
function createCatalogues(folder: string): ContentOf {
  const made = new Map<number, Promise<string>>();
  const make = async (products: number) => {
    const content = join(folder, `content-${products}`);
    await generateCatalogue(content, products);
    return content;
  };
  return (products) => {
    const content = made.get(products) ?? make(products);
    made.set(products, content);
    return content;
  };
}

/**
 * Runs `rounds` turns, each of which builds a catalogue and measures what the selected parts need. Returns the
 * measurements of each turn. If only `dev` is selected, builds nothing and returns an empty list.
 */
async function takeTurns(
  folder: string,
  contentOf: ContentOf,
  { parts, products, rounds }: BuildBenchOptions & { readonly products: number },
): Promise<Turn[]> {
  const turns: Turn[] = [];
  const [cold, prune, eleventy] = [parts.has('cold'), parts.has('prune'), parts.has('eleventy')];
  if (!(cold || prune || eleventy || parts.has('growth'))) return turns;
  if (eleventy) await installEleventy();
  const content = await contentOf(products);
  for (let round = 0; round < rounds; round += 1) {
    const contestants = { edits: cold || prune, floor: cold, eleventy };
    turns.push(await takeTurn(join(folder, `turn-${round}`), content, round, contestants));
  }
  return turns;
}

/**
 * Shows whether the build time grows in proportion to the catalogue. Builds a catalogue of `products` × `growth`
 * products once. Prints the seconds of this build divided by the median seconds of the cold builds in `turns`, which
 * had `products` products, and the peak memory of this build in GB.
 */
async function benchGrowth(
  folder: string,
  contentOf: ContentOf,
  {
    products = defaultProducts,
    growth,
    turns,
  }: BuildBenchOptions & { readonly turns: readonly Turn[] },
  print: Print,
): Promise<void> {
  const many = products * growth;
  const large = await build(await contentOf(many), join(folder, 'large'));
  const cold = medianCost(turns.map((turn) => turn.cold));
  const name = `build-growth-${products}-to-${many}`;
  print(compareCosts(name, large, cold, `≤ ${(1.1 * growth).toFixed(1)}`));
  const peak = large.peakBytes / 1e9;
  print(ratio(`build-memory-${many}`, peak, '≤ 1.5 GB at 100,000; at its highest'));
}
