/**
 * Starts and stops the servers of `npm run stack` within the test process, with a build that all tests share.
 */
import { cp, readdir, readFile, readlink, stat } from 'node:fs/promises';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import type { Manifest } from '../../../contract/release.ts';
import { findPort } from '../../../infra/local/find-port.ts';
import { type Run, runUntilAborted } from '../../../infra/local/run-until-stopped.ts';
import { type ServedStack, serveStack } from '../../../infra/local/serve-stack.ts';
import { baseUrl, makeFolder } from '../../helpers/content.ts';
import { createClient } from '../../helpers/http-client.ts';
import { bearer, compileInto } from '../../helpers/pricing-app.ts';
import { collectTeardowns } from '../../helpers/teardown.ts';

const teardowns = collectTeardowns();
let built: string;
let manifest: Manifest;

test.before('the fixture is built once', async () => {
  built = join(await makeFolder(teardowns), 'dist');
  manifest = await compileInto(built);
});
test.after.always('the build is removed', teardowns.run);

/** Serves a copy of the shared build like `npm run stack`, with its files in the folder of `run`. */
async function serve(run: Run, port: number): Promise<ServedStack> {
  const host = '127.0.0.1';
  await cp(built, join(run.folder, 'dist'), {
    recursive: true,
    preserveTimestamps: true,
    verbatimSymlinks: true,
  });
  const place = { host, port, baseUrl, address: '', content: '', tls: false };
  return serveStack(
    run,
    { ...place, isLasting: false, takesTestKeys: true, usesService: false },
    { manifest },
  );
}

interface StartedStack {
  readonly folder: string;
  readonly stack: ServedStack;
}

/**
 * Starts a stack; resolves once it answers requests. Returns its folder, a client (`ask`), `ending`, whose abort ends
 * the stack, and `ended`, which resolves when the stack has ended: with an error if it failed.
 */
async function start() {
  const port = await findPort('127.0.0.1', 0);
  const ending = new AbortController();
  let ended: Promise<Error | undefined> | undefined;
  const started = new Promise<StartedStack>((resolve, reject) => {
    ended = runUntilAborted(async (run) => {
      resolve({ folder: run.folder, stack: await serve(run, port) });
    }, ending);
    ended.then(reject, reject);
  });
  return { ...(await started), ask: createClient(port), ending, ended };
}

/** Returns the ids of processes that use a folder: as working folder, in arguments or in the environment. */
async function processesOf(folder: string): Promise<string[]> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const isOne = async (id: string) => {
    const traces = await Promise.all([
      readlink(`/proc/${id}/cwd`).catch(() => ''),
      readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => ''),
      readFile(`/proc/${id}/environ`, 'utf8').catch(() => ''),
    ]);
    return traces.some((trace) => trace.includes(folder));
  };
  const found = await Promise.all(ids.map(isOne));
  return ids.filter((_, index) => found[index]);
}

/** Asserts that the folder of a run is removed and its processes have ended. */
async function assertGone(t: ExecutionContext, folder: string): Promise<void> {
  await t.throwsAsync(stat(folder), { code: 'ENOENT' });
  t.deepEqual(await processesOf(folder), []);
}

test.serial(
  'a stack whose nginx is killed reports it, ends, removes its files, and leaves another stack running',
  async (t) => {
    const [one, other] = await Promise.all([start(), start()]);
    t.not(one.stack.redisUrl, other.stack.redisUrl);
    process.kill(Number(await readFile(join(one.folder, 'run', 'nginx.pid'), 'utf8')), 'SIGKILL');
    t.regex(String((await one.ended)?.message), /^nginx ended by itself \(SIGKILL\)/);
    await assertGone(t, one.folder);
    await t.throwsAsync(one.ask('/v1/health'), { code: 'ECONNREFUSED' });

    const others = await processesOf(other.folder);
    t.true(others.length >= 3, 'Redis, the pricing service and nginx');
    const key = other.stack.accounts.find(({ label }) => label === 'A3')?.key ?? '';
    t.is((await other.ask('/v1/products/pricing', { headers: bearer(key) })).status, 200);
    other.ending.abort();
    t.is(await other.ended, undefined);
    await assertGone(t, other.folder);
  },
);

test.serial('a stack that is stopped during its start ends every server', async (t) => {
  const port = await findPort('127.0.0.1', 0);
  const ending = new AbortController();
  let folder = '';
  let servers = 0;
  const failure = await runUntilAborted(async (run) => {
    folder = run.folder;
    const atEnd = (cleanUp: () => Promise<void>) => {
      run.atEnd(cleanUp);
      servers += 1;
      // Redis is ready, and the pricing service is starting.
      if (servers === 2) ending.abort();
    };
    await serve({ ...run, atEnd }, port);
  }, ending);
  t.is(failure, undefined);
  t.is(servers, 2, 'nginx was not started any more');
  await assertGone(t, folder);
});
