/** Measures builds, `npm run dev` and deploys of generated catalogues; checkouts take turns. */
import { join } from 'node:path';
import { measureDeploys, measureDev } from './bench-waits.ts';
import { addColor, countStock, editName } from './edit-content.ts';
import { generateCatalogue } from './generate-catalogue.ts';
import type { BenchOptions, Checkout } from './options.ts';
import { runProgram, withFolder } from './processes.ts';
import { type Cost, compareCosts, describeCost } from './ratio.ts';
import { type Medians, takeTurns } from './turns.ts';

/** A generated catalogue and an empty folder for what programs write. */
export interface BuildWorld {
  readonly content: string;
  readonly folder: string;
}

const parts = { builds: measureBuilds, dev: measureDev, deploy: measureDeploys };

/** The parts of this bench for `--only`; `builds` are cold ones and those after edits. */
export const buildParts: readonly string[] = Object.keys(parts);

/**
 * Measures the parts at each size. Prints the medians of this checkout and their ratios to those of
 * the other. Rejects if a program fails.
 */
export function benchBuild(options: BenchOptions): Promise<void> {
  const { sample, sizes, print } = options;
  return withFolder(async (folder) => {
    for (const size of sizes) {
      const content = join(folder, `content-${size}`);
      await generateCatalogue(content, size, sample);
      for (const [name, measure] of Object.entries(parts)) {
        if (!options.parts.includes(name)) continue;
        const world = { content, folder: join(folder, `${name}-${size}`) };
        for (const [line, costs] of await measure(world, options)) {
          const [own, other] = [costs.get('this') as Cost, costs.get('other')];
          print(describeCost(`${line}-${size}`, own));
          if (other) print(compareCosts(`${line}-${size}-to-other`, own, other));
        }
      }
    }
  });
}

/**
 * Measures a cold build in each round and one after each kind of edit, into a new folder. Removes
 * nothing: for minutes after many files were removed, ext4 is slow to create others.
 */
function measureBuilds(
  { folder, content }: BuildWorld,
  { checkouts, rounds }: BenchOptions,
): Promise<Medians<Cost>> {
  const build = (line: string) => async (checkout: Checkout, round: number) => {
    const out = join(folder, `${checkout.name}-${round}`);
    return {
      [line]: await runProgram(checkout, ['build/main.ts', '--content', content, '--out', out]),
    };
  };
  return takeTurns(rounds, checkouts, [
    { measure: build('build-cold') },
    { prepare: (round) => editName(content, round), measure: build('build-one-edit') },
    { prepare: () => countStock(content), measure: build('build-stock-count') },
    { prepare: (round) => addColor(content, round), measure: build('build-new-colour') },
  ]);
}
