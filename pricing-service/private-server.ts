/** The server of the private port: metrics, liveness and readiness for the machine. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Registry } from 'prom-client';
import type { Log } from './log.ts';

export interface PrivateServerParts {
  readonly registry: Registry;
  /** Undefined if the service is ready. */
  readonly whyNotReady: () => Promise<string | undefined>;
  readonly log: Log;
}

/**
 * Creates the server, without listening: `/live` 200, `/ready` 200 or 503, `/metrics`, else 404.
 */
export function createPrivateServer(parts: PrivateServerParts): Server {
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
  { registry, whyNotReady }: PrivateServerParts,
): Promise<void> {
  if (url === '/live') return sendText(response, 200, 'live');
  if (url === '/ready') {
    const reason = await whyNotReady();
    return sendText(response, reason === undefined ? 200 : 503, reason ?? 'ready');
  }
  if (url !== '/metrics') return sendText(response, 404, 'try /live, /ready or /metrics');
  const text = await registry.metrics();
  response.setHeader('Content-Type', registry.contentType);
  response.end(text);
}

function sendText(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'Content-Type': 'text/plain', 'Cache-Control': 'no-store' });
  response.end(`${text}\n`);
}
