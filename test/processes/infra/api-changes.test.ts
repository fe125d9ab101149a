import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { createOpenApiDocument } from '../../../contract/openapi/document.ts';
import { breakingChanges } from '../../../infra/api-changes/breaking-changes.ts';
import { type ApiControls, runApi } from '../../../infra/api-changes/command.ts';
import { makeFolder } from '../../helpers/content.ts';
import { runCommand } from '../../helpers/run-command.ts';

const text = { type: 'string' };
const entry = { type: 'object', properties: { id: text }, required: ['id'] };
const named = { type: 'object', properties: { name: text }, required: ['name'] };
const p = { name: 'p', in: 'query', schema: text };
const answer = (schema: unknown) => ({
  200: { headers: { ETag: {} }, content: { 'application/json': { schema } } },
});

/** The only operation of an API, with the parameter `p` and a JSON response. */
const operation = {
  security: [{}, { accountKey: [] }],
  parameters: [p],
  responses: { ...answer({ $ref: '#/components/schemas/Entry' }), 404: {} },
};

function documentOf(get: object, others: object = {}) {
  return { components: { schemas: { Entry: entry } }, paths: { '/v1/x': { get }, ...others } };
}

/** Returns the breaking changes between two versions of the operation. */
function between(before: object, after: object): string[] {
  const [old, next] = [before, after].map((each) => documentOf({ ...operation, ...each }));
  return breakingChanges(old, next).map((change) => change.replace('GET /v1/x: ', ''));
}

test.serial('additions break no client', (t) => {
  const body = { ...entry, properties: { id: text, name: text }, required: ['id', 'name'] };
  const { 200: ok } = answer(body);
  const next = {
    ...operation,
    deprecated: true,
    parameters: [p, { name: 'q', in: 'query', schema: text }],
    responses: {
      200: { headers: { ...ok.headers, Link: {} }, content: ok.content },
      410: {},
    },
  };
  const paths = { '/v1/y': { get: operation }, '/v2/x': { get: {} } };
  t.deepEqual(breakingChanges(documentOf(operation), documentOf(next, paths)), []);
});

test.serial('each change that breaks clients is found, and named by its place', (t) => {
  const { 200: ok } = operation.responses;
  const removed = breakingChanges(documentOf(operation), { paths: {} });
  t.deepEqual(removed, ['GET /v1/x: is removed']);
  for (const [next, ...expected] of [
    [{ security: [{ accountKey: [] }] }, 'now requires a key'],
    [{ security: [{}] }, 'no longer accepts accountKey'],
    [{ parameters: [] }, 'parameter p (query) is removed'],
    [
      { parameters: [{ ...p, schema: { ...text, enum: ['a'] } }] },
      'parameter p (query) no longer accepts string',
    ],
    [
      { responses: { 200: { ...ok, content: { ...ok.content, 'text/csv': {} } } } },
      '200 may now be text/csv',
    ],
    [{ parameters: [{ ...p, required: true }] }, 'parameter p (query) is now required'],
    [
      { parameters: [p, { name: 'q', in: 'query', required: true }] },
      'parameter q (query) is new and required',
    ],
    [{ responses: {} }, 'status 200 is removed'],
    [
      { responses: { 200: {} } },
      '200 no longer has the header ETag',
      '200 is no longer application/json',
    ],
    [{ responses: answer(named) }, '200.id is removed'],
  ] as const) {
    t.deepEqual(between({}, next), expected);
  }
});

const asRequest = (schema: unknown) => ({ parameters: [{ ...p, schema }] });
const asResponse = (schema: unknown) => ({ responses: answer(schema) });

test.serial('a request that accepts less and a response that allows more break clients', (t) => {
  const a = { const: 'a' };
  for (const [less, more, what] of [
    [{ anyOf: [a] }, { anyOf: [a, { const: 'b' }] }, '"b"'],
    [{ oneOf: [{ enum: ['a'] }, text] }, { anyOf: [text, { type: 'null' }, a] }, 'null'],
    [{ enum: ['a'] }, text, 'string'],
    [{ type: 'integer' }, { anyOf: [{ type: 'number' }, { type: 'integer' }] }, 'number'],
    [text, {}, 'anything'],
  ] as const) {
    t.deepEqual(between(asRequest(less), asRequest(more)), []);
    t.deepEqual(between(asResponse(less), asResponse(more)), [`200 may now be ${what}`]);
    const refused = [`parameter p (query) no longer accepts ${what}`];
    t.deepEqual(between(asRequest(more), asRequest(less)), refused);
    t.deepEqual(between(asResponse(more), asResponse(less)), []);
  }
  const list = (items: object) => ({ type: 'array', items });
  const map = (additionalProperties: unknown) => ({ type: 'object', additionalProperties });
  for (const [old, next, ...expected] of [
    [list(entry), list({ ...entry, required: [] }), '200[].id is now optional'],
    [list(entry), { type: 'array' }, '200[] may now be anything'],
    [map(text), map({ type: 'null' }), '200.* may now be null'],
    [map(text), map(false)],
    [{ anyOf: [entry, text] }, { anyOf: [text, entry, named] }, '200.id is removed'],
  ] as const) {
    t.deepEqual(between(asResponse(old), asResponse(next)), expected);
  }
});

const run = (args: string[], controls: ApiControls) =>
  runCommand((words, terminal) => runApi(words, terminal, controls), args);

const site = { baseUrl: 'https://catalogue.example', defaultLocale: 'en-CA' } as const;

/** Writes the document of the code without a route and without a tag, as the published one. */
async function writeEarlier(file: string): Promise<string> {
  const document = createOpenApiDocument(site);
  const { '/v1/health': _, ...paths } = document['paths'] as Record<string, unknown>;
  const earlier = JSON.stringify({ ...document, paths });
  await writeFile(file, earlier);
  return earlier;
}

test.serial(
  'additions are listed, and published only with --yes or after a confirmation',
  async (t) => {
    const file = join(await makeFolder(t), 'openapi.json');
    const earlier = await writeEarlier(file);
    const listed = '1 addition is not published yet:\n  paths › /v1/health\n';
    const refused = await run([], { file });
    t.deepEqual([refused.exitCode, refused.stdout], [1, listed]);
    t.regex(refused.stderr, /add --yes/);
    t.is((await run(['--check'], { file })).exitCode, 0);
    t.is((await run([], { file, ask: async () => false })).exitCode, 0);
    t.is(await readFile(file, 'utf8'), earlier);
    for (const [args, ask] of [[['--yes']], [[], async () => true]] as const) {
      await writeEarlier(file);
      t.deepEqual(await run([...args], { file, ask }), { exitCode: 0, stdout: listed, stderr: '' });
      t.deepEqual(JSON.parse(await readFile(file, 'utf8')), createOpenApiDocument(site));
    }
    t.deepEqual(await run(['--check'], { file }), { exitCode: 0, stdout: '', stderr: '' });
  },
);

test.serial('a breaking change is printed with its remedy, and nothing is written', async (t) => {
  const file = join(await makeFolder(t), 'openapi.json');
  const before = JSON.stringify(documentOf({ responses: {} }));
  await writeFile(file, before);
  for (const args of [['--yes'], ['--check']]) {
    const { exitCode, stdout, stderr } = await run(args, { file });
    t.deepEqual([exitCode, stdout], [1, '']);
    t.regex(stderr, /^These changes break clients of \/v1:\n {2}GET \/v1\/x: is removed\n {2}Add /);
  }
  t.is(await readFile(file, 'utf8'), before);
});
