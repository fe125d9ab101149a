/** Measures how long an answer takes when its key is used for the first time: one client, one request at a time. */
import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { performance } from 'node:perf_hooks';

/** Percentiles of the waits for an answer, in milliseconds. */
export interface Waits {
  /** The median; `p99` is the 99th percentile. */
  readonly p50: number;
  readonly p99: number;
}

/**
 * Requests a URL once with each key, one after the other over one keep-alive connection. Returns percentiles of the
 * waits. Throws an error if the status of an answer is not 200.
 */
export async function measureWaits(url: string, keys: readonly string[]): Promise<Waits> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const waits: number[] = [];
  try {
    for (const key of keys) {
      const headers = { Authorization: `Bearer ${key}`, 'Accept-Encoding': 'gzip' };
      const begun = performance.now();
      const [reply] = (await once(get(url, { agent, headers }), 'response')) as [IncomingMessage];
      reply.resume();
      await once(reply, 'end');
      waits.push(performance.now() - begun);
      if (reply.statusCode !== 200) throw new Error(`${url} answered ${reply.statusCode}`);
    }
  } finally {
    agent.destroy();
  }
  waits.sort((a, b) => a - b);
  const at = (share: number) => waits[Math.ceil(share * waits.length) - 1] ?? Number.NaN;
  return { p50: at(0.5), p99: at(0.99) };
}
