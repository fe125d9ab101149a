/**
 * A request for every problem code, and the answer to it: made by the renderer that the servers' own
 * answers come from. The HTTP suite sends the requests to both servers and compares.
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

export interface ErrorExample {
  /** GET unless told. */
  readonly method?: string;
  readonly target: string;
  /** Value of the `Authorization` header; a name with a dollar is whose key is sent. */
  readonly authorization?: string;
  /** The exact reason, where there are several. */
  readonly detail?: string;
  /** Members that the document has besides those of every problem. */
  readonly members?: ExtraMembers;
  /** Headers that the answer has besides those of its code. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** The same for every catalogue: no product, company or key has to exist. */
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
  key_revoked: { target: '/v1/products/pricing', authorization: 'Bearer $REVOKED_KEY' },
  product_not_found: { target: '/v1/products/NO-SUCH-PRODUCT' },
  rate_limited: {
    target: '/v1/products',
    headers: { RateLimit: rateLimitField(0, 42), 'Retry-After': '42' },
    members: extraMembers.advisoryLimit,
  },
  upstream_unavailable: { target: '/v1/products/pricing', authorization: 'Bearer $CATALOGUE_KEY' },
  internal_error: { target: '/v1/products/pricing', authorization: 'Bearer $CATALOGUE_KEY' },
};

/** The request as a command. */
export function formatExampleCommand(example: ErrorExample, baseUrl: string): string {
  const { method, target, authorization } = example;
  const options = [
    ...(method === undefined ? [] : [`-X ${method}`]),
    ...(authorization === undefined ? [] : [`-H "Authorization: ${authorization}"`]),
  ];
  return ['curl -i', ...options, `'${baseUrl}${target}'`].join(' ');
}

/** The answer: status, the headers that its code decides, and the document. */
export function createExampleResponse(code: ProblemCode, baseUrl: string) {
  const { target, detail, members, headers } = errorExamples[code];
  return {
    status: problems[code].status,
    headers: { ...problemHeaders(code), ...headers },
    problem: createProblem(code, { baseUrl, requestTarget: target, detail, members }),
  };
}

/** The answer as text, with the document over several lines. */
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
