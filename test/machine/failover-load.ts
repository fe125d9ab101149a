/**
 * Sends continuous requests to a running service, with keys that are in its cache and with keys that are not.
 */
import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { createClient } from '../helpers/http-client.ts';
import { bearer, detailPath } from '../helpers/pricing-app.ts';

/** A request that was sent, and its answer. */
export interface Asked {
  /** Monotonic milliseconds at which the request was sent. */
  readonly at: number;
  /** Milliseconds until the answer was received. */
  readonly took: number;
  readonly status: number;
  /** True if the answer contains net prices of the key's tier. */
  readonly isNet: boolean;
  /** True if the request had one of the `known` keys, which the service has cached. */
  readonly isKnown: boolean;
}

export interface Load {
  readonly asked: readonly Asked[];
  /**
   * Resolves with the first answer 200 to a request with a key of `fresh` that is sent from now on. Rejects if every
   * such key has got its 200.
   */
  readonly served: () => Promise<Asked>;
  stop(): Promise<void>;
}

/**
 * Sends a request with each key of `known`, so that the service caches these keys, then resolves. From then on sends
 * requests with the `known` keys in turn, and meanwhile with one `fresh` key after another, each until its first 200.
 */
export async function startFailoverLoad(
  port: number,
  { known, fresh }: { readonly known: readonly string[]; readonly fresh: readonly string[] },
): Promise<Load> {
  const asked: Asked[] = [];
  const waiting = new Set<(asked: Asked | undefined) => void>();
  let stopped = false;
  let areAllSeen = false;

  async function ask(client: ReturnType<typeof createClient>, key: string, isKnown: boolean) {
    const at = performance.now();
    const reply = await client(`${detailPath}/pricing`, { headers: bearer(key) });
    const isNet = reply.text.includes('"priceTier":"A3"') && reply.text.includes('"net"');
    const { status } = reply;
    const one = { at, took: performance.now() - at, status, isNet, isKnown };
    asked.push(one);
    if (status === 200 && !isKnown) for (const resolve of waiting) resolve(one);
    return one;
  }

  async function askKnown(): Promise<void> {
    const client = createClient(port);
    for (let turn = 0; !stopped; turn += 1) {
      await ask(client, known[turn % known.length] ?? '', true);
      await wait(2);
    }
  }

  async function askFresh(): Promise<void> {
    const client = createClient(port);
    for (const key of fresh) {
      if (stopped) return;
      while (!stopped && (await ask(client, key, false)).status !== 200) await wait(10);
      await wait(20);
    }
    areAllSeen = true;
    for (const resolve of waiting) resolve(undefined);
  }

  for (const key of known) await ask(createClient(port), key, true);
  const asking = [askKnown(), askKnown(), askFresh()];
  return {
    asked,
    served() {
      const from = performance.now();
      return new Promise((resolve, reject) => {
        const look = (one: Asked | undefined) => {
          if (one === undefined) return reject(new Error('every key has been seen'));
          if (one.at < from) return;
          waiting.delete(look);
          resolve(one);
        };
        if (areAllSeen) look(undefined);
        else waiting.add(look);
      });
    },
    async stop() {
      stopped = true;
      await Promise.all(asking);
    },
  };
}
