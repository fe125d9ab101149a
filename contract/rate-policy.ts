/**
 * The two rate limits and their header fields (specification, "Limits";
 * draft-ietf-httpapi-ratelimit-headers-10). `infra/nginx/lua/contract.lua` is generated from this file.
 */

/**
 * The advisory limit of the product routes (`countedPaths`), which the `RateLimit` headers announce: 600 requests per
 * client (an IPv4 address or an IPv6 /64) in a window of 60 seconds. A window begins with the client's first request
 * after the end of the previous window (decisions.md, "Limits count each client").
 */
export const advisoryLimit = { name: 'default', quota: 600, windowSeconds: 60 } as const;

/** The limit that protects the infrastructure: one leaky bucket per client, for all routes together. */
export const hardLimit = { requestsPerSecond: 100, burst: 200, retryAfterSeconds: 1 } as const;

/** Value of the `RateLimit-Policy` field: `"default";q=600;w=60`. */
export const rateLimitPolicyField = `"${advisoryLimit.name}";q=${advisoryLimit.quota};w=${advisoryLimit.windowSeconds}`;

/**
 * Returns the value of the `RateLimit` field, such as `"default";r=599;t=60`: the remaining requests (0 if `remaining`
 * is negative), and the seconds until the window ends, which the caller rounds.
 */
export function rateLimitField(remaining: number, resetSeconds: number): string {
  return `"${advisoryLimit.name}";r=${Math.max(0, remaining)};t=${resetSeconds}`;
}
