/** The deployment that is checked: its address and keys, and the products that the checks look at. */
import { type Locale, locales } from '../../contract/locales.ts';
import type { ProblemCode } from '../../contract/problems.ts';
import type { ProductList } from '../../contract/schemas/list.ts';
import type { ProductDetail } from '../../contract/schemas/product.ts';
import { testKeyHeader, testKeys } from '../../contract/test-keys.ts';
import { expectStatus, passWithout, skip } from './check.ts';
import { type Answer, Client, type Question } from './client.ts';

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
  readonly #target: Target;

  constructor(target: Target) {
    this.#target = target;
    this.client = new Client(target.url);
  }

  /** The base address. */
  get url(): string {
    return this.#target.url;
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
    return this.#orTestKey(
      this.#target.revokedKey,
      testKeyFor('key_revoked'),
      'needs --revoked-key',
    );
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
