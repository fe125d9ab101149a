/**
 * Limits of the HTTP connections between nginx and the service. nginx closes an idle connection earlier than the
 * service (`infra/nginx/connections.conf`).
 */

/**
 * Milliseconds after which the service closes an idle connection: later than nginx does, so that nginx never sends a
 * request on a connection that is being closed.
 */
export const keepAliveMs = 65_000;

/** Maximum size of the URL and all headers of a request together, in bytes; nginx accepts as much. */
export const maxHeaderBytes = 64 * 1024;

/**
 * Maximum milliseconds to wait for pending requests after SIGTERM: longer than nginx waits for an answer, and short
 * enough for the process to end within 10 seconds.
 */
export const stopTimeoutMs = 6000;
