/** `npm run build`: the compiler's console and exit code. */
import { parseArgs } from 'node:util';
import { parseBaseUrl } from '../contract/base-url.ts';
import { locales } from '../contract/locales.ts';
import { type Manifest, publicFiles } from '../contract/release.ts';
import { codingSuffix, codings } from '../contract/representation.ts';
import { type Compilation, compile } from './compile.ts';
import { ContentError, formatFinding } from './findings.ts';
import { type DangerKind, dangerKinds } from './guard/dangers.ts';
import { ReleaseError } from './release/write-tree.ts';

const usage = `Usage: npm run build [-- --content DIR] [--out DIR] [--base-url URL]
                        [--accept DANGERS]

Compiles a content folder into DIR/releases/<id> and points DIR/current at it.

  --content DIR    content folder (default: content)
  --out DIR        output folder (default: dist)
  --base-url URL   public address of the API (default: http://localhost:8080)
  --accept DANGERS activate a release although it differs from the current one in
                   what the guard stops for: any of ${dangerKinds.join(', ')},
                   separated by commas
`;

try {
  const options = readArguments(process.argv.slice(2));
  if (options === undefined) process.stdout.write(usage);
  else report(await compile(options));
} catch (error) {
  process.stderr.write(`${explain(error)}\n`);
  process.exitCode = 1;
}

/** Throws a plain `Error` for an option that is not one. */
function readArguments(args: string[]) {
  const { values } = parseArgs({
    args,
    options: {
      content: { type: 'string', default: 'content' },
      out: { type: 'string', default: 'dist' },
      'base-url': { type: 'string', default: 'http://localhost:8080' },
      accept: { type: 'string', multiple: true, default: [] },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return undefined;
  const baseUrl = readBaseUrl(values['base-url']);
  const accept = values.accept.flatMap((list) => list.split(',').map(readDanger));
  return { content: values.content, out: values.out, baseUrl, accept };
}

function readDanger(text: string): DangerKind {
  const kind = dangerKinds.find((each) => each === text.trim());
  if (kind === undefined)
    throw new Error(`--accept takes ${dangerKinds.join(', ')}; not "${text}"`);
  return kind;
}

function readBaseUrl(text: string): string {
  try {
    return parseBaseUrl(text);
  } catch (error) {
    throw new Error(`--base-url "${text}" ${(error as Error).message}`);
  }
}

function report({ manifest, products }: Compilation): void {
  const lines = locales.map((locale) => {
    const sizes = codings.map((coding) => {
      const path = `public/${publicFiles.list(locale)}${codingSuffix[coding]}`;
      return `${coding} ${kilobytes(manifest, path)} kB`;
    });
    return `  list ${locale}: ${sizes.reverse().join(', ')}\n`;
  });
  process.stdout.write(`release ${manifest.release}: ${products} products\n${lines.join('')}`);
}

function kilobytes({ files }: Manifest, path: string): string {
  return ((files[path]?.size ?? 0) / 1000).toFixed(1);
}

function explain(error: unknown): string {
  if (error instanceof ContentError) {
    const { findings } = error;
    const faults = findings.length === 1 ? '1 fault' : `${findings.length} faults`;
    return `${findings.map(formatFinding).join('\n')}\n${faults}; nothing was released`;
  }
  if (error instanceof ReleaseError) return error.message;
  const { code, message } = error as NodeJS.ErrnoException;
  return code?.startsWith('ERR_PARSE_ARGS') ? `${message}\n\n${usage}` : String(message);
}
