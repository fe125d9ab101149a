/** What clients do to connections. What Node's HTTP parser refuses is a problem too: it never reaches the app. */
import type { Server } from 'node:http';
import { answerHeaders } from '../contract/headers.ts';
import { createProblem, problemHeaders } from '../contract/problem.ts';
import { invalidRequestDetails, problems } from '../contract/problems.ts';

/**
 * Answers requests that cannot be read with `invalid_request` and closes their connection; requests
 * with an `Expect` that nobody knows are answered as if it were not there.
 */
export function answerClientErrors(server: Server, baseUrl: string): void {
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (!socket.writable) return;
    // URL and headers together; a URL alone that is too long mostly fits, and is told as that by the app.
    const isTooLong = error.code === 'HPE_HEADER_OVERFLOW';
    const detail = isTooLong ? invalidRequestDetails.headTooLong : undefined;
    const body = JSON.stringify(
      createProblem('invalid_request', { baseUrl, requestTarget: '/', detail }),
    );
    const headers = {
      ...answerHeaders('none'),
      ...problemHeaders('invalid_request'),
      'Content-Length': Buffer.byteLength(body),
      Connection: 'close',
    };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    const { status } = problems.invalid_request;
    socket.end(`HTTP/1.1 ${status} Bad Request\r\n${lines.join('')}\r\n${body}`);
  });
}

const goneCodes = new Set(['ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE']);

/** Whether an error only says that a client left before its answer had ended, which is its right. */
export function isClientGone(error: NodeJS.ErrnoException): boolean {
  return error.code !== undefined && goneCodes.has(error.code);
}
