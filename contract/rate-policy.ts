/**
 * The two rate limits and their header fields (spec, "Limits"; draft-ietf-httpapi-ratelimit-headers-10).
 * `infra/nginx/lua/contract.lua` is generated from this file.
 */

/** The limit in the headers: a fixed window per client, which begins with its first request (decision 7). */
export const advisoryLimit = { name: 'default', quota: 600, windowSeconds: 60 } as const;

/** Protects the infrastructure: a leaky bucket for all routes. */
export const hardLimit = { requestsPerSecond: 100, burst: 200, retryAfterSeconds: 1 } as const;

/** The `RateLimit-Policy` field: `"default";q=600;w=60`. */
export const rateLimitPolicyField = `"${advisoryLimit.name}";q=${advisoryLimit.quota};w=${advisoryLimit.windowSeconds}`;

/** Returns the `RateLimit` field: remaining requests (at least 0), and whole seconds until the window ends. */
export function rateLimitField(remaining: number, resetSeconds: number): string {
  return `"${advisoryLimit.name}";r=${Math.max(0, remaining)};t=${resetSeconds}`;
}
