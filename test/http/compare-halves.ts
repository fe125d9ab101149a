/** A client that repeatedly compares public and keyed answers of one edge: both must come from the same release. */
import { setTimeout as wait } from 'node:timers/promises';
import { createClient } from '../helpers/http-client.ts';
import type { RunningServer } from '../helpers/running-server.ts';

/** A running comparison of public and keyed answers. */
export interface Comparisons {
  /** Resolves at the end of a round that began after the call. */
  anotherRound(): Promise<void>;
  /** Ends the comparison. Returns the number of rounds, and a line for each round with different answers. */
  stop(): Promise<{ readonly rounds: number; readonly disagreements: readonly string[] }>;
}

/** After this number of rounds the client is replaced by one with another address, so that it reaches no rate limit. */
const roundsPerClient = 20;

/**
 * Pause between two rounds in milliseconds. It leaves processor time for deploys, and is short compared with the up to
 * one second in which the servers switch to a new release.
 */
const pauseMs = 20;

/**
 * Starts the comparison in rounds. A round reads the public answers, the keyed answers, and the public answers again.
 * If both public readings are equal, the release was not replaced meanwhile, and the keyed answers must agree with
 * them. All releases have the product `product`, only some have the product `extra`. The keyed requests use the key of
 * `tier`.
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
