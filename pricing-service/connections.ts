/** How the service keeps connections. nginx in front closes idle ones first (`infra/nginx/connections.conf`). */

/** Milliseconds that an idle connection is kept; longer than nginx does, or requests would be lost to it. */
export const keepAliveMs = 65_000;

/** Headers that a request may have in all, in bytes; nginx in front takes as much. */
export const maxHeaderBytes = 64 * 1024;
