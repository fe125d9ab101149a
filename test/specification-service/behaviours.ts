/** Every failure of the specification service that tests can simulate, by name. */
import type { ServerResponse } from 'node:http';

const json = { 'Content-Type': 'application/json' };

type Misbehave = (response: ServerResponse, body: string) => void;

const table = {
  'slow headers': () => {},
  'slow body'(response, body) {
    response.writeHead(200, { ...json, 'Content-Length': body.length });
    response.write(body.slice(0, 10));
  },
  // Endless white space, which is a valid beginning of JSON.
  'body by drops'(response) {
    response.writeHead(200, json);
    const drops = setInterval(() => response.write(' '), 20);
    response.once('close', () => clearInterval(drops));
  },
  'half a body'(response, body) {
    response.writeHead(200, { ...json, 'Content-Length': body.length });
    response.write(body.slice(0, body.length / 2), () => response.destroy());
  },
  'half a body, said to be all'(response, body) {
    response.writeHead(200, { ...json, Connection: 'close' });
    response.end(body.slice(0, body.length / 2));
  },
  'no JSON'(response) {
    response.writeHead(200, { 'Content-Type': 'text/html' }).end('<h1>It works!</h1>');
  },
  'another shape'(response) {
    response.writeHead(200, json).end('{"products":[{"sku":"TEE-1","companies":"north-shop"}]}');
  },
  'a SKU twice'(response) {
    const product = { sku: 'TEE-1', companies: ['north-shop'] };
    response.writeHead(200, json).end(JSON.stringify({ products: [product, product] }));
  },
  'error 500'(response) {
    response.writeHead(500).end('{"products":[]}');
  },
  'error 404'(response) {
    response.writeHead(404).end();
  },
  'too many, a second'(response) {
    response.writeHead(429, { 'Retry-After': '1' }).end();
  },
  'too many, an hour'(response) {
    response.writeHead(429, { 'Retry-After': '3600' }).end();
  },
  'too many, thirty years'(response) {
    response.writeHead(429, { 'Retry-After': '999999999' }).end();
  },
  'redirect to another host'(response) {
    response.writeHead(302, { Location: 'http://127.0.0.2:9/active-products?secret=1' }).end();
  },
  'redirect without a location'(response) {
    response.writeHead(302).end();
  },
  '304 unasked'(response) {
    response.writeHead(304).end();
  },
  '50 MB'(response) {
    response.writeHead(200, json);
    const piece = Buffer.alloc(1_000_000, ' ');
    let sent = 0;
    const send = () => {
      while (sent < 50 && !response.destroyed) {
        sent += 1;
        if (!response.write(piece)) {
          response.once('drain', send);
          return;
        }
      }
      response.end('{"products":[]}');
    };
    send();
  },
  'no HTTP'(response) {
    response.socket?.end('SSH-2.0-OpenSSH_9.2\r\n');
  },
} satisfies Record<string, Misbehave>;

/** The name of a failure. */
export type Misbehaviour = keyof typeof table;
/** How the service answers a request: with a failure, or as specified (`well`). */
export type Behaviour = Misbehaviour | 'well';

/** For each failure, a function that answers a request with it; `body` is the correct response body. */
export const behaviours: Readonly<Record<Misbehaviour, Misbehave>> = table;
