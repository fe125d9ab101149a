/** Reads the `Authorization` header (RFC 9110 section 11.6.2, RFC 6750 section 2.1). */
import type { IncomingMessage } from 'node:http';
import { ApiProblem } from '../../contract/problem.ts';
import { invalidRequestDetails } from '../../contract/problems.ts';

const scheme = /^bearer(?: +|$)/i;

/**
 * The Bearer token of a request. Throws `key_required` without the header, `invalid_request` when it
 * is there twice, `unauthorized` for another scheme or an empty header.
 */
export function readBearerToken(request: IncomingMessage): string {
  const fields = request.rawHeaders.filter(
    (name, index) => index % 2 === 0 && name.toLowerCase() === 'authorization',
  );
  if (fields.length > 1) {
    throw new ApiProblem('invalid_request', invalidRequestDetails.repeatedAuthorization);
  }
  const value = request.headers.authorization?.trim();
  if (value === undefined) throw new ApiProblem('key_required');
  if (!scheme.test(value)) throw new ApiProblem('unauthorized');
  return value.replace(scheme, '');
}
