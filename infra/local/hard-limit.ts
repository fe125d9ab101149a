/**
 * The hard limit of the embedded server, which protects it from too many requests: a leaky bucket for each client, as
 * in nginx's `limit_req … nodelay`. If a client sends requests back to back, the first `burst` + 1 pass.
 */
import { LRUCache } from 'lru-cache';
import { hardLimit } from '../../contract/rate-policy.ts';

interface Bucket {
  excess: number;
  countedAt: number;
}

const maxClients = 10_000;

/**
 * Returns a function that decides whether a request of `client` is allowed. It returns true and counts the request, or
 * returns false, without counting, if the client exceeds the limit. `client` is a key from `toClient`: an IPv4 address
 * or an IPv6 /64 network. `clock` returns monotonic milliseconds.
 */
export function createHardLimit(clock: () => number): (client: string) => boolean {
  const { requestsPerSecond, burst } = hardLimit;
  const buckets = new LRUCache<string, Bucket>({ max: maxClients });
  return (client) => {
    const now = clock();
    const bucket = buckets.get(client);
    if (bucket === undefined) {
      buckets.set(client, { excess: 0, countedAt: now });
      return true;
    }
    const leaked = ((now - bucket.countedAt) / 1000) * requestsPerSecond;
    const excess = Math.max(0, bucket.excess - leaked + 1);
    if (excess > burst) return false;
    bucket.excess = excess;
    bucket.countedAt = now;
    return true;
  };
}
