/** The subject of the HTTP suite: the running server that its topics (groups of tests) test, and helpers of the tests. */
import type { ExecutionContext } from 'ava';
import type { Locale } from '../../../contract/locales.ts';
import type { ProductList } from '../../../contract/schemas/list.ts';
import { type Client, createClient, type Reply, sendRaw } from '../../helpers/http-client.ts';
import { createOpenApiCheck, type OpenApiCheck } from '../../helpers/openapi.ts';
import type { RunningServer } from '../../helpers/running-server.ts';

/** The server that the suite tests, and the check of its answers against its OpenAPI document. */
export interface Subject {
  readonly server: RunningServer;
  /** The folder for the server's temporary files, which contains the folder of its run. */
  readonly temporary: string;
  readonly check: OpenApiCheck;
}

/** Registers a test. */
export type Register = (title: string, run: (t: ExecutionContext) => Promise<void>) => void;

/** A function that registers the tests of one topic. `subject` may be called only inside tests. */
export type Topic = (test: Register, subject: () => Subject) => void;

/** Reads the OpenAPI document of a server and returns the subject of its tests. */
export async function createSubject(server: RunningServer, temporary: string): Promise<Subject> {
  return { server, temporary, check: await createOpenApiCheck(createClient(server.port)) };
}

/** Returns a client for one test, which checks every answer to GET against the OpenAPI document and throws. */
export function clientOf({ server, check }: Subject): Client {
  const client = createClient(server.port);
  return async (path, options = {}) => {
    const reply = await client(path, options);
    const fault = (options.method ?? 'GET') === 'GET' ? check(path, reply) : undefined;
    if (fault !== undefined) throw new Error(`${path}: ${fault}`);
    return reply;
  };
}

/** Returns the request options that send a demo key, given by its label, such as `A3` or `revoked`. */
export function withKey({ server }: Subject, label: string): { headers: Record<string, string> } {
  return { headers: { Authorization: `Bearer ${server.keys[label]}` } };
}

/** Requests the product list of a locale. */
export async function readList(client: Client, locale: Locale): Promise<ProductList> {
  return (await client(`/v1/products?locale=${locale}`)).json() as ProductList;
}

/** Sends lines of a request head over a connection of its own; returns the status, the head and the body. */
export async function askRaw({ server }: Subject, lines: string, content = '') {
  const request = Buffer.from(`${lines}\r\nConnection: close\r\n\r\n${content}`, 'latin1');
  const [head = '', body = ''] = (await sendRaw(server.port, request)).split('\r\n\r\n');
  return { status: Number(head.split(' ')[1]), head: `${head}\r\n`, body };
}

/** Asserts that a reply is a problem document with the expected code, status and instance. */
export function assertProblem(
  t: ExecutionContext,
  reply: Reply,
  expected: { code: string; status: number; instance: string },
): void {
  t.is(reply.status, expected.status, `${expected.instance}: ${reply.text}`);
  t.is(reply.headers['content-type'], 'application/problem+json');
  t.like(reply.json() as object, expected);
}
