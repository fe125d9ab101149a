/**
 * Reads the Bearer token from the `Authorization` header of a request (RFC 9110 section 11.6.2, RFC 6750 section 2.1).
 */
import type { IncomingMessage } from 'node:http';
import { ApiProblem } from '../../contract/problem.ts';
import { invalidRequestDetails } from '../../contract/problems.ts';

const scheme = /^bearer(?: +|$)/i;

const header = 'authorization';

/**
 * Returns the Bearer token of a request, which is an empty string if the header is only `Bearer`. Throws an
 * `ApiProblem`: `key_required` if the `Authorization` header is missing, `invalid_request` if it is repeated, or
 * `unauthorized` if it is empty or has another scheme.
 */
export function readBearerToken(request: IncomingMessage): string {
  const token = findBearerToken(request);
  if (token !== undefined) return token;
  const { authorization } = request.headers;
  if (authorization === undefined) throw new ApiProblem('key_required');
  if (countFields(request) === 1) throw new ApiProblem('unauthorized');
  throw new ApiProblem('invalid_request', invalidRequestDetails.repeatedAuthorization);
}

/**
 * Returns the Bearer token of a request (an empty string if the header is only `Bearer`), or undefined if the
 * `Authorization` header is missing, empty or repeated, or has another scheme. Node.js has already removed the optional
 * white space around the value (RFC 9110 section 5.6.3).
 */
export function findBearerToken(request: IncomingMessage): string | undefined {
  const value = request.headers.authorization ?? '';
  const [prefix] = scheme.exec(value) ?? [];
  return prefix === undefined || countFields(request) > 1 ? undefined : value.slice(prefix.length);
}

/**
 * Returns the number of `Authorization` headers in a request. Counts in `rawHeaders`, which alternates names and
 * values, because `headers` of Node.js keeps only the first of them.
 */
function countFields({ rawHeaders }: IncomingMessage): number {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === header.length && name.toLowerCase() === header) count += 1;
  }
  return count;
}
