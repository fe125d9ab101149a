import { access, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import test, { type ExecutionContext } from 'ava';
import { runApi } from '../../../infra/api-changes/command.ts';
import { makeFolder } from '../../helpers/content.ts';

/** Runs the command on a published document, or before there is one. */
async function run(t: ExecutionContext, args: string[], published?: string) {
  const printed = { stdout: '', stderr: '' };
  const collect = (stream: keyof typeof printed) => ({
    write(text: string) {
      printed[stream] += text;
    },
  });
  const streams = { stdout: collect('stdout'), stderr: collect('stderr') };
  const file = join(await makeFolder(t), 'openapi.json');
  if (published !== undefined) await writeFile(file, published);
  return { code: await runApi(args, streams, pathToFileURL(file)), file, ...printed };
}

test('npm run api: --help prints the usage and publishes nothing', async (t) => {
  const { code, stdout, stderr, file } = await run(t, ['--help']);
  t.is(code, 0);
  t.is(stderr, '');
  t.regex(stdout, /^Usage: npm run api/);
  for (const part of ['--check', 'Examples:', 'environment variables', 'Exit codes:']) {
    t.true(stdout.includes(part), part);
  }
  await t.throwsAsync(access(file), { code: 'ENOENT' });
});

test('npm run api: an unknown argument prints the reason and the usage', async (t) => {
  for (const args of [['--chek'], ['check']]) {
    const { code, stdout, stderr, file } = await run(t, args);
    t.is(code, 1);
    t.is(stdout, '');
    t.regex(stderr, new RegExp(`^.*'${args}'[^]*\n\nUsage: npm run api`));
    await t.throwsAsync(access(file), { code: 'ENOENT' });
  }
});

test('npm run api: without an option the document is published, with --check it is not', async (t) => {
  const { code, file } = await run(t, []);
  t.is(code, 0);
  const published = JSON.parse(await readFile(file, 'utf8')) as { openapi: string };
  t.is(published.openapi, '3.1.0');
  const checked = await run(t, ['--check']);
  t.is(checked.code, 0);
  await t.throwsAsync(access(checked.file), { code: 'ENOENT' });
});

test('npm run api: a change that breaks clients is named and not published', async (t) => {
  const text = JSON.stringify({ paths: { '/v1/gone': { get: { responses: {} } } } });
  const { code, stderr, file } = await run(t, [], text);
  t.is(code, 1);
  t.regex(stderr, /^These changes break clients of \/v1:\n.*\/v1\/gone/);
  t.is(await readFile(file, 'utf8'), text);
});
