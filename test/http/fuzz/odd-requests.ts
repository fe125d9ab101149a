/** Sends invalid and unusual requests to the stack, over raw sockets. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import type { Topic } from '../suite/suite.ts';
import { createAnswerCheck } from './check-answers.ts';
import { sendAndReceive } from './raw-connection.ts';
import { fuzzedRequest } from './requests.ts';

/** `npm run test:machine` sends more. */
const requests = Number(process.env['FUZZ_REQUESTS'] ?? 600);
const sockets = 64;
const seed = 20_261_121;

export const oddRequests: Topic = (test, subject) => {
  test(`${requests} odd requests get a released file, a problem or a closed connection, never a 500`, async (t) => {
    const { server, temporary } = subject();
    const run = (await readdir(temporary)).find((name) => name.startsWith('catalogue-')) ?? '';
    const checkAnswers = await createAnswerCheck(join(temporary, run, 'dist'));
    const queue = fc.sample(fuzzedRequest(server.keys['A3'] ?? ''), { seed, numRuns: requests });
    const faults: string[] = [];
    const seen = new Set<number>();
    const work = async () => {
      for (let next = queue.pop(); next; next = queue.pop()) {
        try {
          const received = await sendAndReceive(server.port, Buffer.from(next.text, 'latin1'));
          for (const { status } of checkAnswers(next, received)) seen.add(status);
        } catch (error) {
          faults.push(`${next.text.slice(0, 2000)}: ${(error as Error).message.slice(0, 500)}`);
        }
      }
    };
    await Promise.all(Array.from({ length: sockets }, work));
    t.deepEqual(faults.slice(0, 5), [], `${faults.length} faults`);
    // Every status must occur, so that the requests are not all refused at the first check.
    const statuses = [200, 204, 400, 401, 404, 405];
    t.deepEqual(
      statuses.filter((status) => !seen.has(status)),
      [],
    );
  });
};
