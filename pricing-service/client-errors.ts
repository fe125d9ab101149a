/** Answers requests that never reach the app, because the HTTP parser of Node.js rejects them. */
import { IncomingMessage, type Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { answerHeaders } from '../contract/headers.ts';
import { ApiProblem, createProblem, problemHeaders } from '../contract/problem.ts';
import { invalidRequestDetails, problems } from '../contract/problems.ts';

/**
 * Answers a request that the HTTP parser of Node.js rejected. `request` has the method, the target (`/` if unknown),
 * the version and the headers of the rejected request, as far as they could be read. `refused` is the problem to answer
 * with.
 */
export type AnswerRefused = (
  request: IncomingMessage,
  response: ServerResponse,
  refused: ApiProblem,
) => void;

/** An error of the parser, with the received bytes and the number of bytes that the parser accepted. */
interface ParserError extends NodeJS.ErrnoException {
  readonly rawPacket?: Buffer;
  readonly bytesParsed?: number;
}

/**
 * From now on, answers with the problem `invalid_request` when the HTTP parser rejects a request, and closes the
 * connection. `baseUrl`, the public URL of the API, begins the URL in `type` of the problem.
 */
export function answerClientErrors(server: Server, baseUrl: string): void {
  subscribeToRefused(server, (request, response, refused) =>
    sendProblem(request, response, refused, baseUrl),
  );
}

/** Sends a problem document without Koa. */
export function sendProblem(
  request: IncomingMessage,
  response: ServerResponse,
  { code, detail }: ApiProblem,
  baseUrl: string,
): void {
  const requestTarget = request.url ?? '/';
  const body = JSON.stringify(createProblem(code, { baseUrl, requestTarget, detail }));
  const headers = { ...answerHeaders('keyed'), ...problemHeaders(code) };
  response.writeHead(problems[code].status, {
    ...headers,
    'Content-Length': Buffer.byteLength(body),
  });
  response.end(request.method === 'HEAD' ? undefined : body);
}

/**
 * Calls `answer` for each request whose head (request line and headers) the HTTP parser rejects or does not receive in
 * time. Calls it only after all earlier requests on the same connection are answered, and closes the connection once
 * this answer is sent. Does not call `answer` for a request whose head is valid and whose body is malformed: the app
 * answers such a request, and the connection is closed after that. Also makes `server` emit a `request` event for a
 * request with an unknown `Expect` header or the method CONNECT, for which Node.js emits other events, so that the app
 * answers it.
 */
export function subscribeToRefused(server: Server, answer: AnswerRefused): void {
  const latest = new WeakMap<object, ServerResponse>();
  const refused = new WeakSet<object>();
  server.on('request', ({ socket }, response) => latest.set(socket, response));
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  /**
   * Calls `answerNext` once all previous requests of a connection are answered, unless the connection can no longer be
   * written to. If the latest of them was answered before its body was complete, closes the connection instead.
   */
  const afterLatest = (socket: Socket, answerNext: () => void) => {
    const before = latest.get(socket);
    const next = () => {
      if (!socket.writable) return;
      if (before?.req.complete === false) socket.end();
      else answerNext();
    };
    // A response releases its socket once all of it was sent.
    const isSent = before === undefined || (before.writableFinished && before.socket === null);
    if (isSent) next();
    else before.once('finish', next);
  };
  server.on('connect', (request, stream) => {
    const socket = stream as Socket;
    // Node.js no longer reads from the connection and no longer handles its errors.
    socket.on('error', () => {}).resume();
    afterLatest(socket, () => server.emit('request', request, createLastResponse(request, socket)));
  });
  server.on('clientError', (error: ParserError, stream) => {
    const socket = stream as Socket;
    // Node.js emits this event again for each chunk that arrives after it.
    if (refused.has(socket)) return;
    refused.add(socket);
    afterLatest(socket, () => answerRefused(socket, error, answer));
  });
}

/** Creates the response to the last request of a connection. Closes the connection once the response was sent. */
function createLastResponse(request: IncomingMessage, socket: Socket): ServerResponse {
  const response = new ServerResponse(request);
  response.shouldKeepAlive = false;
  response.assignSocket(socket);
  response.once('finish', () => socket.end());
  return response;
}

function answerRefused(socket: Socket, error: ParserError, answer: AnswerRefused): void {
  const request = Object.assign(new IncomingMessage(socket), readHead(error));
  const response = createLastResponse(request, socket);
  // URL and headers together; a URL that is too long by itself usually fits, and the app rejects it.
  const isTooLong = error.code === 'HPE_HEADER_OVERFLOW';
  const detail = isTooLong ? invalidRequestDetails.headTooLong : undefined;
  answer(request, response, new ApiProblem('invalid_request', detail, { cause: error }));
}

/**
 * Returns method, URL, version and headers of the rejected request as members of `IncomingMessage`, as far as they can
 * be read; the URL is `/` if it is unknown. Skips earlier requests in the same packet: the request line follows the
 * last empty line that the parser accepted.
 */
function readHead({ rawPacket, bytesParsed = 0 }: ParserError) {
  const packet = rawPacket?.toString('latin1') ?? '';
  const accepted = packet.slice(0, Math.max(0, bytesParsed - 1)).lastIndexOf('\r\n\r\n');
  const text = packet.slice(accepted === -1 ? 0 : accepted + 4).replace(/^[\r\n]+/, '');
  const [line = '', ...lines] = (text.split('\r\n\r\n', 1)[0] ?? '').split('\r\n');
  const [, method = '', url = '/', httpVersion = ''] =
    /^(\S+) +(\S+)(?: +HTTP\/(\S+))?/.exec(line) ?? [];
  const headers = lines.flatMap((text) => {
    const [, name, value = ''] = /^([^\s:]+):[ \t]*(.*?)[ \t]*$/.exec(text) ?? [];
    return name === undefined ? [] : [[name, value] as const];
  });
  return {
    method,
    url,
    httpVersion,
    rawHeaders: headers.flat(),
    headers: Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value])),
  };
}

const goneCodes = new Set([
  'ECONNRESET',
  'EPIPE',
  'ERR_STREAM_PREMATURE_CLOSE',
  // Node.js 24, if the client disconnected before the answer.
  'ERR_STREAM_UNABLE_TO_PIPE',
]);

/** Returns true if the error means that the client disconnected before the end of its answer. */
export function isClientGone(error: NodeJS.ErrnoException): boolean {
  return error.code !== undefined && goneCodes.has(error.code);
}
