/**
 * For every problem code, an example request and the response to it. The response is created by the function that the
 * servers use. The HTTP test suite sends the requests to nginx and to the embedded server, and compares their responses
 * with the examples.
 */
import { STATUS_CODES } from 'node:http';
import { allow } from '../../../contract/headers.ts';
import {
  createProblem,
  type ExtraMembers,
  extraMembers,
  problemHeaders,
} from '../../../contract/problem.ts';
import { invalidRequestDetails, type ProblemCode, problems } from '../../../contract/problems.ts';
import { rateLimitField } from '../../../contract/rate-policy.ts';

/** A request that fails, and the parts of its response that the problem code alone does not determine. */
export interface ErrorExample {
  /** HTTP method; GET by default. */
  readonly method?: string;
  /** Request target: path and query. */
  readonly target: string;
  /** Value of the `Authorization` header. `$NAME` is a shell variable that holds a key. */
  readonly authorization?: string;
  /** The `detail` of the problem document, if it is not the default text of the problem code. */
  readonly detail?: string;
  /** Additional members of the problem document. */
  readonly members?: ExtraMembers;
  /** Response headers in addition to those of every response with the problem code. */
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * An example for each problem code. The examples are valid for every catalogue: no request names an existing product.
 */
export const errorExamples: Readonly<Record<ProblemCode, ErrorExample>> = {
  route_not_found: { target: '/v1/products/' },
  method_not_allowed: {
    ...{ method: 'POST', target: '/v1/products' },
    headers: { Allow: allow.public },
  },
  invalid_request: {
    target: '/v1/products?locale=en-CA&locale=fr-CA',
    detail: invalidRequestDetails.repeatedParameter,
  },
  unsupported_locale: { target: '/v1/products?locale=fr' },
  invalid_sku: { target: '/v1/products/-100' },
  unauthorized: { target: '/v1/products/pricing', authorization: 'Basic YWNtZTpzZWNyZXQ=' },
  key_required: { target: '/v1/products/pricing' },
  invalid_key: { target: '/v1/products/pricing', authorization: 'Bearer half-a-key' },
  key_revoked: { target: '/v1/products/pricing', authorization: 'Bearer $CATALOGUE_KEY' },
  product_not_found: { target: '/v1/products/NO-SUCH-PRODUCT' },
  rate_limited: {
    target: '/v1/products',
    headers: { RateLimit: rateLimitField(0, 42), 'Retry-After': '42' },
    members: extraMembers.advisoryLimit,
  },
  upstream_unavailable: { target: '/v1/products/pricing', authorization: 'Bearer $CATALOGUE_KEY' },
  internal_error: { target: '/v1/products/pricing', authorization: 'Bearer $CATALOGUE_KEY' },
};

/** Returns the curl command that sends the request of an example. */
export function formatExampleCommand(example: ErrorExample, baseUrl: string): string {
  const { method, target, authorization } = example;
  const options = [
    ...(method === undefined ? [] : [`-X ${method}`]),
    ...(authorization === undefined ? [] : [`-H "Authorization: ${authorization}"`]),
  ];
  return ['curl -i', ...options, `'${baseUrl}${target}'`].join(' ');
}

/**
 * Returns the response to the example request of a problem code: status, problem document, and headers. The headers are
 * those that depend on the code or the example; headers that every response of the route has are omitted.
 */
export function createExampleResponse(code: ProblemCode, baseUrl: string) {
  const { target, detail, members, headers } = errorExamples[code];
  return {
    status: problems[code].status,
    headers: { ...problemHeaders(code), ...headers },
    problem: createProblem(code, { baseUrl, requestTarget: target, detail, members }),
  };
}

/** Returns the response to the example request of a problem code as an HTTP/1.1 message with indented JSON. */
export function formatExampleResponse(code: ProblemCode, baseUrl: string): string {
  const { status, headers, problem } = createExampleResponse(code, baseUrl);
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    ...head,
    '',
    JSON.stringify(problem, null, 2),
  ].join('\n');
}
