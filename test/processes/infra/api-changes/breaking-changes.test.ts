import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { createOpenApiDocument } from '../../../../contract/openapi/document.ts';
import { breakingChanges } from '../../../../infra/api-changes/breaking-changes.ts';
import { runApi } from '../../../../infra/api-changes/command.ts';
import { makeFolder } from '../../../helpers/content.ts';
import { runCommand } from '../../../helpers/run-command.ts';

/** The OpenAPI document, or a part of it, as a type that tests can edit. */
type Loose = { [name: string]: Loose };

const site = { baseUrl: 'https://catalogue.example', defaultLocale: 'en-CA' } as const;
const published = JSON.stringify(createOpenApiDocument(site));
const create = () => JSON.parse(published) as Loose;
const value = (json: unknown) => json as Loose;

/** Returns the breaking changes between the OpenAPI document and a copy that `edit` has changed. */
function after(edit: (document: Loose) => void): string[] {
  const next = create();
  edit(next);
  return breakingChanges(create(), next);
}

function operation(document: Loose, path: string): Loose {
  return document['paths']?.[path]?.['get'] as Loose;
}

function schema(document: Loose, name: string): Loose {
  return document['components']?.['schemas']?.[name] as Loose;
}

function parameter(document: Loose, name: string): Loose {
  return document['components']?.['parameters']?.[name] as Loose;
}

function remove(list: unknown, element: string): Loose {
  return value((list as string[]).filter((each) => each !== element));
}

test.serial(
  'the current API document has no breaking change since the last published one',
  async (t) => {
    const text = await readFile('contract/published/openapi.json', 'utf8');
    t.deepEqual(breakingChanges(JSON.parse(text), create()), []);
  },
);

test.serial('additions are not breaking changes', (t) => {
  const changes = after((document) => {
    const paths = document['paths'] as Loose;
    paths['/v2/products'] = value({ get: { parameters: [], responses: {} } });
    const health = schema(document, 'Health');
    (health['properties'] as Loose)['region'] = value({ type: 'string' });
    health['required'] = value([...(health['required'] as unknown as string[]), 'region']);
    const list = operation(document, '/v1/products');
    list['parameters'] = value([
      ...(list['parameters'] as unknown as Loose[]),
      { name: 'fields', in: 'query', schema: { type: 'string' } },
    ]);
    list['deprecated'] = value(true);
    (list['responses'] as Loose)['410'] = value({ description: 'Gone.' });
  });
  t.deepEqual(changes, []);
});

const breaks: readonly [string, (document: Loose) => void, readonly string[]][] = [
  [
    'a removed route',
    (document) => delete document['paths']?.['/v1/health'],
    ['GET /v1/health: is removed'],
  ],
  [
    'a parameter that is now required',
    (document) => {
      parameter(document, 'company')['required'] = value(true);
    },
    ['GET /v1/sync/activeProduct: parameter company (query) is now required'],
  ],
  [
    'a new parameter that is required',
    (document) => {
      const parameters = operation(document, '/v1/health')['parameters'] as unknown as unknown[];
      parameters.push({ name: 'who', in: 'query', required: true, schema: { type: 'string' } });
    },
    ['GET /v1/health: parameter who (query) is new and required'],
  ],
  [
    'a removed parameter',
    (document) => {
      operation(document, '/v1/health')['parameters'] = value([]);
    },
    ['GET /v1/health: parameter If-None-Match (header) is removed'],
  ],
  [
    'a narrower enumeration of a request',
    (document) => {
      const { schema: locale } = parameter(document, 'locale');
      if (locale) locale['enum'] = remove(locale['enum'], 'fr-CA');
    },
    [
      'GET /v1/products: parameter locale (query) no longer accepts "fr-CA"',
      'GET /v1/products/changes: parameter locale (query) no longer accepts "fr-CA"',
      'GET /v1/products/export: parameter locale (query) no longer accepts "fr-CA"',
      'GET /v1/products/inventory: parameter locale (query) no longer accepts "fr-CA"',
      'GET /v1/products/pricing: parameter locale (query) no longer accepts "fr-CA"',
      'GET /v1/products/{sku}: parameter locale (query) no longer accepts "fr-CA"',
      'GET /v1/products/{sku}/pricing: parameter locale (query) no longer accepts "fr-CA"',
      'GET /v1/sync/activeProduct: parameter locale (query) no longer accepts "fr-CA"',
    ],
  ],
  [
    'a new enumeration of a request',
    (document) => {
      const { schema: company } = parameter(document, 'company');
      if (company) company['enum'] = value(['acme', 'beta']);
    },
    ['GET /v1/sync/activeProduct: parameter company (query) now accepts only "acme", "beta"'],
  ],
  [
    'another pattern of a request',
    (document) => {
      const { schema: company } = parameter(document, 'company');
      if (company) company['pattern'] = value('^[a-z]+$');
    },
    ['GET /v1/sync/activeProduct: parameter company (query) has a narrower pattern'],
  ],
  [
    'a removed member of an answer',
    (document) => delete schema(document, 'Health')['properties']?.['release'],
    ['GET /v1/health: 200.release is removed'],
  ],
  [
    'a member of an answer that becomes optional',
    (document) => {
      const health = schema(document, 'Health');
      health['required'] = remove(health['required'], 'release');
    },
    ['GET /v1/health: 200.release is now optional'],
  ],
  [
    'another type in an answer',
    (document) => {
      (schema(document, 'Health')['properties'] as Loose)['release'] = value({ type: 'integer' });
    },
    ['GET /v1/health: 200.release changed its type from string to integer'],
  ],
  [
    'a new value of an enumeration in an answer',
    (document) => {
      const values = { type: 'string', enum: ['ok', 'degraded'] };
      (schema(document, 'Health')['properties'] as Loose)['status'] = value(values);
    },
    ['GET /v1/health: 200.status may now be "degraded"'],
  ],
  [
    'null in an answer that was never null',
    (document) => {
      const types = { anyOf: [{ type: 'string' }, { type: 'null' }] };
      (schema(document, 'Health')['properties'] as Loose)['release'] = value(types);
    },
    ['GET /v1/health: 200.release changed its type from string to string or null'],
  ],
  [
    'elements of an array that may be anything',
    (document) => delete schema(document, 'ProductList')['properties']?.['products']?.['items'],
    ['GET /v1/products: 200.products[] changed its type from object to anything'],
  ],
  [
    'a status of success, a media type and a header that are gone',
    (document) => {
      const health = operation(document, '/v1/health')['responses'] as Loose;
      delete health['200']?.['content'];
      delete health['200']?.['headers']?.['ETag'];
      delete (operation(document, '/v1/products/pricing')['responses'] as Loose)['200'];
    },
    [
      'GET /v1/health: 200 no longer has the header ETag',
      'GET /v1/health: 200 is no longer application/json',
      'GET /v1/products/pricing: status 200 is removed',
    ],
  ],
  [
    'a key that is needed now',
    (document) => {
      operation(document, '/v1/products/{sku}')['security'] = value([{ accountKey: [] }]);
    },
    ['GET /v1/products/{sku}: now requires a key'],
  ],
];

for (const [what, edit, expected] of breaks) {
  test(`a breaking change is found: ${what}`, (t) => {
    t.deepEqual(after(edit).sort(), [...expected].sort());
  });
}

/**
 * Compares two documents that differ only in a schema. Returns the breaking changes if it is the schema of a parameter
 * (`request`), and if it is that of a response body (`response`).
 */
function between(old: unknown, next: unknown): { request: string[]; response: string[] } {
  const documentOf = (schema: unknown, one: 'request' | 'response') => ({
    components: { schemas: { B: { const: 'b' } } },
    paths: {
      '/v1/x': {
        get: {
          parameters: one === 'request' ? [{ name: 'p', in: 'query', schema }] : [],
          responses:
            one === 'response' ? { 200: { content: { 'application/json': { schema } } } } : {},
        },
      },
    },
  });
  const changes = (one: 'request' | 'response') =>
    breakingChanges(documentOf(old, one), documentOf(next, one)).map((change) =>
      change.replace('GET /v1/x: ', ''),
    );
  return { request: changes('request'), response: changes('response') };
}

const a = { const: 'a' };
const text = { type: 'string' };
const nothing = { type: 'null' };
const entry = { type: 'object', properties: { id: text }, required: ['id'] };
const named = { type: 'object', properties: { name: text }, required: ['name'] };

test.serial(
  'a new alternative of an answer and a removed one of a request are breaking changes',
  (t) => {
    for (const [one, both] of [
      [{ anyOf: [a] }, { anyOf: [a, { const: 'b' }] }],
      [{ anyOf: [a] }, { anyOf: [{ $ref: '#/components/schemas/B' }, a] }],
      [{ oneOf: [a] }, { oneOf: [a, { const: 'b' }] }],
      [a, { anyOf: [a, { const: 'b' }] }],
      [{ anyOf: [a] }, { enum: ['a', 'b'] }],
      [{ anyOf: [{ enum: ['a'] }, nothing] }, { anyOf: [nothing, { enum: ['b', 'a'] }] }],
    ]) {
      t.deepEqual(between(one, both), { request: [], response: ['200 may now be "b"'] });
      t.deepEqual(between(both, one), {
        request: ['parameter p (query) no longer accepts "b"'],
        response: [],
      });
    }
    t.deepEqual(between({ anyOf: [entry, text] }, { anyOf: [text, entry, named] }).response, [
      '200.id is removed',
    ]);
    t.deepEqual(
      between({ anyOf: [text, nothing] }, { anyOf: [nothing, { ...text, maxLength: 5 }] }).request,
      ['parameter p (query) has a narrower maxLength'],
    );
  },
);

test.serial(
  'alternatives in another order or written as an enumeration are not breaking changes',
  (t) => {
    for (const [old, next] of [
      [{ anyOf: [entry, nothing, text] }, { anyOf: [text, entry, nothing] }],
      [{ anyOf: [entry, named] }, { anyOf: [named, entry] }],
      [{ anyOf: [a, { const: 'b' }] }, { enum: ['b', 'a'] }],
      [{ enum: ['b', 'a'] }, { oneOf: [a, { const: 'b' }] }],
    ]) {
      t.deepEqual(between(old, next), { request: [], response: [] });
    }
  },
);

test.serial('array elements or map values that may be anything are a breaking change', (t) => {
  const list = { type: 'array' };
  const map = { type: 'object' };
  const lost = ['200[] changed its type from object to anything'];
  t.deepEqual(between({ ...list, items: entry }, list).response, lost);
  t.deepEqual(
    between({ ...list, items: entry }, { ...list, items: {} }).response.slice(0, 1),
    lost,
  );
  t.deepEqual(between({ ...map, additionalProperties: text }, map).response, [
    '200.* changed its type from string to anything',
  ]);
  t.deepEqual(between({ ...map, additionalProperties: {} }, map).response, []);
  t.deepEqual(between({ ...list, items: entry }, text).response, [
    '200 changed its type from array to string',
  ]);
});

test.serial(
  'a change deep in a shared schema is found on every route that uses the schema',
  (t) => {
    const changes = after((document) => {
      const tier = schema(document, 'PriceTier');
      delete tier['properties']?.['price'];
    });
    t.true(
      changes.some((change) =>
        /^GET \/v1\/products: 200\.products\[\]\.pricing\.msrp\[\]\.price is removed$/.test(change),
      ),
      changes.join('\n'),
    );
    t.true(
      changes.some((change) =>
        /^GET \/v1\/products\/\{sku\}\/pricing: 200\.net\[\]\.price is removed$/.test(change),
      ),
    );
  },
);

const run = (file: string, ...args: string[]) =>
  runCommand((words, terminal) => runApi(words, terminal, file), args);

test.serial(
  'without a breaking change the command publishes the document, and with --check it writes nothing',
  async (t) => {
    const file = join(await makeFolder(t), 'openapi.json');
    t.deepEqual(await run(file, '--check'), { exitCode: 0, stdout: '', stderr: '' });
    await t.throwsAsync(stat(file), { code: 'ENOENT' });
    t.is((await run(file)).exitCode, 0);
    t.deepEqual(JSON.parse(await readFile(file, 'utf8')), create());
  },
);

test.serial(
  'a breaking change is printed with its remedy, and the published document is not changed',
  async (t) => {
    const file = join(await makeFolder(t), 'openapi.json');
    const before = create();
    (before['paths'] as Loose)['/v1/old'] = value({ get: { responses: {} } });
    const text = JSON.stringify(before);
    await writeFile(file, text);
    for (const args of [[], ['--check']]) {
      const { exitCode, stdout, stderr } = await run(file, ...args);
      t.deepEqual([exitCode, stdout], [1, '']);
      t.regex(
        stderr,
        /^These changes break clients of \/v1:\n {2}GET \/v1\/old: is removed\n {2}Add /,
      );
    }
    t.is(await readFile(file, 'utf8'), text);
  },
);

test.serial(
  'an invalid command line prints the reason and the usage, and --help the usage',
  async (t) => {
    const file = join(await makeFolder(t), 'openapi.json');
    const wrong = await run(file, '--force');
    t.deepEqual([wrong.exitCode, wrong.stdout], [1, '']);
    t.regex(wrong.stderr, /^Unknown option '--force'.*\n\nUsage: npm run api /);
    const help = await run(file, '--help');
    t.deepEqual([help.exitCode, help.stderr], [0, '']);
    t.regex(help.stdout, /^Usage: npm run api [\s\S]+\nExamples:\n/);
    await t.throwsAsync(stat(file), { code: 'ENOENT' });
  },
);
