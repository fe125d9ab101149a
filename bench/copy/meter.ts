/** Counts the requests, received body bytes and seconds of a client. */
import { performance } from 'node:perf_hooks';
import { gunzipSync } from 'node:zlib';
import { Agent } from 'undici';

/** The requests of a client, and the bytes and time that they took. */
export interface Measured {
  readonly requests: number;
  /** Total bytes of the response bodies, as received (compressed). */
  readonly bytes: number;
  readonly seconds: number;
}

/** An answer; `text` and `json` return its decompressed body. */
export interface MeteredReply {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  text(): string;
  json(): unknown;
}

/** Sends a GET request for a path of the server, and counts it. Rejects if the status is neither 200 nor 304. */
export type Get = (
  path: string,
  headers?: Readonly<Record<string, string>>,
) => Promise<MeteredReply>;

/**
 * After this many requests the client continues from another address, because the API limits the requests of one
 * address. The number is below both of its rate limits.
 */
const requestsOfAddress = 150;
/** Maximum number of concurrent requests. */
const atOnce = 8;

/**
 * Returns loopback address number `at`, which must be below 32,768: 0 → `127.9.0.1`, 128 → `127.9.1.1`.
 */
export function clientAddress(at: number): string {
  return `127.9.${at >> 7}.${1 + (at & 127)}`;
}

/** An HTTP client that counts what it sends and receives. */
export interface Meter {
  readonly get: Get;
  /**
   * Calls `work` with the client. Returns the number of requests that the client sends until `work` resolves, the bytes
   * of their response bodies as transferred, and the seconds.
   */
  measure(work: (get: Get) => Promise<void>): Promise<Measured>;
}

/** Creates an HTTP client of the server at `origin`. */
export function createMeter(origin: string): Meter {
  let asked = 0;
  let running = 0;
  const waiting: (() => void)[] = [];
  const counts = { requests: 0, bytes: 0 };
  let agent: Agent | undefined;

  const takeAgent = (): Agent => {
    if (agent === undefined || asked % requestsOfAddress === 0) {
      const at = Math.floor(asked / requestsOfAddress);
      // The one before ends with its last request.
      agent?.close();
      agent = new Agent({ localAddress: clientAddress(at) });
    }
    asked += 1;
    return agent;
  };
  const get: Get = async (path, headers = {}) => {
    if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
    running += 1;
    try {
      const {
        statusCode,
        headers: got,
        body,
      } = await takeAgent().request({
        ...{ origin, path, method: 'GET' },
        headers: { 'accept-encoding': 'gzip', ...headers },
      });
      const bytes = Buffer.from(await body.arrayBuffer());
      if (![200, 304].includes(statusCode)) throw new Error(`${path}: ${statusCode} ${bytes}`);
      counts.requests += 1;
      counts.bytes += bytes.length;
      const text = () =>
        (got['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes).toString();
      return { headers: got, text, json: () => JSON.parse(text()) as unknown };
    } finally {
      running -= 1;
      waiting.shift()?.();
    }
  };
  return {
    get,
    async measure(work) {
      const before = { ...counts };
      const begun = performance.now();
      await work(get);
      return {
        requests: counts.requests - before.requests,
        bytes: counts.bytes - before.bytes,
        seconds: (performance.now() - begun) / 1000,
      };
    },
  };
}
