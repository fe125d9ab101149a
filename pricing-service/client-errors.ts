/** What clients do to connections. What Node's HTTP parser refuses is a problem too: it never reaches the app. */
import { IncomingMessage, type Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { answerHeaders } from '../contract/headers.ts';
import { ApiProblem, createProblem, problemHeaders } from '../contract/problem.ts';
import { invalidRequestDetails, problems } from '../contract/problems.ts';

/**
 * Answers a request that the parser refused. The request has the method and target of its request line
 * if these are known, `GET` and `/` otherwise, and no headers.
 */
export type AnswerRefused = (
  request: IncomingMessage,
  response: ServerResponse,
  refused: ApiProblem,
) => void;

/** What Node.js adds to an error of its parser: the bytes that it was reading, and how many it accepted. */
interface ParserError extends NodeJS.ErrnoException {
  readonly rawPacket?: Buffer;
  readonly bytesParsed?: number;
}

/**
 * Answers requests that cannot be read with `invalid_request` and closes their connection; requests
 * with an `Expect` that nobody knows are answered as if it were not there.
 */
export function answerClientErrors(server: Server, baseUrl: string): void {
  subscribeToRefused(server, (request, response, { code, detail }) => {
    const requestTarget = request.url ?? '/';
    const body = JSON.stringify(createProblem(code, { baseUrl, requestTarget, detail }));
    const headers = { ...answerHeaders('none'), ...problemHeaders(code) };
    response.writeHead(problems[code].status, {
      ...headers,
      'Content-Length': Buffer.byteLength(body),
    });
    response.end(body);
  });
}

/**
 * Calls `answer` with each request that the parser refuses, after the answers to those before it on the
 * connection, and closes the connection. If only a body cannot be read, its request has been passed to
 * the app, whose answer is the last one. Requests with an unknown `Expect` are handled as if it were
 * not there.
 */
export function subscribeToRefused(server: Server, answer: AnswerRefused): void {
  const latest = new WeakMap<object, ServerResponse>();
  server.on('request', ({ socket }, response) => latest.set(socket, response));
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  server.on('clientError', (error: ParserError, stream) => {
    const socket = stream as Socket;
    const before = latest.get(socket);
    const refuse = () => {
      if (!socket.writable) return;
      if (before?.req.complete === false) socket.end();
      else answerRefused(socket, error, answer);
    };
    // A response lets go of its socket when all of it was sent.
    const isSent = before === undefined || (before.writableFinished && before.socket === null);
    if (isSent) refuse();
    else before.once('finish', refuse);
  });
}

function answerRefused(socket: Socket, error: ParserError, answer: AnswerRefused): void {
  const request = Object.assign(new IncomingMessage(socket), readRequestLine(error));
  const response = new ServerResponse(request);
  response.assignSocket(socket);
  response.once('finish', () => socket.end());
  // URL and headers together; a URL alone that is too long mostly fits, and the app refuses it.
  const isTooLong = error.code === 'HPE_HEADER_OVERFLOW';
  const detail = isTooLong ? invalidRequestDetails.headTooLong : undefined;
  answer(request, response, new ApiProblem('invalid_request', detail, { cause: error }));
}

/** Reads the request line if the packet holds it: the one after the last head that was accepted. */
function readRequestLine({ rawPacket, bytesParsed = 0 }: ParserError) {
  const packet = rawPacket?.toString('latin1') ?? '';
  const accepted = packet.slice(0, Math.max(0, bytesParsed - 1)).lastIndexOf('\r\n\r\n');
  const line = packet.slice(accepted === -1 ? 0 : accepted + 4).match(/^\s*(\S+) +(\S+)/);
  return { method: line?.[1] ?? 'GET', url: line?.[2] ?? '/' };
}

const goneCodes = new Set(['ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE']);

/** Whether an error only says that a client left before its answer had ended, which is its right. */
export function isClientGone(error: NodeJS.ErrnoException): boolean {
  return error.code !== undefined && goneCodes.has(error.code);
}
