/**
 * The two limits of the embedded server, which count as nginx does (`infra/nginx/lua/limits.lua`, `limit_req`). A client
 * is an IPv4 address or the /64 network of an IPv6 address, as a text from `toClient`.
 */
import { LRUCache } from 'lru-cache';
import { advisoryLimit, hardLimit } from '../../contract/rate-policy.ts';

/** The state of a client's quota after a request was counted. */
export interface Allowance {
  /** Requests left in the window, never below zero. */
  readonly remaining: number;
  /** Whole seconds until the window ends, at least 1. */
  readonly resetSeconds: number;
  /** True if the counted request exceeds the quota; the server must then refuse it. */
  readonly exceeded: boolean;
}

const maxClients = 10_000;

/**
 * Returns a function that counts a request of a client towards the advisory limit, which the `RateLimit` headers
 * announce: a quota for a window that begins with the client's first request. `clock` returns monotonic milliseconds.
 */
export function createAdvisoryLimit(clock: () => number): (client: string) => Allowance {
  const { quota, windowSeconds } = advisoryLimit;
  const windows = new LRUCache<string, { used: number; readonly endsAt: number }>({
    max: maxClients,
  });
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

/**
 * Returns a function that returns true and counts a request if the hard limit allows it, a leaky bucket for each client:
 * of requests sent back to back, the first `burst` + 1 pass. `clock` returns monotonic milliseconds.
 */
export function createHardLimit(clock: () => number): (client: string) => boolean {
  const { requestsPerSecond, burst } = hardLimit;
  const buckets = new LRUCache<string, { readonly excess: number; readonly countedAt: number }>({
    max: maxClients,
  });
  return (client) => {
    const now = clock();
    const { excess: before = -1, countedAt = now } = buckets.get(client) ?? {};
    const leaked = ((now - countedAt) / 1000) * requestsPerSecond;
    const excess = Math.max(0, before - leaked + 1);
    if (excess > burst) return false;
    buckets.set(client, { excess, countedAt: now });
    return true;
  };
}

/**
 * Returns the client to which an IP address belongs: the IPv4 address, or the first four groups of an IPv6 address.
 * IPv4-mapped IPv6 counts as IPv4; otherwise a dual-stack socket would put every IPv4 client into one /64.
 */
export function toClient(address: string): string {
  const [, mapped] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address) ?? [];
  if (mapped !== undefined) return mapped;
  if (!address.includes(':')) return address;
  const [head = '', tail = ''] = address.split('::');
  const [first, last] = [head, tail].map((part) => part.split(':').filter(Boolean)) as [
    string[],
    string[],
  ];
  const zeros = Array.from({ length: 8 - first.length - last.length }, () => '0');
  return [...first, ...zeros, ...last].slice(0, 4).join(':');
}
