/**
 * The private port: what the machine that runs the service asks it, and nobody else. Liveness and
 * readiness are two questions (decision 39).
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Registry } from 'prom-client';
import type { Log } from '../log.ts';

export interface PrivateParts {
  readonly registry: Registry;
  /** Returns why the service is not ready, or undefined if it is. */
  readonly whyNotReady: () => Promise<string | undefined>;
  readonly log: Log;
}

/**
 * Creates the server; it does not listen yet. `/live` is 200 whenever the event loop turns, `/ready` 200
 * or 503 with the reason, `/metrics` Prometheus's text format; everything else is 404.
 */
export function createPrivateServer(parts: PrivateParts): Server {
  return createServer((request, response) => {
    answer(request, response, parts).catch((error: unknown) => {
      parts.log.error('metrics_failed', error);
      response.destroy();
    });
  });
}

async function answer(
  { url }: IncomingMessage,
  response: ServerResponse,
  { registry, whyNotReady }: PrivateParts,
): Promise<void> {
  if (url === '/live') return say(response, 200, 'live');
  if (url === '/ready') {
    const reason = await whyNotReady();
    return say(response, reason === undefined ? 200 : 503, reason ?? 'ready');
  }
  if (url !== '/metrics') return say(response, 404, 'try /live, /ready or /metrics');
  const text = await registry.metrics();
  response.setHeader('Content-Type', registry.contentType);
  response.end(text);
}

function say(response: ServerResponse, status: number, word: string): void {
  response.writeHead(status, { 'Content-Type': 'text/plain', 'Cache-Control': 'no-store' });
  response.end(`${word}\n`);
}
