/** wrk from Debian: load from one thread over kept connections. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import { median } from '../ratio.ts';

const run = promisify(execFile);

export interface Load {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly seconds: number;
  readonly connections?: number;
}

export interface LoadResult {
  readonly requestsPerSecond: number;
  /** Milliseconds. */
  readonly p99: number;
}

/** Asks for one URL, gzip accepted; throws an `Error` that says what to install when there is no wrk. */
export async function runWrk({
  url,
  headers = {},
  seconds,
  connections = 32,
}: Load): Promise<LoadResult> {
  const sent = Object.entries({ 'Accept-Encoding': 'gzip', ...headers });
  const args = sent.flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
  const load = ['-t1', `-c${connections}`, `-d${seconds}s`, '--latency', ...args, url];
  const { stdout } = await run('wrk', load).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    throw new Error('the bench needs wrk; on Debian or Ubuntu: sudo apt-get install wrk');
  });
  const [, rate] = /Requests\/sec:\s+([\d.]+)/.exec(stdout) ?? [];
  const [, p99, unit = ''] = /99%\s+([\d.]+)(us|ms|s)/.exec(stdout) ?? [];
  const perMs = { us: 0.001, ms: 1, s: 1000 }[unit];
  if (!rate || !p99 || !perMs) throw new Error(`wrk told no rate: ${stdout}`);
  return { requestsPerSecond: Number(rate), p99: Number(p99) * perMs };
}

/** What is asked for in a turn. */
export type Target = Pick<Load, 'url' | 'headers'>;

/** Requests a second of each target; they take turns, and the median over the rounds is given. */
export async function measureRates(
  { rounds, seconds }: { readonly rounds: number; readonly seconds: number },
  targets: Readonly<Record<string, Target>>,
): Promise<Map<string, number>> {
  const rates = new Map<string, number[]>();
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, target] of Object.entries(targets)) {
      const { requestsPerSecond } = await runWrk({ ...target, seconds });
      rates.set(name, [...(rates.get(name) ?? []), requestsPerSecond]);
    }
  }
  return new Map([...rates].map(([name, values]) => [name, median(values)]));
}
