/**
 * Checks that each answer to a generated request is a released file, an answer with the account's prices, or a problem.
 */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { problems } from '../../../contract/problems.ts';
import { problemSchema } from '../../../contract/schemas/problem.ts';
import { decode } from '../../helpers/http-client.ts';
import { filesBelow } from '../../helpers/released-files.ts';
import { type Answer, readAnswers } from './raw-connection.ts';
import { type FuzzedRequest, smuggledPath } from './requests.ts';

const internalDetails =
  /\/(?:usr|etc|tmp|root|home|work)\/|nginx\/\d|\.lua|\.ts:|node_modules|stack|root:x:0/;

/**
 * Returns a function that parses the bytes received for a request into answers. It throws an `Error` if an answer has a
 * status from 500, a repeated header or internal details, or if its body is neither a released file nor prices nor a
 * problem. `out` is the build's output folder.
 */
export async function createAnswerCheck(out: string) {
  const files = await hashesBelow(join(out, 'current', 'public'), join(out, 'sync', 'current'));
  return (request: FuzzedRequest, received: Buffer): readonly Answer[] => {
    if (isHttp09(received)) {
      checkBody(received, files);
      return [];
    }
    const answers = readAnswers(received, request.method === 'HEAD');
    for (const answer of answers) checkAnswer(answer, files);
    return answers;
  };
}

/** Returns true for an answer without a status line: nginx answers a request without a version in HTTP/0.9. */
function isHttp09(received: Buffer): boolean {
  return received.length > 0 && !received.subarray(0, 5).equals(Buffer.from('HTTP/'));
}

function checkAnswer({ status, headers, body }: Answer, files: ReadonlySet<string>): void {
  if (status >= 500) throw new Error(`status ${status}`);
  for (const name of ['vary', 'cache-control', 'content-type', 'etag', 'ratelimit']) {
    const count = headers.filter(([other]) => other === name).length;
    if (count > 1) throw new Error(`${name} ${count} times`);
  }
  const text = headers.map((header) => header.join(': ')).join('\n');
  if (!/^vary: (Accept, )?Accept-Encoding/m.test(text)) throw new Error(`no Vary:\n${text}`);
  if (internalDetails.test(text)) throw new Error(`contains internal details:\n${text}`);
  const [, coding] = headers.find(([name]) => name === 'content-encoding') ?? [];
  if (body.length > 0) checkBody(decode(body, coding), files, status);
}

function checkBody(body: Buffer, files: ReadonlySet<string>, status?: number): void {
  if (files.has(hashOf(body)) && (status ?? 200) === 200) return;
  const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  const text = JSON.stringify(value);
  if (text.includes(smuggledPath)) throw new Error(`answers a smuggled request: ${text}`);
  if ((status ?? 200) === 200 && isHealth(value, files)) return;
  if (status === 200) {
    if (!text.includes('"priceTier":"A3"')) throw new Error(`no released file: ${text}`);
    return;
  }
  const { instance: _, ...words } = value as Record<string, unknown>;
  if (internalDetails.test(JSON.stringify(words)))
    throw new Error(`contains internal details: ${text}`);
  // An error of the sync route.
  if ((status ?? 400) === 400 && Object.keys(words).join() === 'error') return;
  const problem = problemSchema.parse(value);
  if (
    problem.status !== problems[problem.code].status ||
    problem.status !== (status ?? problem.status)
  ) {
    throw new Error(`a problem of another status: ${text}`);
  }
  if (!/^\/(?!\/)[\w\-.~!$&'()*+,;=:@%/]*$/.test(problem.instance)) {
    throw new Error(`no path: ${problem.instance}`);
  }
}

/** Returns true for the body of `/v1/health`: a file whose hash is in `files`, with the member `listing` added. */
function isHealth(value: unknown, files: ReadonlySet<string>): boolean {
  const { listing, ...released } = value as Record<string, unknown>;
  return listing !== undefined && files.has(hashOf(Buffer.from(JSON.stringify(released))));
}

/**
 * Returns the SHA-256 of every file in the folders that servers may send: all except `object.json`, which lists the
 * files of an object (a stored folder).
 */
async function hashesBelow(...folders: readonly string[]): Promise<ReadonlySet<string>> {
  const hashes = new Set<string>();
  for (const folder of folders) {
    for (const [path, { bytes }] of await filesBelow(folder)) {
      if (!path.endsWith('/object.json')) hashes.add(hashOf(bytes));
    }
  }
  return hashes;
}

function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
