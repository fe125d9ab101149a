/** Runs wrk, an HTTP load generator (Debian package `wrk`), with one thread and keep-alive connections. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import { median, type Rate } from '../ratio.ts';
import type { Contestant } from './contestants.ts';
import { readProcessorTime } from './processor-time.ts';

const run = promisify(execFile);

/** The requests that wrk sends: to `url` with `headers`, for `seconds` over `connections` connections (default: 32). */
export interface Load {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly seconds: number;
  readonly connections?: number;
}

/** The measurements that wrk prints; `requests` is the total number of requests. */
export interface LoadResult {
  readonly requests: number;
  readonly requestsPerSecond: number;
  /** The 99th percentile of the latency, in milliseconds. */
  readonly p99: number;
}

/**
 * Runs wrk on one URL, with `Accept-Encoding: gzip`, and returns its measurements. Rejects with an `Error` if wrk is
 * not installed (the message says what to install), if it fails, for example because the server refuses connections, or
 * if its output has no rate (the message contains the output).
 */
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
  const [, requests] = /(\d+) requests in/.exec(stdout) ?? [];
  const [, rate] = /Requests\/sec:\s+([\d.]+)/.exec(stdout) ?? [];
  const [, p99, unit = ''] = /99%\s+([\d.]+)(us|ms|s)/.exec(stdout) ?? [];
  const perMs = { us: 0.001, ms: 1, s: 1000 }[unit];
  if (!requests || !rate || !p99 || !perMs) throw new Error(`wrk printed no rate: ${stdout}`);
  return {
    requests: Number(requests),
    requestsPerSecond: Number(rate),
    p99: Number(p99) * perMs,
  };
}

/** The requests that measure one server: all have the same path and headers. */
export interface Target extends Pick<Load, 'headers'> {
  readonly server: Contestant;
  readonly path: string;
}

/**
 * Measures the targets one after another in every round, each for `seconds`. Returns target name → medians over the
 * rounds, of the requests per second and of the processor time per request. Rejects with the errors of `runWrk` and
 * `readProcessorTime`.
 */
export async function measureRates(
  { rounds, seconds }: { readonly rounds: number; readonly seconds: number },
  targets: Readonly<Record<string, Target>>,
): Promise<Map<string, Rate>> {
  const turns = new Map<string, Rate[]>();
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, target] of Object.entries(targets)) {
      turns.set(name, [...(turns.get(name) ?? []), await takeTurn(target, seconds)]);
    }
  }
  return new Map([...turns].map(([name, rates]) => [name, medianRate(rates)]));
}

async function takeTurn({ server, path, headers = {} }: Target, seconds: number): Promise<Rate> {
  const pid = server.process.pid ?? 0;
  const before = await readProcessorTime(pid);
  const load = { url: server.origin + path, headers, seconds };
  const { requests, requestsPerSecond } = await runWrk(load);
  const processorTime = ((await readProcessorTime(pid)) - before) / requests;
  return { requestsPerSecond, processorTime };
}

function medianRate(rates: readonly Rate[]): Rate {
  return {
    requestsPerSecond: median(rates.map((rate) => rate.requestsPerSecond)),
    processorTime: median(rates.map((rate) => rate.processorTime)),
  };
}
