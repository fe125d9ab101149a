/** The HTTP suite: registers all topics for the server that a test file starts. */
import test from 'ava';
import { createClient } from '../helpers/http-client.ts';
import { type RunningServer, startServer } from '../helpers/running-server.ts';
import { collectTeardowns } from '../helpers/teardown.ts';
import { listLeftovers, makeTemporaryFolder } from '../helpers/temporary-folder.ts';
import { copySampleContent } from './suite/content.ts';
import { copies } from './suite/copies.ts';
import { deprecations } from './suite/deprecation.ts';
import { detail } from './suite/detail.ts';
import { docs } from './suite/docs.ts';
import { headers } from './suite/headers.ts';
import { health } from './suite/health.ts';
import { limits } from './suite/limits.ts';
import { list } from './suite/list.ts';
import { notFound } from './suite/not-found.ts';
import { pricing } from './suite/pricing.ts';
import { problems } from './suite/problems.ts';
import { representations } from './suite/representations.ts';
import { site } from './suite/site.ts';
import { createSubject, type Subject, type Topic } from './suite/suite.ts';
import { sync } from './suite/sync.ts';
import { testKeyAnswers } from './suite/test-keys.ts';

const topics: readonly Topic[] = [
  list,
  detail,
  pricing,
  testKeyAnswers,
  copies,
  deprecations,
  sync,
  health,
  site,
  docs,
  notFound,
  problems,
  representations,
  headers,
  limits,
];

/**
 * Starts the server of a script before the tests of the file, registers the tests of all topics and of the topics in
 * `more`, and ends the server with `signal` after the tests.
 */
export function registerSuite(
  script: string,
  signal: NodeJS.Signals,
  more: readonly Topic[] = [],
): void {
  const teardowns = collectTeardowns();
  let temporary = '';
  let server: RunningServer | undefined;
  let subject: Subject | undefined;
  const current = () => {
    if (subject === undefined) throw new Error('the server is not started yet');
    return subject;
  };
  test.before('the server starts', async () => {
    temporary = await makeTemporaryFolder(teardowns);
    const args = ['--content', await copySampleContent(teardowns)];
    server = await startServer(script, { args, environment: { TMPDIR: temporary } });
    subject = await createSubject(server, temporary);
  });
  test.after.always(
    `${signal} ends the server with exit code 0, and no file or process is left`,
    async (t) => {
      try {
        t.is(await server?.stop(signal), 0);
        t.deepEqual(await listLeftovers(temporary), []);
        const ask = createClient(server?.port ?? 0);
        await t.throwsAsync(ask('/v1/health'), { code: 'ECONNREFUSED' });
      } finally {
        await teardowns.run();
      }
    },
  );
  // Serial tests take no longer than concurrent ones, and let a slow machine answer every request in time.
  for (const topic of [...topics, ...more]) topic(test.serial, current);
}
