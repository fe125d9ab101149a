/**
 * The subject of the HTTP suite: the running server that its topics (groups of tests) test, and helpers of these tests.
 */
import type { ExecutionContext, SerialFn } from 'ava';
import type { Locale } from '../../../contract/locales.ts';
import { type ProductList, productListSchema } from '../../../contract/schemas/list.ts';
import { type Client, createClient, type Reply } from '../../helpers/http-client.ts';
import { createOpenApiCheck, type OpenApiCheck } from '../../helpers/openapi.ts';
import type { RunningServer } from '../../helpers/running-server.ts';

/** The server that the suite tests, and the check of its answers against its OpenAPI document. */
export interface Subject {
  readonly server: RunningServer;
  /** The folder for the server's temporary files, which contains the folder of its run. */
  readonly temporary: string;
  readonly check: OpenApiCheck;
}

/**
 * A function that registers the tests of one topic. `subject` returns the server under test and its OpenAPI document;
 * it may be called only inside tests, because the server starts after the tests are registered.
 */
export type Topic = (test: SerialFn, subject: () => Subject) => void;

/** Reads the OpenAPI document of a server and returns the subject of its tests. */
export async function createSubject(server: RunningServer, temporary: string): Promise<Subject> {
  return { server, temporary, check: await createOpenApiCheck(createClient(server.port)) };
}

/**
 * Returns a separate client for one test. Checks every answer to its GET requests against the OpenAPI document; a
 * mismatch throws.
 */
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

/** Requests the product list of a locale. Throws if the answer does not match its schema. */
export async function readList(client: Client, locale: Locale): Promise<ProductList> {
  return productListSchema.parse((await client(`/v1/products?locale=${locale}`)).json());
}

/** Asserts that a reply is a problem document with the expected code, status and instance. */
export function assertProblem(
  t: ExecutionContext,
  { server }: Subject,
  reply: Reply,
  expected: { code: string; status: number; instance: string },
): void {
  const { code, status, instance } = expected;
  t.is(reply.status, status, `${instance}: ${reply.text}`);
  t.is(reply.headers['content-type'], 'application/problem+json');
  const body = reply.json() as Record<string, unknown>;
  t.like(body, { code, status, instance, type: `${server.address}/docs/errors#error-${code}` });
  t.is(typeof body['title'], 'string');
  t.is(typeof body['detail'], 'string');
}
