/** The output of `npm start` and `npm run stack` when they cannot start, or when no program reads it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { text } from 'node:stream/consumers';
import test, { type ExecutionContext } from 'ava';
import { findPort } from '../../../infra/local/find-port.ts';
import { nodeArguments } from '../../../infra/local/node-arguments.ts';
import { usageOf } from '../../../infra/local/usage.ts';
import { copyContent, fixtureContent } from '../../helpers/content.ts';
import { createClient } from '../../helpers/http-client.ts';
import { embeddedScript, stackScript } from '../../helpers/running-server.ts';
import { listLeftovers, makeTemporaryFolder } from '../../helpers/temporary-folder.ts';
import { until } from '../../helpers/until.ts';

/** Runs a script until it ends; returns its exit code and output. */
async function runToEnd(script: string, args: readonly string[], PORT: string) {
  const child = spawn(process.execPath, [...nodeArguments(script), ...args], {
    env: { ...process.env, PORT },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [output, errors, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  return { code: code as number | null, output, errors };
}

async function takePort(t: ExecutionContext): Promise<string> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => server.close());
  return String((server.address() as { port: number }).port);
}

// Both scripts read port, settings and content with the same functions, which have their own tests.
test.serial('npm start: a port in use causes one error line and exit code 1', async (t) => {
  const port = await takePort(t);
  const { code, errors } = await runToEnd(embeddedScript, [], port);
  t.is(code, 1);
  t.is(errors, `port ${port} is taken; choose another with PORT=<number>\n`);
});

test.serial('npm run stack: an invalid PORT causes one error line and exit code 1', async (t) => {
  const { code, errors } = await runToEnd(stackScript, [], 'eighty');
  t.is(code, 1);
  t.is(errors, 'PORT is "eighty"; it must be a number from 0 to 65535\n');
});

test.serial(
  'npm run stack: invalid content is reported with file and reason, and exit code 1',
  async (t) => {
    const content = await copyContent(t);
    await content.write('brands.json', '{"brands": {}}');
    const { code, errors } = await runToEnd(stackScript, ['--content', content.path], '0');
    t.is(code, 1);
    t.regex(errors, /products\/\S+\.json:\d+:\d+ error product\/unknown-brand: /);
    t.notRegex(errors, /^ +at /m);
  },
);

test.serial(
  'npm start: --help prints the usage, and an unknown argument prints the reason and the usage with exit code 1',
  async (t) => {
    t.deepEqual(await runToEnd(embeddedScript, ['--help'], 'unused'), {
      code: 0,
      output: usageOf('start'),
      errors: '',
    });
    const { code, output, errors } = await runToEnd(embeddedScript, ['--hlep'], '0');
    t.deepEqual({ code, output }, { code: 1, output: '' });
    t.regex(errors, /^Unknown option '--hlep'/);
    t.true(errors.endsWith(usageOf('start')));
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
