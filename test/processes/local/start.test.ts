/** The life of `npm start` and `npm run stack`, from an invalid start to the end of every process. */
import { once } from 'node:events';
import { readdir, readFile, stat } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import type { SyncItem } from '../../../contract/schemas/sync.ts';
import { findPort } from '../../../infra/local/find-port.ts';
import { type Run, runUntilAborted } from '../../../infra/local/run-until-stopped.ts';
import { createServerStarter } from '../../../infra/local/servers.ts';
import { startRedis } from '../../../infra/local/start-redis.ts';
import { fixtureContent } from '../../helpers/content.ts';
import { createClient } from '../../helpers/http-client.ts';
import { runScript } from '../../helpers/run-process.ts';
import { embeddedScript, stackScript, startServer } from '../../helpers/running-server.ts';
import { listLeftovers, makeTemporaryFolder } from '../../helpers/temporary-folder.ts';
import { writeHook } from '../../helpers/write-hook.ts';
import { startService } from '../../specification-service/server.ts';

/** Starts a server that accepts connections and answers nothing, by default on a free port; returns its port. */
async function takePort(t: ExecutionContext, port = 0): Promise<number> {
  const server = createServer().listen(port, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => server.close());
  return (server.address() as AddressInfo).port;
}

test.serial('found ports are free and differ', async (t) => {
  const [port, other] = [await findPort('127.0.0.1', 0), await findPort('127.0.0.1', 0)];
  t.not(port, other);
  t.is(await takePort(t, port), port);
});

test.serial('npm start: a port in use causes one error line and exit code 1', async (t) => {
  const port = await takePort(t);
  t.deepEqual(await runScript(embeddedScript, [], { PORT: String(port) }), {
    exitCode: 1,
    stdout: '',
    stderr: `port ${port} is taken; choose another with PORT=<number>\n`,
  });
});

test.serial(
  'npm run stack: the listing comes from the specification service, REDIS_URL and DEPLOY_HOOK are not used, and when nginx is killed every process ends and the exit code is 1',
  async (t) => {
    const service = await startService({ products: [{ sku: 'USA-4', companies: ['west-shop'] }] });
    t.teardown(() => service.leave());
    const hook = await writeHook(t);
    const TMPDIR = await makeTemporaryFolder(t);
    const environment = {
      ...{ SPECIFICATION_URL: service.url, TMPDIR, ...hook.environment },
      REDIS_URL: `redis://127.0.0.1:${await takePort(t)}`,
    };
    const args = ['--content', fixtureContent];
    const stack = await startServer(stackScript, { args, environment, isRunByNpm: true });
    const client = createClient(stack.port);
    const items = (await client('/v1/sync/activeProduct?locale=en-US')).json() as SyncItem[];
    t.deepEqual(
      items.map(({ sku, companies }) => [sku, ...companies]),
      [['USA-4', 'west-shop']],
    );
    t.is(await hook.run(), undefined);
    const [folder = ''] = await listLeftovers(TMPDIR);
    const pid = await readFile(join(TMPDIR, folder, 'run', 'nginx.pid'), 'utf8');
    process.kill(Number(pid), 'SIGKILL');
    t.is(await stack.exited, 1);
    t.regex(stack.errors(), /^nginx ended by itself \(SIGKILL\)/m);
    t.deepEqual(await listLeftovers(TMPDIR), []);
    t.deepEqual(await processesOf(join(TMPDIR, folder)), []);
  },
);

test.serial('a run that is stopped during its start ends its servers', async (t) => {
  const ending = new AbortController();
  let folder = '';
  const failure = await runUntilAborted(async (run: Run) => {
    folder = run.folder;
    const atEnd = (cleanUp: () => Promise<void>) => {
      run.atEnd(cleanUp);
      ending.abort();
    };
    await startRedis(await createServerStarter({ ...run, atEnd }), run);
  }, ending);
  t.is(failure, undefined);
  await t.throwsAsync(stat(folder), { code: 'ENOENT' });
  t.deepEqual(await processesOf(folder), []);
});

/** Returns the ids of processes that have a folder in their arguments. */
async function processesOf(folder: string): Promise<string[]> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const words = ids.map((id) => readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => ''));
  const texts = await Promise.all(words);
  return ids.filter((_, index) => texts[index]?.includes(folder));
}
