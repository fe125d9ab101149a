/** A failing catalogue for the samples of the guide. The first segment of the path selects the failure. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Teardown } from '../../helpers/teardown.ts';

/** Base URLs to give to a sample. */
export interface FailingCatalogue {
  /** Every answer is cut off in the middle of its body. */
  readonly breaking: string;
  /** Lists two products; the detail of one is a 404. */
  readonly lacking: string;
  /** Every answer is an error with this status. */
  refusing(status: number): string;
}

const detail = '{"sku":"HERE"}';

/** Starts it on a free port; it ends with the test. */
export async function startFailingCatalogue(t: Teardown): Promise<FailingCatalogue> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    breaking: `${base}/breaking`,
    lacking: `${base}/lacking`,
    refusing: (status) => `${base}/${status}`,
  };
}

function answer({ url = '', headers }: IncomingMessage, response: ServerResponse): void {
  const [, day = '', ...route] = url.split('/');
  if (day === 'breaking') {
    response.writeHead(200, { ETag: '"broken"', 'Content-Length': 1000 });
    response.write('[{"sku":', () => response.destroy());
  } else if (day !== 'lacking') {
    response.writeHead(Number(day)).end('{"error":"not now"}');
  } else if (route.join('/').startsWith('v1/sync/')) {
    response.setHeader('ETag', '"lacking"').end(listing(`http://${headers.host}/lacking`));
  } else if (route.at(-1) === 'HERE') {
    response.end(detail);
  } else {
    response.writeHead(404).end('{}');
  }
}

function listing(base: string): string {
  const revision = createHash('sha256').update(detail).digest('hex').slice(0, 16);
  const item = (sku: string) => ({ sku, url: `${base}/v1/products/${sku}`, revision });
  return JSON.stringify(['AWAY', 'HERE'].map(item));
}
