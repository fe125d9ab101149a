/** Compares replies with the OpenAPI document that the server itself publishes. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { pathOf } from '../../contract/problem.ts';
import { decodePath } from '../../contract/query.ts';
import type { Client, Reply } from './http-client.ts';

interface Operation {
  readonly operationId: string;
  readonly security: readonly object[];
  readonly responses: Readonly<Record<string, ResponseObject>>;
}

interface ResponseObject {
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly content?: Readonly<Record<string, MediaType>>;
}

interface MediaType {
  readonly schema: { readonly $ref: string } | { readonly type: string };
  /** Examples by name; for a problem, the names are the error codes. */
  readonly examples?: Readonly<Record<string, unknown>>;
}

interface Document {
  readonly paths: Readonly<Record<string, { readonly get: Operation }>>;
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
}

/**
 * Compares the reply to a GET of `path` with the OpenAPI document. Returns the first deviation as text, such as
 * `list 200 lacks ETag`; undefined if the reply matches or the document does not have the path.
 */
export type OpenApiCheck = (path: string, reply: Reply) => string | undefined;

/** Reads the OpenAPI document of the client's server once, and returns the check of replies against it. */
export async function createOpenApiCheck(client: Client): Promise<OpenApiCheck> {
  const { paths, components } = (await client('/openapi.json')).json() as Document;
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  formats.default(ajv);
  ajv.addSchema({ $id: 'openapi', components });
  const validators = new Map<string, ValidateFunction>();
  const validatorOf = (ref: string) => {
    const known = validators.get(ref) ?? ajv.compile({ $ref: `openapi${ref}` });
    validators.set(ref, known);
    return known;
  };
  // A literal path is more exact than a template, so it is looked at first.
  const operations = Object.entries(paths)
    .sort(([a], [b]) => Number(a.includes('{')) - Number(b.includes('{')))
    .map(([template, { get }]) => ({ expression: toExpression(template), operation: get }));

  return (path, reply) => {
    const decoded = decodePath(pathOf(path));
    const match = operations.find(({ expression }) => expression.test(decoded));
    if (match === undefined) return undefined;
    const { operationId, responses, security } = match.operation;
    const takesKey = security.length > 1;
    const response = responses[String(reply.status)];
    if (response === undefined) return `${operationId} does not list status ${reply.status}`;
    const lacking = Object.keys(response.headers ?? {}).filter(
      (name) => isAlwaysSent(name, { takesKey }) && !reply.headers[name.toLowerCase()],
    );
    if (lacking.length > 0) return `${operationId} ${reply.status} lacks ${lacking.join(', ')}`;
    if (reply.status === 304) return undefined;
    const mediaType = String(reply.headers['content-type']);
    const listed = response.content?.[mediaType];
    if (listed === undefined) return `${operationId} ${reply.status} does not list ${mediaType}`;
    // A body without a named schema is a CSV table or JSON Lines, which separate tests read.
    if (!('$ref' in listed.schema)) return undefined;
    const { schema, examples = {} } = listed;
    const body: unknown = mediaType.startsWith('text/') ? reply.text : reply.json();
    const { code } = body as { code?: string };
    if (code !== undefined && !(code in examples)) return `${operationId} does not list ${code}`;
    const validate = validatorOf(schema.$ref);
    if (validate(body)) return undefined;
    return `${operationId} ${reply.status}: ${JSON.stringify(validate.errors?.slice(0, 3))}`;
  };
}

/**
 * Headers that the document lists for a status although only some answers with this status have them.
 */
const sentWithSome = new Set([
  ...['Allow', 'Content-Disposition', 'Retry-After', 'WWW-Authenticate', 'X-Test-Key'],
]);

/**
 * Returns true if every answer with a status must have the header `name`, which the document lists for it. False for
 * headers in `sentWithSome`, and for CORS headers of a route that takes an API key, because they depend on the key.
 */
function isAlwaysSent(name: string, { takesKey }: { takesKey: boolean }): boolean {
  return !sentWithSome.has(name) && !(takesKey && name.startsWith('Access-Control-'));
}

function toExpression(template: string): RegExp {
  return new RegExp(`^${template.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`);
}
