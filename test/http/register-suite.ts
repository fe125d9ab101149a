/** The HTTP suite: the checks of the product document and all topics, for the server that a test file starts. */
import { cpSync } from 'node:fs';
import { join, resolve } from 'node:path';
import test from 'ava';
import { registerConformance } from '../conform/checks.ts';
import { makeFolder } from '../helpers/content.ts';
import { createClient } from '../helpers/http-client.ts';
import { type RunningServer, startServer } from '../helpers/running-server.ts';
import { collectTeardowns } from '../helpers/teardown.ts';
import { listLeftovers, makeTemporaryFolder } from '../helpers/temporary-folder.ts';
import { copies } from './suite/copies.ts';
import { deprecatedPaths, writeDeprecations } from './suite/deprecations.ts';
import { headers } from './suite/headers.ts';
import { limits } from './suite/limits.ts';
import { notFound } from './suite/not-found.ts';
import { pages } from './suite/pages.ts';
import { problems } from './suite/problems.ts';
import { products } from './suite/products.ts';
import { representations } from './suite/representations.ts';
import { createSubject, type Register, type Subject, type Topic } from './suite/suite.ts';
import { sync } from './suite/sync.ts';
import { testKeyAnswers } from './suite/test-keys.ts';

const topics: readonly Topic[] = [
  ...[products, testKeyAnswers, copies, sync, headers, representations],
  ...[problems, notFound, pages, limits],
];

/**
 * Starts the server of a script with the sample catalogue, in which some routes are deprecated; registers the checks,
 * all topics and those in `more`, with titles that begin with `name`; and ends the server with `signal`.
 */
export function registerSuite(
  name: string,
  { script, signal, more = [] }: { script: string; signal: NodeJS.Signals; more?: Topic[] },
): void {
  const teardowns = collectTeardowns();
  let temporary = '';
  let server: RunningServer | undefined;
  let subject: Subject | undefined;
  const current = () => {
    if (subject === undefined) throw new Error('the server is not started yet');
    return subject;
  };
  test.before(`${name} starts`, async () => {
    temporary = await makeTemporaryFolder(teardowns);
    const content = join(await makeFolder(teardowns), 'content');
    cpSync(resolve(import.meta.dirname, '../../content'), content, { recursive: true });
    await writeDeprecations(content, deprecatedPaths);
    const args = ['--content', content];
    server = await startServer(script, { args, environment: { TMPDIR: temporary } });
    subject = await createSubject(server, temporary);
  });
  test.after.always(`${name} ends at ${signal} with exit code 0, and leaves nothing`, async (t) => {
    try {
      t.is(await server?.stop(signal), 0);
      t.deepEqual(await listLeftovers(temporary), []);
      await t.throwsAsync(createClient(server?.port ?? 0)('/v1/health'), { code: 'ECONNREFUSED' });
    } finally {
      await teardowns.run();
    }
  });
  // Serial, so that a slow machine answers every request in time.
  const register: Register = (title, run) => test.serial(`${name}: ${title}`, run);
  registerConformance(register, () => {
    const { address, keys } = current().server;
    return { url: address, key: keys['A3'], revokedKey: keys['revoked'] };
  });
  for (const topic of [...topics, ...more]) topic(register, current);
}
