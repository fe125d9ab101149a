/** Holds replies against the OpenAPI document that the server itself publishes. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { ExecutionContext } from 'ava';
import type { Client, Reply } from './http-client.ts';

interface Operation {
  readonly operationId: string;
  readonly responses: Readonly<Record<string, ResponseObject>>;
}

interface ResponseObject {
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly content?: Readonly<Record<string, { readonly schema: { readonly $ref: string } }>>;
}

interface Document {
  readonly paths: Readonly<Record<string, { readonly get: Operation }>>;
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
}

/** Asserts that a reply of an operation has a listed status, its headers, and a body of its schema. */
export type AssertMatches = (t: ExecutionContext, operationId: string, reply: Reply) => void;

/** Reads the document once and gives the assertion. */
export async function createOpenApiAssertion(client: Client): Promise<AssertMatches> {
  const document = (await client('/openapi.json')).json() as Document;
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  formats.default(ajv);
  ajv.addSchema({ $id: 'openapi', components: document.components });
  const operations = Object.values(document.paths).map(({ get }) => get);
  const validators = new Map<string, ValidateFunction>();
  const validatorOf = (ref: string) => {
    const known = validators.get(ref) ?? ajv.compile({ $ref: `openapi${ref}` });
    validators.set(ref, known);
    return known;
  };
  return (t, operationId, reply) => {
    const operation = operations.find((each) => each.operationId === operationId);
    const response = operation?.responses[String(reply.status)];
    if (response === undefined) {
      t.fail(`${operationId} does not list status ${reply.status}`);
      return;
    }
    for (const name of Object.keys(response.headers ?? {})) {
      // Only one of several problems of a status may bring it.
      if (reply.status >= 400 && !['Cache-Control', 'RateLimit'].includes(name)) continue;
      t.truthy(reply.headers[name.toLowerCase()], `${operationId} ${reply.status} lacks ${name}`);
    }
    if (reply.status === 304) return;
    const [mediaType = ''] = String(reply.headers['content-type']).split(';');
    const schema = response.content?.[mediaType]?.schema;
    if (schema === undefined) {
      t.fail(`${operationId} ${reply.status} does not list ${mediaType}`);
      return;
    }
    const validate = validatorOf(schema.$ref);
    t.true(validate(reply.json()), JSON.stringify(validate.errors?.slice(0, 3)));
  };
}
