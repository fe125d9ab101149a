/** The HTTP client of the checks: it stays within the rate limits, and remembers its answers. */
import { setTimeout as wait } from 'node:timers/promises';
import { Agent } from 'undici';
import { testKeyHeader } from '../../contract/test-keys.ts';
import { decode, type Reply } from '../helpers/http-client.ts';

/** A request of a check; `key` is sent as a Bearer token. */
export interface Question {
  readonly method?: 'GET' | 'HEAD' | 'OPTIONS';
  readonly headers?: Readonly<Record<string, string>>;
  readonly key?: string;
  /** True to ask again although the answer is known. */
  readonly again?: boolean;
}

/** An answer, with the request that caused it. */
export interface Answer extends Reply {
  /** Path and query below the base address. */
  readonly path: string;
  readonly method: string;
  readonly hasCredentials: boolean;
  /** The request, such as `GET /v1/products with a key`, with which reasons begin. */
  readonly where: string;
}

/** Maximum number of requests in all; the advisory limit is 600 per minute. */
export const mostRequests = 300;
/** If fewer requests than this remain in the window, the client waits for the next one. */
const reserve = 100;
/** Milliseconds between two requests: fewer than the 100 per second of the hard limit. */
const pauseMs = 11;
const mostRetries = 3;
const testHeader = Object.keys(testKeyHeader).join().toLowerCase();

/** Asks one deployment. */
export class Client {
  /** All answers so far, in order. */
  readonly answers: Answer[] = [];
  readonly #url: URL;
  readonly #known = new Map<string, Promise<Answer>>();
  readonly #agent = new Agent({ headersTimeout: 30_000, bodyTimeout: 30_000 });
  #nextAt = 0;

  constructor(url: string) {
    this.#url = new URL(url);
  }

  /**
   * Sends a request for a path and query below the base address, the same request only once. Waits if few requests
   * remain in the window, and for `Retry-After` of a 429. Throws if the deployment cannot be reached.
   */
  ask(path: string, { again = false, ...question }: Question = {}): Promise<Answer> {
    const name = JSON.stringify([path, question]);
    const known = this.#known.get(name);
    if (known !== undefined && !again) return known;
    const answer = this.#send(path, question);
    this.#known.set(name, answer);
    return answer;
  }

  async #send(path: string, question: Question, retries = 0): Promise<Answer> {
    if (this.answers.length >= mostRequests) throw new Error(`more than ${mostRequests} requests`);
    const now = performance.now();
    const at = Math.max(now, this.#nextAt);
    this.#nextAt = at + pauseMs;
    await wait(at - now);
    const answer = await this.#receive(path, question);
    const { headers, status } = answer;
    // A test key is answered with 429 although no limit was exceeded.
    if (status === 429 && headers[testHeader] === undefined && retries < mostRetries) {
      await waitForLimit(headers['retry-after']);
      return this.#send(path, question, retries + 1);
    }
    this.answers.push(answer);
    const [, left, seconds] = /;r=(\d+);t=(\d+)/.exec(String(headers['ratelimit'])) ?? [];
    // A cache repeats the count of the client that its answer was made for.
    const isCached = Number(headers['age'] ?? 0) > 0;
    if (left !== undefined && !isCached && Number(left) < reserve) await waitForLimit(seconds);
    return answer;
  }

  async #receive(path: string, { method = 'GET', headers = {}, key }: Question): Promise<Answer> {
    const credentials = key === undefined ? {} : { authorization: `Bearer ${key}` };
    const hasCredentials = key !== undefined || 'authorization' in headers;
    const where = `${method} ${path}${hasCredentials ? ' with a key' : ''}`;
    try {
      const { origin, pathname } = this.#url;
      const { statusCode, body, ...received } = await this.#agent.request({
        ...{ origin, path: pathname.replace(/\/$/, '') + path, method },
        headers: { 'user-agent': 'catalogue-conform', ...headers, ...credentials },
      });
      const bytes = Buffer.from(await body.arrayBuffer());
      const coding = String(received.headers['content-encoding'] ?? 'identity');
      const text = bytes.length === 0 ? '' : decode(bytes, coding).toString('utf8');
      const json = () => parseBody(text, where);
      const reply = { status: statusCode, headers: received.headers, bytes, text, json };
      return { ...reply, path, method, hasCredentials, where };
    } catch (cause) {
      throw new Error(`${where}: ${(cause as Error).message}`, { cause });
    }
  }

  /** Closes the connections. */
  close(): Promise<void> {
    return this.#agent.close();
  }
}

function parseBody(text: string, where: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Error(`${where}: the body is not JSON: ${text.slice(0, 80)}`, { cause });
  }
}

async function waitForLimit(text: unknown): Promise<void> {
  const seconds = Math.min(Number(text) || 1, 60);
  process.stderr.write(`waiting ${seconds} s for the rate limit\n`);
  await wait(seconds * 1000);
}
