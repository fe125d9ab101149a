/**
 * A server that fails, for tests of the samples of the guide. The first segment of a request path selects the failure.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Teardown } from '../../helpers/teardown.ts';

/** The base URLs of a server that always fails: a sample that requests one of them gets the failure. */
export interface FailingCatalogue {
  /** Base URL below which every answer is cut off in the middle of its body. */
  readonly breaking: string;
  /** Returns the base URL below which every answer is an error with this status. */
  refusing(status: number): string;
}

/**
 * Starts the failing catalogue on a free port until the test ends; returns a base URL for each failure.
 */
export async function startFailingCatalogue(t: Teardown): Promise<FailingCatalogue> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { breaking: `${base}/breaking`, refusing: (status) => `${base}/${status}` };
}

function answer({ url = '' }: IncomingMessage, response: ServerResponse): void {
  const [, failure = ''] = url.split('/');
  if (failure === 'breaking') {
    response.writeHead(200, { ETag: '"broken"', 'Content-Length': 1000 });
    response.write('[{"sku":', () => response.destroy());
  } else {
    response.writeHead(Number(failure)).end('{"error":"not now"}');
  }
}
