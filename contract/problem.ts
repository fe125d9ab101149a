/** Creates the error bodies below `/v1`: `application/problem+json` (RFC 9457). */
import { type AnswerKind, cacheControl, errorCachePolicy } from './headers.ts';
import { challengeOf, type ProblemCode, problems, upstreamRetryAfterSeconds } from './problems.ts';
import { advisoryLimit } from './rate-policy.ts';
import type { Problem } from './schemas/problem.ts';

/** The media type of problem documents. */
export const problemMediaType = 'application/problem+json';

/**
 * Matches the characters that must be percent-encoded in a path: those that RFC 3986 section 3.3 does not allow, and
 * each `%` without two hexadecimal digits after it.
 */
const unsafePathCharacters = /%(?![0-9A-Fa-f]{2})|[^A-Za-z0-9\-._~!$&'()*+,;=:@/%]/g;

/**
 * Returns the `instance` of a problem document: the path of the request target without its query, percent-encoded so
 * that it is a valid URI reference. The request target must contain one Latin-1 character for each byte above 0x7F, as
 * in the `url` of a Node.js request.
 */
export function toInstance(requestTarget: string): string {
  const path = pathOf(requestTarget);
  const encoded = path.replace(unsafePathCharacters, (character) =>
    Array.from(Buffer.from(character, 'latin1'), toPercent).join(''),
  );
  // A reference that begins with two slashes contains a host (RFC 3986 section 4.2).
  return encoded.replace(/^\/\//, '/%2F');
}

/**
 * Returns the path of a request target in origin or absolute form (RFC 9112 section 3.2), still percent-encoded and
 * without query and fragment. Returns `/` for any other form, and for a URL without a path.
 */
export function pathOf(requestTarget: string): string {
  const end = requestTarget.search(/[?#]/);
  const withoutQuery = end === -1 ? requestTarget : requestTarget.slice(0, end);
  if (withoutQuery.startsWith('/')) return withoutQuery;
  const path = withoutQuery.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*/i, '');
  return path.startsWith('/') ? path : '/';
}

function toPercent(byte: number): string {
  return `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
}

/** The members of a problem document that only some errors have (see `extraMembers`). */
export type ExtraMembers = Pick<Problem, 'error' | 'violated-policies'>;

/** The additional members of the problem documents of two errors. */
export const extraMembers = {
  /** Members of a 500 of the product list (specification, "Endpoints"). */
  listFault: { error: problems.internal_error.detail },
  /** Members of a 429 of the advisory limit (draft-ietf-httpapi-ratelimit-headers-10, "Problem Types"). */
  advisoryLimit: { 'violated-policies': [advisoryLimit.name] },
} satisfies Record<string, ExtraMembers>;

/**
 * Returns the problem document of an error code. `baseUrl`, without a trailing slash, begins the URL in `type`; the
 * path of `requestTarget` becomes `instance`. `detail` replaces the default text of the code; `members` are appended.
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
 * Thrown to answer a request with a problem document. Status, title and type follow from the error code; `detail` and
 * `members` are those of `createProblem`. `cause` is logged and never sent.
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
 * Returns the headers of a problem document that depend on its code: media type, caching, `WWW-Authenticate` for a 401,
 * and `Retry-After` for `upstream_unavailable` (RFC 9110 sections 11.6.1 and 10.2.3). The caller adds `Allow` to a 405
 * and `Retry-After` to a 429. `kind` matters only for a 404: caches may store a 404 for some seconds, but must not
 * store a 404 of kind `keyed`.
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
