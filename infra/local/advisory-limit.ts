/**
 * The advisory limit of the embedded server, which the `RateLimit` headers announce: a quota of requests for each
 * client in a window of fixed length. The window begins with the client's first request, as in
 * `infra/nginx/lua/limits.lua`.
 */
import { LRUCache } from 'lru-cache';
import { advisoryLimit } from '../../contract/rate-policy.ts';

/** The state of a client's quota after a request was counted. */
export interface Allowance {
  /** Requests left in the window, never below zero. */
  readonly remaining: number;
  /** Whole seconds until the window ends, at least 1. */
  readonly resetSeconds: number;
  /** True if the counted request exceeds the quota; the server must then refuse it. */
  readonly exceeded: boolean;
}

interface Window {
  used: number;
  readonly endsAt: number;
}

const maxClients = 10_000;

/**
 * Returns a function that counts a request of `client` and returns the state of that client's quota. `client` is a key
 * from `toClient`: an IPv4 address or an IPv6 /64 network. `clock` returns monotonic milliseconds.
 */
export function createAdvisoryLimit(clock: () => number): (client: string) => Allowance {
  const { quota, windowSeconds } = advisoryLimit;
  const windows = new LRUCache<string, Window>({ max: maxClients });
  return (client) => {
    const now = clock();
    let window = windows.get(client);
    if (window === undefined || window.endsAt <= now) {
      window = { used: 0, endsAt: now + windowSeconds * 1000 };
      windows.set(client, window);
    }
    window.used += 1;
    return {
      remaining: Math.max(0, quota - window.used),
      // `clock` returns fractions: rounding must not make a full window one second longer.
      resetSeconds: Math.min(windowSeconds, Math.ceil((window.endsAt - now) / 1000)),
      exceeded: window.used > quota,
    };
  };
}
