/** What nginx refuses of a request's head and Node's HTTP parser does not. */
import type { IncomingMessage } from 'node:http';
import { ApiProblem } from '../../contract/problem.ts';
import { invalidRequestDetails } from '../../contract/problems.ts';

/** nginx's `client_header_buffer_size`, which `infra/nginx/connections.conf` leaves as it is. */
const firstBufferBytes = 1024;
/** `large_client_header_buffers` of `infra/nginx/connections.conf`; a line must fit into one of them. */
const largeBuffers = { count: 4, bytes: 16 * 1024 };

/**
 * Headers that may stand on one line only (RFC 9110 section 5.3): nginx 1.22 answers 400 otherwise, and
 * Node.js takes the first line or joins them.
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

/** Characters that nginx takes in no `Host`, and an empty label. */
const invalidHost = /[^\x21-\x2E\x30-\x7E\x80-\xFF]|\.\./;

/** Throws `invalid_request` for a head that nginx would refuse: too long, ambiguous, or without a valid `Host`. */
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
  if (!fitsBuffers([requestLine, ...lines])) {
    throw new ApiProblem('invalid_request', invalidRequestDetails.headTooLong);
  }
  const once = names.map((name) => name.toLowerCase()).filter((name) => onceOnly.has(name));
  if (new Set(once).size < once.length) throw new ApiProblem('invalid_request');
  const { host, 'transfer-encoding': coding = 'chunked' } = headers;
  const isMissing = host === undefined && httpVersion === '1.1';
  const isInvalid = host !== undefined && (host === '' || invalidHost.test(host));
  const isUnknownCoding = coding.toLowerCase() !== 'chunked';
  if (isMissing || isInvalid || isUnknownCoding) throw new ApiProblem('invalid_request');
}

/** Whether nginx has memory for lines of some lengths: one that does not fit into what is left of a buffer starts the next. */
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
