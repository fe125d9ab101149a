/** `npm start` as its user meets it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import test, { type ExecutionContext } from 'ava';
import { copyContent, fixtureContent } from '../../helpers/content.ts';
import { createClient } from '../../helpers/http-client.ts';
import { embeddedScript, stackScript, startServer } from '../../helpers/running-server.ts';
import { isLoaderCache, makeTemporaryFolder } from '../../helpers/temporary-folder.ts';

/** Runs a script to its end and gives what it said. */
async function runToEnd(
  script: string,
  args: readonly string[],
  environment: Record<string, string>,
): Promise<{ code: number | null; errors: string }> {
  const child = spawn(process.execPath, ['--import', 'tsx', script, ...args], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let errors = '';
  child.stderr.on('data', (data: Buffer) => {
    errors += data.toString();
  });
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, errors };
}

async function takePort(t: ExecutionContext): Promise<string> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => server.close());
  return String((server.address() as { port: number }).port);
}

for (const script of [embeddedScript, stackScript]) {
  test(`${script}: a taken port is one clear line and exit 1`, async (t) => {
    const PORT = await takePort(t);
    const { code, errors } = await runToEnd(script, [], { PORT });
    t.is(code, 1);
    t.is(errors, `port ${PORT} is taken; choose another with PORT=<number>\n`);
  });

  test(`${script}: bad content is told with file and reason, and exit 1`, async (t) => {
    const content = await copyContent(t);
    await content.write('brands.json', '{"brands": {}}');
    const args = ['--content', content.path];
    const { code, errors } = await runToEnd(script, args, { PORT: '0' });
    t.is(code, 1);
    t.regex(errors, /products\/\S+\.json:\d+:\d+ error product\/unknown-brand: /);
    t.notRegex(errors, /^ +at /m);
  });

  test(`${script}: a wrong PORT is one clear line and exit 1`, async (t) => {
    const { code, errors } = await runToEnd(script, [], { PORT: 'eighty' });
    t.is(code, 1);
    t.is(errors, 'PORT is "eighty"; it must be a number from 0 to 65535\n');
  });

  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    test(`${script}: ${signal} ends it with exit 0 and an empty temporary folder`, async (t) => {
      const TMPDIR = await makeTemporaryFolder(t);
      const args = ['--content', fixtureContent];
      const server = await startServer(script, { args, environment: { TMPDIR } });
      t.is((await readdir(TMPDIR)).filter((name) => name.startsWith('catalogue-')).length, 1);
      t.is(await server.stop(signal), 0);
      t.deepEqual(await ownFiles(TMPDIR), []);
      await t.throwsAsync(createClient(server.port)('/v1/health'), { code: 'ECONNREFUSED' });
    });
  }
}

/** What is left in a temporary folder but the caches of the TypeScript loader and of npm. */
async function ownFiles(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => !isLoaderCache(name));
}

test.serial(
  'two stacks run side by side, and one that stops does not touch the other',
  async (t) => {
    const args = ['--content', fixtureContent];
    const [one, other] = await Promise.all([
      startServer(stackScript, { args }),
      startServer(stackScript, { args }),
    ]);
    t.not(one.port, other.port);
    t.not(one.redis, other.redis);
    t.is(await one.stop(), 0);
    const headers = { Authorization: `Bearer ${other.keys['A3'] ?? Object.values(other.keys)[0]}` };
    const reply = await createClient(other.port)('/v1/products/pricing', { headers });
    t.is(reply.status, 200);
    t.is(await other.stop(), 0);
  },
);

test.serial(
  'a stack whose nginx is killed ends by itself, says so, and leaves nothing',
  async (t) => {
    const TMPDIR = await makeTemporaryFolder(t);
    const args = ['--content', fixtureContent];
    const server = await startServer(stackScript, { args, environment: { TMPDIR } });
    const [run = ''] = await ownFiles(TMPDIR);
    const pid = Number(await readFile(join(TMPDIR, run, 'run', 'nginx.pid'), 'utf8'));
    process.kill(pid, 'SIGKILL');
    t.is(await server.exited, 1);
    t.regex(server.errors(), /^nginx ended by itself \(SIGKILL\)/);
    t.deepEqual(await ownFiles(TMPDIR), []);
    await t.throwsAsync(createClient(server.port)('/v1/health'), { code: 'ECONNREFUSED' });
  },
);

/** Reads lines until one matches; the stream goes on being read. */
function untilLine(stream: NodeJS.ReadableStream, expression: RegExp): Promise<string[]> {
  const lines: string[] = [];
  return new Promise((resolve) => {
    createInterface({ input: stream }).on('line', (line) => {
      lines.push(line);
      if (expression.test(line)) resolve(lines);
    });
  });
}

test.serial('SIGTERM while the servers are being started ends all that there are', async (t) => {
  const TMPDIR = await makeTemporaryFolder(t);
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', stackScript, '--content', fixtureContent],
    { env: { ...process.env, PORT: '0', TMPDIR }, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let errors = '';
  child.stderr.on('data', (data: Buffer) => {
    errors += data.toString();
  });
  // Redis runs then; the service and nginx are next.
  await untilLine(child.stdout, /^published /);
  child.kill('SIGTERM');
  const [code] = (await once(child, 'close')) as [number | null];
  t.is(code, 0, errors);
  t.is(errors, '');
  t.deepEqual(await ownFiles(TMPDIR), []);
});

for (const script of ['start', 'dev', 'stack']) {
  test(`npm run ${script}: SIGTERM to npm itself leaves nothing running`, async (t) => {
    const TMPDIR = await makeTemporaryFolder(t);
    const child = spawn('npm', ['run', script, '--', '--content', fixtureContent], {
      env: { ...process.env, PORT: '0', TMPDIR },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const lines = await untilLine(child.stdout, /^key revoked /);
    const port = Number(/localhost:(\d+)/.exec(lines.join('\n'))?.[1]);
    child.kill('SIGTERM');
    // Its output closes when the last process that holds it is gone.
    await once(child, 'close');
    await t.throwsAsync(createClient(port)('/v1/health'), { code: 'ECONNREFUSED' });
    t.deepEqual(await ownFiles(TMPDIR), []);
  });
}
