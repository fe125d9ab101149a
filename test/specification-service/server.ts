/**
 * A specification service as `docs/specification-service.openapi.json` describes it, which can simulate failures, for
 * tests and demos (`main.ts`). Its products are in memory.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer, type ServerOptions } from 'node:https';
import type { AddressInfo } from 'node:net';
import { sha256 } from '../../build/content/sha256.ts';
import { activeProductsPath } from '../../contract/specification-service.ts';
import type { ActiveProduct } from '../../sync/source.ts';
import { type Behaviour, behaviours } from './behaviours.ts';

/** The settings of `startService`; `products` are the active products that the service lists. */
export interface ServiceSettings {
  products: readonly ActiveProduct[];
  /** The bearer token that every request needs; undefined allows all requests. */
  readonly token?: string;
  /** Certificate and key for TLS. */
  readonly tls?: Pick<ServerOptions, 'cert' | 'key'>;
  /** 0, the default, selects a free port. */
  readonly port?: number;
}

/** A received request: its headers, the behaviour that was set for its answer, and its time in epoch milliseconds. */
export interface Asked {
  readonly headers: IncomingMessage['headers'];
  readonly behaviour: Behaviour;
  readonly at: number;
}

/** A running specification service. */
export interface SpecificationService {
  /** The value for SPECIFICATION_URL; it does not change when the service stops and starts again. */
  readonly url: string;
  /** Every request so far. */
  readonly asked: readonly Asked[];
  /** Resolves when the next request comes. */
  nextAsked(): Promise<void>;
  /** Replaces the active products that the service lists. */
  list(products: readonly ActiveProduct[]): void;
  /** Sets the behaviours of the next requests, one each; the last one applies to all later requests. */
  behave(...next: readonly Behaviour[]): void;
  /**
   * Holds the next request. The function that it returns answers that request: with the products that were listed when
   * it arrived, or with a failure.
   */
  hold(): (behaviour?: Behaviour) => void;
  /** Stops listening and closes every connection. */
  leave(): Promise<void>;
  /** Listens again on the same port, after `leave`. */
  comeBack(): Promise<void>;
}

/** Starts the specification service on a loopback address; `leave` stops it. */
export async function startService(settings: ServiceSettings): Promise<SpecificationService> {
  let { products, port = 0 } = settings;
  const { token, tls } = settings;
  let coming: readonly Behaviour[] = ['well'];
  const asked: Asked[] = [];
  const held: Promise<Behaviour | undefined>[] = [];
  const waiting: (() => void)[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const [planned = 'well', ...more] = coming;
    if (more.length > 0) coming = more;
    asked.push({ headers: request.headers, behaviour: planned, at: Date.now() });
    for (const resolve of waiting.splice(0)) resolve();
    const body = bodyOf(products);
    const behaviour = (await held.shift()) ?? planned;
    if (behaviour !== 'well') behaviours[behaviour](response, body);
    else answerWell({ request, response, body, token });
  };
  let server: Server | undefined;
  const listen = async () => {
    server = tls ? createTlsServer(tls, answer) : createServer(answer);
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    ({ port } = server.address() as AddressInfo);
  };
  await listen();
  return {
    url: `${tls ? 'https' : 'http'}://localhost:${port}`,
    asked,
    nextAsked: () => new Promise((resolve) => waiting.push(resolve)),
    list(next) {
      products = next;
    },
    behave(...next) {
      coming = next;
    },
    hold() {
      let answerHeld: (behaviour?: Behaviour) => void = () => {};
      held.push(
        new Promise((resolve) => {
          answerHeld = resolve;
        }),
      );
      return answerHeld;
    },
    async leave() {
      if (server === undefined) return;
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      server = undefined;
      await closed;
    },
    comeBack: listen,
  };
}

function bodyOf(products: readonly ActiveProduct[]): string {
  return JSON.stringify({ products });
}

/** Answers as specified: 200 with `body`, 304 if the client has it, 401 for a wrong token, 404 for another path. */
function answerWell({
  request,
  response,
  body,
  token,
}: {
  request: IncomingMessage;
  response: ServerResponse;
  body: string;
  token: string | undefined;
}): void {
  if (request.url !== activeProductsPath) {
    response.writeHead(404).end();
    return;
  }
  if (token !== undefined && request.headers.authorization !== `Bearer ${token}`) {
    response.writeHead(401, { 'WWW-Authenticate': 'Bearer' }).end();
    return;
  }
  const etag = `"${sha256(body).slice(0, 16)}"`;
  if (request.headers['if-none-match'] === etag) {
    response.writeHead(304, { ETag: etag }).end();
    return;
  }
  response.writeHead(200, { 'Content-Type': 'application/json', ETag: etag }).end(body);
}
