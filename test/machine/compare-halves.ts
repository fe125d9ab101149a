/** A client that repeatedly compares public and keyed answers of one edge: both must come from the same release. */
import { setTimeout as wait } from 'node:timers/promises';
import { createClient } from '../helpers/http-client.ts';

/** A running comparison of public and keyed answers. */
export interface Comparisons {
  /** Resolves at the end of a round that began after the call. */
  anotherRound(): Promise<void>;
  /** Ends the comparison. Returns the number of rounds, and a line for each round with different answers. */
  stop(): Promise<{ readonly rounds: number; readonly disagreements: readonly string[] }>;
}

/** After this number of rounds the client is replaced by one with another address, so that it reaches no rate limit. */
const roundsPerClient = 20;
/** Pause between two rounds in milliseconds; it leaves processor time for deploys. */
const pauseMs = 20;

/**
 * Starts the comparison in rounds. A round reads the public answers, the keyed answers, and the public answers again.
 * If both public readings are equal, the release was not replaced meanwhile, and the keyed answers must agree with
 * them. All releases have the product `product`, only some have the product `extra`.
 */
export function startComparisons(
  { port, key }: { readonly port: number; readonly key: string },
  { extra, product }: { readonly extra: string; readonly product: string },
): Comparisons {
  const headers = { Authorization: `Bearer ${key}` };
  const disagreements: string[] = [];
  let rounds = 0;
  let ended = false;
  let waiting: (() => void)[] = [];

  const askRound = async (client: ReturnType<typeof createClient>) => {
    const read = async <Body>(path: string, options = {}) =>
      (await client(`/v1/products${path}`, options)).json() as Body;
    const publicState = async () => {
      const { products } = await read<{ products: { sku: string }[] }>('');
      const { pricing } = await read<{ pricing: { msrp: unknown } }>(`/${product}`);
      const { status } = await client(`/v1/products/${extra}`);
      const isListed = products.some(({ sku }) => sku === extra);
      return JSON.stringify({ isListed, hasDetail: status === 200, msrp: pricing.msrp });
    };
    const before = await publicState();
    const { status } = await client(`/v1/products/${extra}`, { headers });
    const { products } = await read<{ products: { sku: string; msrp: unknown }[] }>('/pricing', {
      headers,
    });
    const { msrp } = await read<{ msrp: unknown }>(`/${product}/pricing`, { headers });
    if ((await publicState()) !== before) return;
    const isListed = products.some(({ sku }) => sku === extra);
    const inCatalogue = products.find(({ sku }) => sku === product)?.msrp;
    for (const each of [msrp, inCatalogue]) {
      const keyed = JSON.stringify({ isListed, hasDetail: status === 200, msrp: each });
      if (keyed !== before) disagreements.push(`public ${before}, keyed ${keyed}`);
    }
  };

  const run = async () => {
    for (let client = createClient(port); !ended; rounds += 1) {
      if (rounds % roundsPerClient === 0) client = createClient(port);
      const callbacks = waiting;
      waiting = [];
      await wait(pauseMs);
      await askRound(client);
      for (const resolve of callbacks) resolve();
    }
  };
  const running = run();
  return {
    anotherRound: () =>
      Promise.race([running, new Promise<void>((resolve) => waiting.push(resolve))]),
    async stop() {
      ended = true;
      await running;
      return { rounds, disagreements };
    },
  };
}
