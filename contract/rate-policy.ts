/**
 * The two limits and the text of their header fields (spec, "Limits";
 * draft-ietf-httpapi-ratelimit-headers-10). The draft may rename parameters: they are written here
 * and, for nginx, in `infra/nginx/lua/contract.lua`, which is generated from here.
 */

/** Told to clients: a fixed window per client, begun by its first request (decision 7). */
export const advisoryLimit = { name: 'default', quota: 600, windowSeconds: 60 } as const;

/** Protects the infrastructure: a leaky bucket, over every route. */
export const hardLimit = { requestsPerSecond: 100, burst: 200, retryAfterSeconds: 1 } as const;

/** The constant `RateLimit-Policy` field: `"default";q=600;w=60`. */
export const rateLimitPolicyField = `"${advisoryLimit.name}";q=${advisoryLimit.quota};w=${advisoryLimit.windowSeconds}`;

/** The `RateLimit` field: requests left, never below zero, and whole seconds until the window ends. */
export function rateLimitField(remaining: number, resetSeconds: number): string {
  return `"${advisoryLimit.name}";r=${Math.max(0, remaining)};t=${resetSeconds}`;
}
