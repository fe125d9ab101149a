/** The life of `npm start` and `npm run stack`, from an invalid start to the end of every process. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, stat } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import test, { type ExecutionContext } from 'ava';
import type { SyncItem } from '../../../contract/schemas/sync.ts';
import { findPort } from '../../../infra/local/find-port.ts';
import { nodeArguments } from '../../../infra/local/node-arguments.ts';
import { runUntilAborted } from '../../../infra/local/run-until-stopped.ts';
import { serveStack } from '../../../infra/local/serve-stack.ts';
import { usageOf } from '../../../infra/local/usage.ts';
import { baseUrl, copyContent, fixtureContent } from '../../helpers/content.ts';
import { createClient } from '../../helpers/http-client.ts';
import { compileInto } from '../../helpers/pricing-app.ts';
import { runScript } from '../../helpers/run-process.ts';
import { embeddedScript, stackScript, startServer } from '../../helpers/running-server.ts';
import { listLeftovers, makeTemporaryFolder } from '../../helpers/temporary-folder.ts';
import { until } from '../../helpers/until.ts';
import { writeHook } from '../../helpers/write-hook.ts';
import { startService } from '../../specification-service/server.ts';

/** Starts a server that accepts connections and answers nothing; returns its port. */
async function takePort(t: ExecutionContext): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => server.close());
  return (server.address() as AddressInfo).port;
}

test.serial(
  'a start that cannot succeed prints the reason and the remedy, and exits with 1',
  async (t) => {
    const port = await takePort(t);
    t.deepEqual(await runScript(embeddedScript, [], { PORT: String(port) }), {
      exitCode: 1,
      stdout: '',
      stderr: `port ${port} is taken; choose another with PORT=<number>\n`,
    });
    const unknown = await runScript(stackScript, ['--hlep']);
    t.deepEqual([unknown.exitCode, unknown.stdout], [1, '']);
    t.regex(unknown.stderr, /^Unknown option '--hlep'/);
    t.true(unknown.stderr.endsWith(usageOf('stack')));
    const content = await copyContent(t);
    await content.write('brands.json', '{"brands": {}}');
    const invalid = await runScript(stackScript, ['--content', content.path], { PORT: '0' });
    t.is(invalid.exitCode, 1);
    t.regex(invalid.stderr, /products\/\S+\.json:\d+:\d+ error product\/unknown-brand: /);
    t.notRegex(invalid.stderr, /^ +at /m);
  },
);

test.serial(
  'npm start: serves and cleans up although the reader of its output has ended',
  async (t) => {
    const TMPDIR = await makeTemporaryFolder(t);
    const port = await findPort('127.0.0.1', 0);
    const args = [...nodeArguments(embeddedScript), '--content', fixtureContent];
    const child = spawn(process.execPath, args, {
      env: { ...process.env, PORT: String(port), TMPDIR },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const ended = once(child, 'close');
    const errors = text(child.stderr);
    child.stdout.destroy();
    const ask = createClient(port);
    const isServed = () => ask('/v1/health').then(Boolean, () => false);
    // Its output is not read, so only an answer shows that it serves.
    await until(async () => child.exitCode !== null || (await isServed()));
    child.kill();
    t.deepEqual([await ended, await errors], [[0, null], '']);
    t.deepEqual(await listLeftovers(TMPDIR), []);
  },
);

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
    await t.throwsAsync(client('/v1/health'), { code: 'ECONNREFUSED' });
    await t.throwsAsync(createClient(Number(new URL(stack.redis ?? '').port))('/'), {
      code: 'ECONNREFUSED',
    });
  },
);

/** Returns the ids of processes that have a folder as working folder, in their arguments or in their environment. */
async function processesOf(folder: string): Promise<string[]> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(
    ids.map(async (id) => {
      const files = ['cmdline', 'environ'].map((name) => readFile(`/proc/${id}/${name}`, 'utf8'));
      const texts = await Promise.all(files.map((each) => each.catch(() => '')));
      return texts.some((each) => each.includes(folder));
    }),
  );
  return ids.filter((_, index) => found[index]);
}

test.serial('a stack that is stopped during its start ends every server', async (t) => {
  const ending = new AbortController();
  const [host, port] = ['127.0.0.1', await findPort('127.0.0.1', 0)];
  let folder = '';
  let servers = 0;
  const failure = await runUntilAborted(async (run) => {
    folder = run.folder;
    const manifest = await compileInto(join(folder, 'dist'));
    const atEnd = (cleanUp: () => Promise<void>) => {
      run.atEnd(cleanUp);
      servers += 1;
      // Redis is ready, and the pricing service is starting.
      if (servers === 2) ending.abort();
    };
    const settings = {
      ...{ host, port, baseUrl, address: '', content: '', tls: false, isLasting: false },
      ...{ takesTestKeys: true, usesService: false },
    };
    await serveStack({ ...run, atEnd }, settings, { manifest });
  }, ending);
  t.is(failure, undefined);
  t.is(servers, 2, 'nginx was not started any more');
  await t.throwsAsync(stat(folder), { code: 'ENOENT' });
  t.deepEqual(await processesOf(folder), []);
});
