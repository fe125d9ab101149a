/**
 * Measures the numbers of docs/capacity.md: the cost of a request by route, and of a catalogue by its number
 * of products.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { routeCosts } from './route-costs.ts';
import { sizeCosts } from './size-costs.ts';

/** The options of `npm run bench -- capacity`, which measures the cost of requests and of catalogues. */
export interface CapacityBenchOptions {
  /**
   * Numbers of products, such as 1000 and 10,000. A catalogue of each size is measured. The routes are measured only
   * with a catalogue of the first size.
   */
  readonly sizes: readonly number[];
  /** Number of rounds that measure all routes, one after another. A warm-up round before them is not counted. */
  readonly rounds: number;
  /** Seconds for which each route is measured in each round. */
  readonly seconds: number;
}

/**
 * Measures the cost of a request by route, and of a catalogue by its number of products. Prints a Markdown table for
 * each, and after the first table a sentence about the first use of an API key. Rejects if a deploy, a server or wrk
 * fails.
 */
export async function benchCapacity(
  options: CapacityBenchOptions,
  print: (line: string) => void,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'catalogue-bench-'));
  try {
    print('| route | bytes | µs of nginx | µs of the service | requests a second and core |');
    print('|---|---|---|---|---|');
    const [products = 1000] = options.sizes;
    for (const line of await routeCosts({ ...options, folder, products })) print(line);
    print('');
    print(
      '| products | first deploy | of it processor time | memory | deploy of one edit | MB of disk | MB a release more | MB of Redis | MB of Redis a release more | MB of the service |',
    );
    print('|---|---|---|---|---|---|---|---|---|---|');
    for (const size of options.sizes) print(await sizeCosts(join(folder, `${size}`), size));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
