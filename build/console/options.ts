/** What `npm run build` can be told. */
import { parseArgs } from 'node:util';
import { ExpectedError, parseWithUsage } from '../../console/errors.ts';
import { parseBaseUrl } from '../../contract/base-url.ts';
import type { DeployOptions } from '../../releases/deploy.ts';
import { type DangerKind, dangerKinds } from '../../releases/guard/dangers.ts';
import { type Format, formats } from './format-findings.ts';

export const usage = `Usage: npm run build [-- --content DIR] [--out DIR] [--base-url URL]
                     [--strict] [--format FORM] [--accept DANGERS]

Compiles a content folder into DIR/releases/<id> and points DIR/current at it.

  --content DIR    content folder (default: content)
  --out DIR        output folder (default: dist)
  --base-url URL   public address of the API (default: http://localhost:8080)
  --strict         takes warnings for errors
  --format FORM    how findings are given: ${formats.join(', ')} (default: text)
  --accept DANGERS activate the release even if the guard finds these differences:
                   ${dangerKinds.join(', ')},
                   separated by commas, or all

Exit codes: 0 a release was made; 1 it was not, for the reasons that were given.
`;

export type BuildOptions = DeployOptions & { readonly format: Format };

/** Reads arguments; undefined asks for the usage. Throws `ExpectedError` for an unknown or invalid option. */
export function readOptions(args: string[]): BuildOptions | undefined {
  const { values } = parseOptions(args);
  if (values.help) return undefined;
  const { content, out, strict } = values;
  return {
    content,
    out,
    strict,
    baseUrl: readBaseUrl(values['base-url']),
    format: oneOf(formats, '--format', values.format),
    accept: values.accept.flatMap((list) => list.split(',').flatMap(readDangers)),
  };
}

function parseOptions(args: string[]) {
  return parseWithUsage(usage, () =>
    parseArgs({
      args,
      options: {
        content: { type: 'string', default: 'content' },
        out: { type: 'string', default: 'dist' },
        'base-url': { type: 'string', default: 'http://localhost:8080' },
        strict: { type: 'boolean', default: false },
        format: { type: 'string', default: 'text' },
        accept: { type: 'string', multiple: true, default: [] },
        help: { type: 'boolean', default: false },
      },
    }),
  );
}

function readDangers(text: string): readonly DangerKind[] {
  const kind = oneOf([...dangerKinds, 'all'], '--accept', text.trim());
  return kind === 'all' ? dangerKinds : [kind];
}

function oneOf<Value extends string>(
  values: readonly Value[],
  option: string,
  text: string,
): Value {
  const found = values.find((value) => value === text);
  if (found === undefined) {
    throw new ExpectedError(`${option} takes ${values.join(', ')}; not "${text}"`);
  }
  return found;
}

function readBaseUrl(text: string): string {
  try {
    return parseBaseUrl(text);
  } catch (error) {
    throw new ExpectedError(`--base-url "${text}" ${(error as Error).message}`);
  }
}
