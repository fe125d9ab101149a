/** Reads the `Authorization` header (RFC 9110 section 11.6.2, RFC 6750 section 2.1). */
import type { IncomingMessage } from 'node:http';
import { ApiProblem } from '../../contract/problem.ts';
import { invalidRequestDetails } from '../../contract/problems.ts';

const scheme = /^bearer(?: +|$)/i;

const header = 'authorization';

/**
 * Returns the Bearer token of a request. Throws `key_required` without the header, `invalid_request` when
 * it is there twice, `unauthorized` for another scheme or an empty header.
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
 * Returns the same token, or undefined where `readBearerToken` throws. Node.js has removed the spaces and
 * tabs around the value (OWS, RFC 9110 section 5.6.3); every other byte belongs to it.
 */
export function findBearerToken(request: IncomingMessage): string | undefined {
  const value = request.headers.authorization ?? '';
  const [named] = scheme.exec(value) ?? [];
  return named === undefined || countFields(request) > 1 ? undefined : value.slice(named.length);
}

/** Node.js keeps the first of several; names and values stand in turn. */
function countFields({ rawHeaders }: IncomingMessage): number {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === header.length && name.toLowerCase() === header) count += 1;
  }
  return count;
}
