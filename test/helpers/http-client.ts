/** HTTP clients of the tests: real connections, each client from its own loopback address. */
import { connect } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { Agent } from 'undici';

/** A complete HTTP reply. */
export interface Reply {
  readonly status: number;
  /** Name in lower case → value; a list for a header that was sent more than once. */
  readonly headers: Record<string, string | string[] | undefined>;
  /** The body as received, possibly compressed. */
  readonly bytes: Buffer;
  /** The body after decompression, which takes place when `text` is first read. */
  readonly text: string;
  /** Parses the body as JSON; throws when it is invalid. */
  json(): unknown;
}

/** Method (GET by default) and headers of a request. */
export interface RequestOptions {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string | string[]>>;
}

/** Sends a request for a path and query to one server. */
export type Client = (path: string, options?: RequestOptions) => Promise<Reply>;

let clients = 0;

/**
 * Returns a loopback address that no other client of this process has, such as `127.1.0.1`, because servers apply rate
 * limits to each address. There are about 16 million.
 */
export function nextAddress(): string {
  clients += 1;
  return `127.${1 + (clients >> 16)}.${(clients >> 8) & 255}.${clients & 255}`;
}

/**
 * Creates a client with its own loopback address: rate limits count by address, so tests do not limit each
 * other.
 */
export function createClient(port: number, localAddress = nextAddress()): Client {
  // The agent closes an idle connection before any server does, so that no request is sent on a closing connection.
  const idle = { keepAliveTimeout: 1000, keepAliveMaxTimeout: 1000 };
  // Several tests send hundreds of requests at once. With a connection for each, they overflow the
  // server's queue of 511 connections that it has not accepted yet, and Linux resets some of them.
  const agent = new Agent({ localAddress, ...idle, connections: 64 });
  return async (path, { method = 'GET', headers = {} } = {}) => {
    const reply = await agent.request({
      origin: `http://127.0.0.1:${port}`,
      path,
      method: method as 'GET',
      headers: { ...headers },
    });
    const bytes = Buffer.from(await reply.body.arrayBuffer());
    const coding = String(reply.headers['content-encoding'] ?? 'identity');
    // A HEAD and a 304 may name the coding of a body that they do not have.
    let decoded: string | undefined;
    const text = () => {
      decoded ??= (bytes.length === 0 ? bytes : decode(bytes, coding)).toString('utf8');
      return decoded;
    };
    return {
      status: reply.statusCode,
      headers: reply.headers,
      bytes,
      get text() {
        return text();
      },
      json: () => JSON.parse(text()) as unknown,
    };
  };
}

/**
 * Decompresses a body that has the content coding `gzip` or `br`; returns any other body unchanged.
 */
export function decode(bytes: Buffer, coding = 'identity'): Buffer {
  if (coding === 'gzip') return gunzipSync(bytes);
  if (coding === 'br') return brotliDecompressSync(bytes);
  return bytes;
}

/**
 * Sends bytes unchanged over a new connection. Returns all bytes that are received until the connection closes, as
 * Latin-1 text: one character per byte.
 */
export function sendRaw(port: number, bytes: string | Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    const received: Buffer[] = [];
    const socket = connect({ port, host: '127.0.0.1', localAddress: nextAddress() });
    socket.on('data', (data) => received.push(data));
    socket.on('close', () => resolve(Buffer.concat(received).toString('latin1')));
    socket.on('error', (error) => {
      // A server may close at once on bad input; what it said before counts.
      if (received.length === 0) reject(error);
    });
    socket.write(bytes);
  });
}
