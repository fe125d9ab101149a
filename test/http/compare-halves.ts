/** A client that repeatedly compares public and keyed answers of one edge. */
import { setTimeout as wait } from 'node:timers/promises';
import { createClient } from '../helpers/http-client.ts';
import type { RunningServer } from '../helpers/running-server.ts';

export interface Comparisons {
  /** Resolves at the end of a round that began after the call. */
  anotherRound(): Promise<void>;
  stop(): Promise<{ readonly rounds: number; readonly disagreements: readonly string[] }>;
}

/** A client is replaced by one with another address before it reaches a rate limit. */
const roundsPerClient = 20;

/** Pause between two rounds, which leaves processor time for deploys; a switch takes up to a second. */
const pauseMs = 20;

/**
 * Starts the comparison. A round reads the public answers before and after the keyed answers: if they are equal, the
 * release was not replaced meanwhile, and the keyed answers must belong to it. Only one of the releases has the product
 * `extra`; all have the product `product`.
 */
export function startComparisons(
  { port, keys }: Pick<RunningServer, 'port' | 'keys'>,
  {
    extra,
    product,
    tier,
  }: { readonly extra: string; readonly product: string; readonly tier: string },
): Comparisons {
  const headers = { Authorization: `Bearer ${keys[tier]}` };
  const disagreements: string[] = [];
  let rounds = 0;
  let ended = false;
  let waiting: (() => void)[] = [];

  const askRound = async (client: ReturnType<typeof createClient>) => {
    const publicState = async () => {
      const list = await client('/v1/products');
      const skus = (list.json() as { products: { sku: string }[] }).products.map(({ sku }) => sku);
      const detail = await client(`/v1/products/${product}`);
      const missing = await client(`/v1/products/${extra}`);
      const { msrp } = (detail.json() as { pricing: { msrp: unknown } }).pricing;
      return { isListed: skus.includes(extra), hasDetail: missing.status === 200, msrp };
    };
    const before = await publicState();
    const keyedExtra = await client(`/v1/products/${extra}`, { headers });
    const prices = await client('/v1/products/pricing', { headers });
    const keyed = await client(`/v1/products/${product}/pricing`, { headers });
    const after = await publicState();
    if (JSON.stringify(before) !== JSON.stringify(after)) return;
    const { products } = prices.json() as { products: { sku: string; msrp: unknown }[] };
    const found = {
      isListed: products.some(({ sku }) => sku === extra),
      hasDetail: keyedExtra.status === 200,
      msrp: (keyed.json() as { msrp: unknown }).msrp,
    };
    const inCatalogue = products.find(({ sku }) => sku === product)?.msrp;
    const isSame = (one: unknown) => JSON.stringify(one) === JSON.stringify(before.msrp);
    if (JSON.stringify(found) !== JSON.stringify(before) || !isSame(inCatalogue)) {
      disagreements.push(`public ${JSON.stringify(before)}, keyed ${JSON.stringify(found)}`);
    }
  };

  const run = async () => {
    let client = createClient(port);
    while (!ended) {
      if (rounds % roundsPerClient === 0) client = createClient(port);
      const callbacks = waiting;
      waiting = [];
      await wait(pauseMs);
      await askRound(client);
      rounds += 1;
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
