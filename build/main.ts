/** `npm run build`: the compiler's console and exit code. */
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { parseBaseUrl } from '../contract/base-url.ts';
import { type CompileOptions, compile } from './compile.ts';
import { createProgress } from './console/progress.ts';
import { renderSummary } from './console/summary.ts';
import { ContentError, formatFinding } from './findings.ts';
import { ReleaseError } from './release/write-tree.ts';

const usage = `Usage: npm run build [-- --content DIR] [--out DIR] [--base-url URL]
                       [--cache DIR | --no-cache]

Compiles a content folder into DIR/releases/<id> and points DIR/current at it.

  --content DIR    content folder (default: content)
  --out DIR        output folder (default: dist)
  --base-url URL   public address of the API (default: http://localhost:8080)
  --cache DIR      folder of what builds can use again (default: cache in the output folder)
  --no-cache       builds everything anew and remembers nothing
`;

try {
  const options = readArguments(process.argv.slice(2));
  if (options === undefined) process.stdout.write(usage);
  else await build(options);
} catch (error) {
  process.stderr.write(`${explain(error)}\n`);
  process.exitCode = 1;
}

/** Throws a plain `Error` for an option that is not one. */
function readArguments(args: string[]): CompileOptions | undefined {
  const { values } = parseArgs({
    args,
    options: {
      content: { type: 'string', default: 'content' },
      out: { type: 'string', default: 'dist' },
      'base-url': { type: 'string', default: 'http://localhost:8080' },
      cache: { type: 'string' },
      'no-cache': { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return undefined;
  const baseUrl = readBaseUrl(values['base-url']);
  const { content, out, cache } = values;
  if (cache !== undefined && values['no-cache']) {
    throw new Error('--cache and --no-cache exclude each other; leave one out');
  }
  const folder = values['no-cache'] ? { cache: null } : cache !== undefined && { cache };
  return { content, out, baseUrl, ...folder };
}

function readBaseUrl(text: string): string {
  try {
    return parseBaseUrl(text);
  } catch (error) {
    throw new Error(`--base-url "${text}" ${(error as Error).message}`);
  }
}

/** Compiles, with a bar on standard error while it takes long and a summary at the end. */
async function build(options: CompileOptions): Promise<void> {
  const start = performance.now();
  const progress = createProgress(process.stderr, () => performance.now());
  try {
    const compilation = await compile({ ...options, onProgress: progress.update });
    progress.clear();
    process.stdout.write(renderSummary(compilation, (performance.now() - start) / 1000));
  } finally {
    progress.clear();
  }
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
