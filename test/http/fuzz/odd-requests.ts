/** Sends invalid and unusual requests to the stack, over raw sockets. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import type { Topic } from '../suite/suite.ts';
import { createAnswerCheck } from './check-answers.ts';
import { sendAndReceive } from './raw-connection.ts';
import { type FuzzedRequest, fuzzedRequest } from './requests.ts';

const requests = 5000;
const sockets = 64;
const seed = 20_261_121;

export const oddRequests: Topic = (test, subject) => {
  test(`${requests} odd requests get a released file, a problem or a closed connection, never a 500`, async (t) => {
    const { server, temporary } = subject();
    const run = (await readdir(temporary)).find((name) => name.startsWith('catalogue-')) ?? '';
    const checkAnswers = await createAnswerCheck(join(temporary, run, 'dist'));
    const queue = fc.sample(fuzzedRequest(server.keys['A3'] ?? ''), { seed, numRuns: requests });
    const faults: { request: string; fault: string }[] = [];
    const seen = new Map<number, number>();

    const ask = async (request: FuzzedRequest) => {
      try {
        const received = await sendAndReceive(server.port, Buffer.from(request.text, 'latin1'));
        for (const { status } of checkAnswers(request, received)) {
          seen.set(status, (seen.get(status) ?? 0) + 1);
        }
      } catch (error) {
        const { message } = error as Error;
        faults.push({ request: request.text.slice(0, 2000), fault: message.slice(0, 500) });
      }
    };
    const work = async () => {
      for (let next = queue.pop(); next; next = queue.pop()) await ask(next);
    };
    await Promise.all(Array.from({ length: sockets }, work));

    t.log(
      [...seen]
        .sort(([a], [b]) => a - b)
        .map(([status, count]) => `${status}: ${count}`)
        .join(', '),
    );
    t.deepEqual(faults.slice(0, 5), [], `${faults.length} faults`);
    // Every status must occur, so that the requests are not all refused at the first check.
    for (const status of [200, 204, 304, 400, 401, 404, 405])
      t.true((seen.get(status) ?? 0) >= 5, `${status}`);
  });
};
