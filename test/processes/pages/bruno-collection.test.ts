/**
 * Tests the collection that readers download, with Bruno's own command line against the embedded server. The tests run
 * one at a time, because each takes seconds of processor time.
 */
import { execFile } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import test, { type ExecutionContext } from 'ava';
import { findNpmProgram } from '../../../infra/provision/npm-programs.ts';
import { collectionAddress } from '../../../pages/docs/addresses.ts';
import { fixtureContent, makeFolder } from '../../helpers/content.ts';
import { createClient } from '../../helpers/http-client.ts';
import { embeddedScript, type RunningServer, startServer } from '../../helpers/running-server.ts';
import { collectTeardowns } from '../../helpers/teardown.ts';

const atEnd = collectTeardowns();
const run = promisify(execFile);
let server: RunningServer;

test.before('the server starts', async () => {
  server = await startServer(embeddedScript, { args: ['--content', fixtureContent] });
  atEnd.teardown(async () => void (await server.stop()));
});
test.after.always('the server stops', () => atEnd.run());

interface Report {
  readonly results: readonly {
    readonly request: { readonly url: string };
    readonly response: { readonly status: number };
    readonly error: string | null;
    readonly assertionResults: readonly { readonly status: string }[];
  }[];
}

/** Downloads the collection and unpacks it; returns its folder. */
async function unpack(t: ExecutionContext): Promise<string> {
  const folder = await makeFolder(t);
  const archive = join(folder, 'collection.zip');
  await writeFile(archive, (await createClient(server.port)(collectionAddress)).bytes);
  await run('python3', ['-m', 'zipfile', '-e', archive, folder]);
  const [name = ''] = (await readdir(folder)).filter((entry) => !entry.endsWith('.zip'));
  return join(folder, name);
}

/**
 * Runs requests of a collection. Returns Bruno's exit code, the path and status of each answer, and as JSON the
 * requests that Bruno counts as failed, with its reason.
 */
async function runCollection(folder: string, args: readonly string[]) {
  const program = await findNpmProgram('bruno');
  if (program === undefined) throw new Error('Bruno is not installed; run npm run provision');
  const report = join(folder, '..', 'report.json');
  // Bruno does not wait until its default sandbox is loaded: on a busy machine, the first assertion fails.
  const options = ['--sandbox', 'developer', '--env', 'Test key', '--reporter-json', report];
  const all = ['run', ...args, ...options];
  const exitCode = await run(program, all, { cwd: folder }).then(
    () => 0,
    ({ code }: { code: number }) => code,
  );
  const [{ results }] = JSON.parse(await readFile(report, 'utf8')) as [Report];
  const isFailed = ({ error, assertionResults }: Report['results'][number]) =>
    error !== null || assertionResults.some(({ status }) => status !== 'pass');
  return {
    exitCode,
    failures: JSON.stringify(results.filter(isFailed)),
    answers: results.map(({ request, response }) => ({
      path: new URL(request.url).pathname,
      status: response.status,
    })),
  };
}

test.serial(
  'the collection requests every path of the OpenAPI document with a test key, and gets a 200 for each',
  async (t) => {
    const { exitCode, failures, answers } = await runCollection(await unpack(t), ['-r']);
    const { paths } = (await createClient(server.port)('/openapi.json')).json() as {
      paths: object;
    };
    t.deepEqual(
      answers.map(({ path }) => path.replace(/\/BAG-5\b/, '/{sku}')).sort(),
      Object.keys(paths).sort(),
    );
    t.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
    t.is(exitCode, 0, failures);
  },
);

test.serial('a run with a revoked key fails', async (t) => {
  const key = `key=${server.keys['revoked']}`;
  const { exitCode, answers } = await runCollection(await unpack(t), [
    'Net prices',
    '--env-var',
    key,
  ]);
  t.deepEqual(
    answers.map(({ status }) => status),
    [401, 401],
  );
  t.is(exitCode, 1);
});
