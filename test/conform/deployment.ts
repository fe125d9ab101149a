/** The deployment that is checked: its address, keys and products, and the HTTP client that asks it. */

import { setTimeout as wait } from 'node:timers/promises';
import { Agent } from 'undici';
import { type Locale, locales } from '../../contract/locales.ts';
import type { ProblemCode } from '../../contract/problems.ts';
import type { ProductList } from '../../contract/schemas/list.ts';
import type { ProductDetail } from '../../contract/schemas/product.ts';
import { testKeyHeader, testKeys } from '../../contract/test-keys.ts';
import { decode, type Reply } from '../helpers/http-client.ts';
import { expectStatus, passWithout, skip } from './check.ts';

/** The base address of a deployment, without a slash at its end, and keys of accounts. */
export interface Target {
  readonly url: string;
  readonly key?: string | undefined;
  readonly revokedKey?: string | undefined;
}

/** An object of an answer, such as a product, and the path of the answer. */
export interface Found<Value extends object = object> {
  readonly where: string;
  readonly value: Value;
}

/** Number of products of each locale whose details are read, and of those that are read with a key. */
const detailsPerLocale = 24;
const keyedPerLocale = 4;

/**
 * A deployment, asked for what several checks need. Bodies have the types of `contract/`, which the checks of fields do
 * not take for granted.
 */
export class Deployment {
  readonly client: Client;
  /** The base address. */
  readonly url: string;
  readonly #target: Target;

  constructor(target: Target) {
    this.#target = target;
    this.url = target.url;
    this.client = new Client(target.url);
  }

  /** Sends a request; see `Client.ask`. */
  ask(path: string, question?: Question): Promise<Answer> {
    return this.client.ask(path, question);
  }

  /** Returns the body of a GET. Throws if the status is not 200. */
  async read<Body>(path: string, question?: Question): Promise<Body> {
    const answer = await this.ask(path, question);
    expectStatus(answer, 200);
    return answer.json() as Body;
  }

  /** Returns the product list of a locale. */
  list(locale: Locale): Promise<ProductList> {
    return this.read<ProductList>(`/v1/products?locale=${locale}`);
  }

  /** Returns the product lists of all locales. */
  lists(): Promise<ProductList[]> {
    return Promise.all(locales.map((locale) => this.list(locale)));
  }

  /** Returns the products of all lists. */
  async summaries(): Promise<readonly Found<ProductList['products'][number]>[]> {
    return (await this.lists()).flatMap(({ locale, products }) =>
      products.map((value) => ({ where: `list ${locale} ${value.sku}`, value })),
    );
  }

  /** Returns the details of some products of each locale: every n-th of the list; with a key, of fewer. */
  async details(key?: string): Promise<readonly Found<ProductDetail>[]> {
    const found: Found<ProductDetail>[] = [];
    const count = key === undefined ? detailsPerLocale : keyedPerLocale;
    for (const { locale, products } of await this.lists()) {
      const step = Math.max(1, Math.ceil(products.length / count));
      for (const { sku } of products.filter((_, index) => index % step === 0)) {
        const where = `/v1/products/${sku}?locale=${locale}`;
        found.push({ where, value: await this.read(where, key === undefined ? {} : { key }) });
      }
    }
    return found;
  }

  /** Returns the path of the detail of the first product of the default locale. */
  async detailPath(): Promise<string> {
    const { products } = await this.read<ProductList>('/v1/products');
    return `/v1/products/${products[0]?.sku ?? passWithout('the product list is empty')}`;
  }

  /** Returns the given key, or the public test key with prices. Skips the check if test keys are not accepted. */
  key(): Promise<string> {
    const { key } = testKeys[0];
    return this.#orTestKey(this.#target.key, key, 'needs --key');
  }

  /** Returns the given revoked key, or the public test key for one, by the same rule. */
  revokedKey(): Promise<string> {
    const testKey = testKeyFor('key_revoked');
    return this.#orTestKey(this.#target.revokedKey, testKey, 'needs --revoked-key');
  }

  /** Returns the public test key that gets a problem. Skips the check if test keys are not accepted. */
  keyFor(code: ProblemCode): Promise<string> {
    return this.#orTestKey(undefined, testKeyFor(code), 'test keys are not accepted');
  }

  async #orTestKey(given: string | undefined, testKey: string, reason: string): Promise<string> {
    if (given !== undefined) return given;
    const { headers } = await this.ask('/v1/products/pricing', { key: testKey });
    const isAccepted = Object.keys(testKeyHeader).some((name) => name.toLowerCase() in headers);
    return isAccepted ? testKey : skip(reason);
  }

  /** Returns a text without the given keys. */
  redact(text: string): string {
    const given = [this.#target.key, this.#target.revokedKey].filter((key) => key !== undefined);
    return given.reduce((redacted, key) => redacted.replaceAll(key, '[redacted]'), text);
  }
}

function testKeyFor(code: ProblemCode): string {
  const found = testKeys.find((each) => 'problem' in each && each.problem === code);
  if (found === undefined) throw new Error(`no test key gets ${code}`);
  return found.key;
}

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
