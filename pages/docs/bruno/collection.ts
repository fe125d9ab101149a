/** A collection for Bruno (https://www.usebruno.com): a request for each operation, ready to send with a test key. */
import { testKeys } from '../../../contract/test-keys.ts';
import type { SampleInput } from '../expand.ts';
import type { ApiDescription, Operation, Parameter } from '../reference/openapi.ts';

/** Parameters that requests always send, from the variable of the same name. */
const sentParameters = ['sku', 'locale'];

/**
 * Returns the files of the collection by their path: a folder for each group, with a request in Bruno's language for
 * each operation that expects a 200, and two environments. `Test key` works without an account; `My key` keeps the
 * key as a secret, which Bruno does not write to a file.
 */
export function createBrunoCollection(
  { groups }: ApiDescription,
  { name, input }: { name: string; input: SampleInput },
): ReadonlyMap<string, string> {
  const folder = name.toLowerCase().replaceAll(' ', '-');
  const { baseUrl, locale, sku } = input;
  const variables = { baseUrl, locale, sku };
  const settings = { version: '1', name, type: 'collection', ignore: ['node_modules', '.git'] };
  return new Map([
    [`${folder}/bruno.json`, `${JSON.stringify(settings, null, 2)}\n`],
    [`${folder}/environments/Test key.bru`, block('vars', { ...variables, key: testKeys[0].key })],
    [`${folder}/environments/My key.bru`, `${block('vars', variables)}vars:secret [\n  key\n]\n`],
    ...groups.flatMap((group, at) => [
      [
        `${folder}/${group.name}/folder.bru`,
        block('meta', { name: group.name, seq: at + 1 }),
      ] as const,
      ...group.operations.map(
        (operation, index) =>
          [
            `${folder}/${group.name}/${operation.summary}.bru`,
            requestText(operation, index + 1),
          ] as const,
      ),
    ]),
  ]);
}

function requestText(operation: Operation, position: number): string {
  const { path, summary, description, parameters, key } = operation;
  const of = (where: Parameter['in']) => parameters.filter((each) => each.in === where);
  const query = of('query').filter(isSent);
  const search = query.map(({ name }) => `${name}={{${name}}}`).join('&');
  const url = `{{baseUrl}}${path.replace(/\{(\w+)\}/g, ':$1')}${search && `?${search}`}`;
  return [
    block('meta', { name: summary, type: 'http', seq: position }),
    block('get', { url, body: 'none', auth: key === 'none' ? 'none' : 'bearer' }),
    fields('params:query', of('query')),
    fields('params:path', of('path')),
    fields('headers', of('header')),
    key === 'none' ? '' : block('auth:bearer', { token: '{{key}}' }),
    block('assert', { 'res.status': 'eq 200' }),
    `docs {\n  ${description}\n}\n`,
  ]
    .filter((part) => part !== '')
    .join('\n');
}

/** The parameters of a place; one that is not always sent is there, switched off, with its example. */
function fields(name: string, parameters: readonly Parameter[]): string {
  if (parameters.length === 0) return '';
  const entries = parameters.map((parameter) =>
    isSent(parameter)
      ? [parameter.name, `{{${parameter.name}}}`]
      : [`~${parameter.name}`, parameter.example],
  );
  return block(name, Object.fromEntries(entries));
}

function isSent({ name }: Parameter): boolean {
  return sentParameters.includes(name);
}

/** A block of Bruno's language: a name and pairs. */
function block(name: string, pairs: Readonly<Record<string, string | number>>): string {
  const lines = Object.entries(pairs).map(([key, value]) => `  ${key}: ${value}\n`);
  return `${name} {\n${lines.join('')}}\n`;
}
