/** Answers requests that never reach the app, because the HTTP parser of Node.js rejects them. */
import { IncomingMessage, type Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { answerHeaders } from '../contract/headers.ts';
import { ApiProblem, createProblem, problemHeaders } from '../contract/problem.ts';
import { invalidRequestDetails, problems } from '../contract/problems.ts';

/** Answers a refused request, of which `request` has what could be read. */
export type AnswerRefused = (
  request: IncomingMessage,
  response: ServerResponse,
  refused: ApiProblem,
) => void;

/** The received bytes, and how many the parser accepted. */
interface ParserError extends NodeJS.ErrnoException {
  readonly rawPacket?: Buffer;
  readonly bytesParsed?: number;
}

/** From now on, answers with `invalid_request` when the HTTP parser rejects a request. */
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
 * Calls `answer` for each request whose head the parser rejects, after the answers to earlier
 * requests of its connection, which then closes. Also makes `server` emit `request` for an unknown
 * `Expect` and for CONNECT, for which Node.js emits other events.
 */
export function subscribeToRefused(server: Server, answer: AnswerRefused): void {
  const latest = new WeakMap<object, ServerResponse>();
  const refused = new WeakSet<object>();
  server.on('request', ({ socket }, response) => latest.set(socket, response));
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  /**
   * Calls `answerNext` after all previous answers; closes the connection if one came before its
   * body.
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

/** Closes the connection once the response was sent. */
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
 * Returns what can be read of the rejected request. It follows the last empty line that the parser
 * accepted: earlier requests may be in the same packet.
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
