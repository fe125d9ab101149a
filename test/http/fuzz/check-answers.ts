/** Checks that each answer is a released file, an answer with the account's prices, or a problem. */
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

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/**
 * Returns a function that parses the bytes received for a request into answers. It throws an `Error` if one has a status
 * from 500, a repeated header, internal details, or a body that is no file of `out`, no prices and no problem.
 */
export async function createAnswerCheck(out: string) {
  const files = new Set<string>();
  for (const folder of ['current/public', 'sync/current']) {
    for (const [path, { bytes }] of await filesBelow(join(out, folder))) {
      // `object.json` lists the files of a stored folder; servers must not send it.
      if (!path.endsWith('/object.json')) files.add(hashOf(bytes));
    }
  }
  return (request: FuzzedRequest, received: Buffer): readonly Answer[] => {
    const answers = readAnswers(received, request.method === 'HEAD');
    for (const answer of answers) checkAnswer(answer, files);
    return answers;
  };
}

function checkAnswer({ status, headers, body }: Answer, files: ReadonlySet<string>): void {
  if (status >= 500) throw new Error(`status ${status}`);
  const text = headers.map((header) => header.join(': ')).join('\n');
  const repeated = /^(vary|cache-control|content-type|etag|ratelimit): .*^\1: /ms.exec(text);
  if (repeated) throw new Error(`${repeated[1]} is repeated:\n${text}`);
  if (!/^vary: (Accept, )?Accept-Encoding/m.test(text)) throw new Error(`no Vary:\n${text}`);
  if (internalDetails.test(text)) throw new Error(`contains internal details:\n${text}`);
  const [, coding] = headers.find(([name]) => name === 'content-encoding') ?? [];
  if (body.length > 0) checkBody(decode(body, coding), files, status);
}

/** Throws for a wrong body. */
function checkBody(body: Buffer, files: ReadonlySet<string>, status: number): void {
  const isSuccess = status === 200;
  if (isSuccess && files.has(hashOf(body))) return;
  const value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)) as object;
  const text = JSON.stringify(value);
  if (text.includes(smuggledPath)) throw new Error(`answers a smuggled request: ${text}`);
  // Health is a released file with the member `listing` added.
  const { listing, instance, ...words } = value as Record<string, unknown>;
  const isHealth = listing !== undefined && files.has(hashOf(Buffer.from(JSON.stringify(words))));
  if (isSuccess && isHealth) return;
  if (status === 200) {
    if (!text.includes('"priceTier":"A3"')) throw new Error(`no released file: ${text}`);
    return;
  }
  if (internalDetails.test(JSON.stringify(words))) throw new Error(`internal details: ${text}`);
  // An error of the sync route.
  if (status === 400 && Object.keys(value).join() === 'error') return;
  const problem = problemSchema.parse(value);
  const expected = problems[problem.code].status;
  if (problem.status !== expected || status !== expected) {
    throw new Error(`a problem of another status: ${text}`);
  }
  if (!/^\/(?!\/)[\w\-.~!$&'()*+,;=:@%/]*$/.test(String(instance))) {
    throw new Error(`no path: ${instance}`);
  }
}
