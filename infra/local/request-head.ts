/** Refuses request heads (request line and headers) that nginx refuses although Node's HTTP parser accepts them. */
import type { IncomingMessage } from 'node:http';
import { ApiProblem } from '../../contract/problem.ts';
import { invalidRequestDetails } from '../../contract/problems.ts';

/** Bytes of the request line and the headers together, about as many as nginx accepts. */
const maxHeadBytes = 64 * 1024;

/** Headers that may occur only once (RFC 9110 section 5.3): nginx 1.22 answers 400, Node.js uses one or all. */
const onceOnly = new Set([
  'host',
  'authorization',
  'expect',
  'if-match',
  'if-modified-since',
  'if-none-match',
  'if-range',
  'if-unmodified-since',
]);

/** Matches a `Host` that nginx refuses: one with an invalid character or an empty label (two adjacent dots). */
const invalidHost = /[^\x21-\x2E\x30-\x7E\x80-\xFF]|\.\./;

/** Matches a URL whose authority nginx refuses: one with a user, without a host, or with an invalid host or port. */
const invalidUrl =
  /^https?:\/\/(?:[^/?]*\.\.|(?!(?:[a-z\d.-]+|\[[\w:.~!$&'()*+,;=-]+\])(?::\d*)?(?:[/?]|$)))/i;

/**
 * Throws an `ApiProblem` (`invalid_request`) if nginx would refuse the request: its head is too long, a header of
 * `onceOnly` is repeated, a host is missing or invalid, or coding or protocol are not those of HTTP/1.
 */
export function assertReadableHead({
  url = '',
  httpVersion,
  headers,
  rawHeaders,
}: Pick<IncomingMessage, 'url' | 'httpVersion' | 'headers' | 'rawHeaders'>): void {
  if (url.length + rawHeaders.join('').length > maxHeadBytes) {
    throw new ApiProblem('invalid_request', invalidRequestDetails.headTooLong);
  }
  const names = rawHeaders.filter((_, index) => index % 2 === 0);
  const once = names.map((name) => name.toLowerCase()).filter((name) => onceOnly.has(name));
  if (new Set(once).size < once.length) throw new ApiProblem('invalid_request');
  const { host, 'transfer-encoding': coding = 'chunked' } = headers;
  const isMissing = host === undefined && httpVersion === '1.1';
  const isInvalid = host !== undefined && (host === '' || invalidHost.test(host));
  const isUnknownCoding = coding.toLowerCase() !== 'chunked';
  const isUnknownVersion = !httpVersion.startsWith('1.');
  if (isMissing || isInvalid || isUnknownCoding || isUnknownVersion || invalidUrl.test(url)) {
    throw new ApiProblem('invalid_request');
  }
}
