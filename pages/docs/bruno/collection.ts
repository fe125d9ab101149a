/** Generates a collection for the API client Bruno (https://www.usebruno.com) with a request for each operation. */
import { testKeys } from '../../../contract/test-keys.ts';
import type { SampleInput } from '../expand.ts';
import type { ApiDescription, Operation, Parameter } from '../reference/openapi.ts';

/** Parameters that the requests send, each with the Bruno variable of its name as value: `?locale={{locale}}`. */
const sentParameters = ['sku', 'locale'];

/**
 * Returns the files of the Bruno collection `name`: path → text. Each group of operations is a folder; each operation
 * is a `.bru` file in it, with the request and a test that its status is 200. Two environments (sets of variables),
 * `Test key` and `My key`, define `baseUrl`, `locale` and `sku` from `input`. `Test key` also sets `key` to a public
 * test key. `My key` declares `key` as a secret: the user enters it in Bruno, and Bruno does not write it to the file.
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
  const parametersIn = (location: Parameter['in']) =>
    parameters.filter((each) => each.in === location);
  const query = parametersIn('query').filter(isSent);
  const search = query.map(({ name }) => `${name}={{${name}}}`).join('&');
  const url = `{{baseUrl}}${path.replace(/\{(\w+)\}/g, ':$1')}${search && `?${search}`}`;
  return [
    block('meta', { name: summary, type: 'http', seq: position }),
    block('get', { url, body: 'none', auth: key === 'none' ? 'none' : 'bearer' }),
    parameterBlock('params:query', parametersIn('query')),
    parameterBlock('params:path', parametersIn('path')),
    parameterBlock('headers', parametersIn('header')),
    key === 'none' ? '' : block('auth:bearer', { token: '{{key}}' }),
    block('assert', { 'res.status': 'eq 200' }),
    `docs {\n  ${description}\n}\n`,
  ]
    .filter((part) => part !== '')
    .join('\n');
}

/**
 * Returns a Bruno block of parameters with the given name, such as `params:query`, or an empty string if there are no
 * parameters. A line is `locale: {{locale}}` for a parameter in `sentParameters`, and `~since: EXAMPLE` for any other
 * parameter: requests do not send it, because `~` disables it.
 */
function parameterBlock(name: string, parameters: readonly Parameter[]): string {
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

/** Returns a block of Bruno's file format: its name and, in braces, a line `key: value` for each pair. */
function block(name: string, pairs: Readonly<Record<string, string | number>>): string {
  const lines = Object.entries(pairs).map(([key, value]) => `  ${key}: ${value}\n`);
  return `${name} {\n${lines.join('')}}\n`;
}
