/** Refuses request heads (request line and headers) that nginx refuses although Node's HTTP parser accepts them. */
import type { IncomingMessage } from 'node:http';
import { ApiProblem } from '../../contract/problem.ts';
import { invalidRequestDetails } from '../../contract/problems.ts';

/** Size in bytes of the buffer that nginx fills first: its default `client_header_buffer_size`. */
const firstBufferBytes = 1024;
/**
 * nginx's larger buffers (`large_client_header_buffers` of `infra/nginx/connections.conf`); a line must fit into one.
 */
const largeBuffers = { count: 4, bytes: 16 * 1024 };

/** Maximum number of header lines: nginx's default `max_headers`, which Debian 12's nginx 1.22 has too. */
const maxLines = 1000;

/**
 * Headers that may occur only once (RFC 9110 section 5.3). nginx 1.22 answers 400 if one is repeated; Node.js uses the
 * first or joins them.
 */
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
 * Throws an `ApiProblem` with the code `invalid_request` if nginx would refuse the request: the request line and
 * headers are too long or too many, a header that may occur only once is repeated, `Host` or the host of a URL is
 * missing or invalid, the transfer coding is not `chunked`, or the protocol is not HTTP/1.
 */
export function assertReadableHead({
  method = '',
  url = '',
  httpVersion,
  headers,
  rawHeaders,
}: Pick<IncomingMessage, 'method' | 'url' | 'httpVersion' | 'headers' | 'rawHeaders'>): void {
  const names = rawHeaders.filter((_, index) => index % 2 === 0);
  const lines = names.map((name, index) => `${name}: ${rawHeaders[2 * index + 1]}\r\n`.length);
  const requestLine = `${method} ${url} HTTP/${httpVersion}\r\n`.length;
  if (lines.length > maxLines || !fitsBuffers([requestLine, ...lines])) {
    throw new ApiProblem('invalid_request', invalidRequestDetails.headTooLong);
  }
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

/**
 * Returns true if the request line and the headers fit into nginx's buffers. `lengths` are the lengths of these lines
 * in bytes. A line that does not fit into the rest of a buffer starts the next buffer.
 */
function fitsBuffers(lengths: readonly number[]): boolean {
  let left = firstBufferBytes;
  let used = 0;
  for (const length of lengths) {
    if (length > left) {
      used += 1;
      left = largeBuffers.bytes;
      if (length > left || used > largeBuffers.count) return false;
    }
    left -= length;
  }
  return true;
}
