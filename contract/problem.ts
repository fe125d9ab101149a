/** The one shape of every error body under `/v1`: `application/problem+json` (RFC 9457). */
import { type AnswerKind, cacheControl, errorCachePolicy } from './headers.ts';
import { challengeOf, type ProblemCode, problems, upstreamRetryAfterSeconds } from './problems.ts';
import { advisoryLimit } from './rate-policy.ts';
import type { Problem } from './schemas/problem.ts';

export const problemMediaType = 'application/problem+json';

/** Path characters that a URI reference may hold as they are (RFC 3986 section 3.3), and `%XX`. */
const unsafePathCharacters = /%(?![0-9A-Fa-f]{2})|[^A-Za-z0-9\-._~!$&'()*+,;=:@/%]/g;

/**
 * The `instance` of a problem: the path of the request target without its query, with everything
 * that a URI may not hold percent-encoded, so that it is a valid URI reference and JSON-safe
 * whatever the client sent. Raw bytes above 0x7F are expected as latin1, as Node.js delivers them.
 */
export function toInstance(requestTarget: string): string {
  const path = pathOf(requestTarget);
  const encoded = path.replace(unsafePathCharacters, (character) =>
    Array.from(Buffer.from(character, 'latin1'), toPercent).join(''),
  );
  // Two slashes at the start would name another host (RFC 3986 section 4.2).
  return encoded.replace(/^\/\//, '/%2F');
}

/**
 * The path of a request target in origin or absolute form (RFC 9112 section 3.2), still encoded; `/`
 * of any other.
 */
export function pathOf(requestTarget: string): string {
  const end = requestTarget.search(/[?#]/);
  const withoutQuery = end === -1 ? requestTarget : requestTarget.slice(0, end);
  if (withoutQuery.startsWith('/')) return withoutQuery;
  const path = withoutQuery.replace(/^https?:\/\/[^/]*/i, '');
  return path.startsWith('/') ? path : '/';
}

function toPercent(byte: number): string {
  return `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
}

/** Members that only some problems have, beside those of every problem. */
export type ExtraMembers = Pick<Problem, 'error' | 'violated-policies'>;

/** The members of each kind of problem that has some. */
export const extraMembers = {
  /** Of a 500 of the product list (spec, "Endpoints"). */
  listFault: { error: problems.internal_error.detail },
  /** Of a 429 of the advisory limit (draft-ietf-httpapi-ratelimit-headers-10, "Problem Types"). */
  advisoryLimit: { 'violated-policies': [advisoryLimit.name] },
} satisfies Record<string, ExtraMembers>;

/**
 * Builds the problem object of a code. `detail` is the table's unless a more exact one is given;
 * `members` come after those of every problem.
 */
export function createProblem(
  code: ProblemCode,
  options: {
    baseUrl: string;
    requestTarget: string;
    detail?: string | undefined;
    members?: ExtraMembers | undefined;
  },
): Problem {
  const { status, title, detail } = problems[code];
  return {
    type: `${options.baseUrl}/docs/errors#error-${code}`,
    title,
    status,
    detail: options.detail ?? detail,
    instance: toInstance(options.requestTarget),
    code,
    ...options.members,
  };
}

/**
 * Thrown by request handling when a client gets a problem instead of an answer. Status, title and
 * type come from the problem table; `cause` is logged and never sent.
 */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem';
  readonly code: ProblemCode;
  readonly detail: string | undefined;
  readonly members: ExtraMembers | undefined;

  constructor(
    code: ProblemCode,
    detail?: string,
    options: { cause?: unknown; members?: ExtraMembers | undefined } = {},
  ) {
    super(detail ?? problems[code].detail, options);
    this.code = code;
    this.detail = detail;
    this.members = options.members;
  }
}

/**
 * The headers of a problem besides those of its route: media type, caching, and what its code asks
 * for (RFC 9110 sections 10.2.3 and 11.6.1). `Allow` of a 405 is the route's. `kind` tells whether the
 * answer is a keyed one; all others are alike here.
 */
export function problemHeaders(
  code: ProblemCode,
  kind: AnswerKind = 'none',
): Record<string, string> {
  const { status } = problems[code];
  return {
    'Content-Type': problemMediaType,
    'Cache-Control': cacheControl[errorCachePolicy(status, kind)],
    ...(status === 401 && { 'WWW-Authenticate': challengeOf(code) }),
    ...(code === 'upstream_unavailable' && { 'Retry-After': String(upstreamRetryAfterSeconds) }),
  };
}
