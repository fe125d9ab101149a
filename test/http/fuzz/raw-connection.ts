/** A separate connection for bytes that may not be HTTP, and a strict parser of its answers. */
import { connect } from 'node:net';
import { nextAddress } from '../../helpers/http-client.ts';

/** A parsed answer. */
export interface Answer {
  readonly status: number;
  /** Names in lower case with their values, in the received order. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer;
}

/** Milliseconds without data after which the server probably waits for more bytes; the client then ends its side. */
const quietMs = 150;
/** Maximum milliseconds from the time when the client ends its side until the server closes the connection. */
const closedMs = 15_000;

/**
 * Sends bytes to a local port over a new connection. Resolves with all received bytes when the server closes the
 * connection; rejects if it is still open `closedMs` after the client has ended its side.
 */
export function sendAndReceive(port: number, bytes: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const received: Buffer[] = [];
    const socket = connect({ port, host: '127.0.0.1', localAddress: nextAddress() });
    let asksToEnd = false;
    socket.setTimeout(quietMs, () => {
      if (asksToEnd) {
        reject(new Error(`open ${closedMs} ms after the client ended`));
        socket.destroy();
      }
      asksToEnd = true;
      socket.setTimeout(closedMs);
      socket.end();
    });
    socket.on('data', (data) => received.push(data));
    // A reset also closes the connection.
    socket.on('error', () => {});
    socket.on('close', () => resolve(Buffer.concat(received)));
    socket.write(bytes);
  });
}

/** Parses answers by RFC 9112; throws if they are malformed. `bodiless` is true if the first answer is to HEAD. */
export function readAnswers(bytes: Buffer, bodiless: boolean): Answer[] {
  const answers: Answer[] = [];
  let rest = bytes;
  while (rest.length > 0) {
    const end = rest.indexOf('\r\n\r\n');
    if (end < 0) throw new Error('an answer that ends in its headers');
    const [statusLine = '', ...lines] = rest.toString('latin1', 0, end).split('\r\n');
    const [, status] = /^HTTP\/1\.[01] ([1-5]\d\d) [\t\x20-\x7E]*$/.exec(statusLine) ?? [];
    if (status === undefined) throw new Error(`no status line: ${statusLine}`);
    const headers = lines.map(readHeader);
    rest = rest.subarray(end + 4);
    if (status === '100') continue;
    const length = lengthOf(Number(status), headers);
    const body = rest.subarray(0, bodiless && answers.length === 0 ? 0 : length);
    if (body.length < length && !bodiless) throw new Error('a body shorter than it says');
    rest = rest.subarray(body.length);
    answers.push({ status: Number(status), headers, body });
  }
  return answers;
}

function readHeader(line: string): readonly [string, string] {
  const [, name, value] = /^([!#$%&'*+.^_`|~\w-]+): ([\t\x20-\x7E]*)$/.exec(line) ?? [];
  if (name === undefined || value === undefined) throw new Error(`no header: ${line}`);
  return [name.toLowerCase(), value];
}

/** Returns 0 for 204 and 304, otherwise the value of Content-Length. Throws if it is missing, repeated or invalid. */
function lengthOf(status: number, headers: Answer['headers']): number {
  const lengths = headers.flatMap(([name, value]) => (name === 'content-length' ? [value] : []));
  if (status === 204 || status === 304) return 0;
  const [length = ''] = lengths;
  if (lengths.length !== 1 || !/^\d+$/.test(length)) throw new Error(`lengths ${lengths}`);
  return Number(length);
}
