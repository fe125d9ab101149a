/** How the service keeps connections. nginx in front closes idle ones first (`infra/nginx/connections.conf`). */

/** Milliseconds that an idle connection is kept; longer than nginx does, or requests would be lost to it. */
export const keepAliveMs = 65_000;

/** Headers that a request may have in all, in bytes; nginx in front takes as much. */
export const maxHeaderBytes = 64 * 1024;

/**
 * Milliseconds that requests under way have to end when the service stops: longer than nginx waits for an
 * answer, and short enough that the process has ended after 10 seconds.
 */
export const stopPatienceMs = 6000;
