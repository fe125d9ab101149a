/** `npm run build`: the compiler's console and exit code. */
import { parseArgs } from 'node:util';
import { parseBaseUrl } from '../contract/base-url.ts';
import { locales } from '../contract/locales.ts';
import { type Manifest, publicFiles } from '../contract/release.ts';
import { codingSuffix, codings } from '../contract/representation.ts';
import { type Compilation, compile } from './compile.ts';
import { formats, formatVerdict, isFormat } from './console/format-findings.ts';
import { ContentError, type Finding } from './findings/finding.ts';
import { ReleaseError } from './release/write-tree.ts';

const usage = `Usage: npm run build [-- --content DIR] [--out DIR] [--base-url URL]
                     [--strict] [--format text|json|github]

Compiles a content folder into DIR/releases/<id> and points DIR/current at it.

  --content DIR    content folder (default: content)
  --out DIR        output folder (default: dist)
  --base-url URL   public address of the API (default: http://localhost:8080)
  --strict         takes warnings for errors
  --format FORM    how findings are given: text (default), json, or github (annotations)

Exit codes: 0 a release was made; 1 the content has errors, or it could not be written.
`;

try {
  const options = readArguments(process.argv.slice(2));
  if (options === undefined) process.stdout.write(usage);
  else await build(options);
} catch (error) {
  process.stderr.write(`${explain(error)}\n`);
  process.exitCode = 1;
}

type Options = NonNullable<ReturnType<typeof readArguments>>;

async function build(options: Options): Promise<void> {
  try {
    const compilation = await compile(options);
    const { release } = compilation.manifest;
    say(options, { findings: compilation.warnings, release, summary: summarize(compilation) });
  } catch (error) {
    if (!(error instanceof ContentError)) throw error;
    say(options, { findings: error.findings, release: null, summary: '' });
    process.exitCode = 1;
  }
}

function say(
  { format, content }: Options,
  verdict: { findings: readonly Finding[]; release: string | null; summary: string },
): void {
  const colors = process.stderr.isTTY && !('NO_COLOR' in process.env);
  const style = { folder: content, colors, summary: verdict.summary };
  const { stdout, stderr } = formatVerdict(verdict, format, style);
  process.stderr.write(stderr);
  process.stdout.write(stdout);
}

/** Throws a plain `Error` for an option that is not one. */
function readArguments(args: string[]) {
  const { values } = parseArgs({
    args,
    options: {
      content: { type: 'string', default: 'content' },
      out: { type: 'string', default: 'dist' },
      'base-url': { type: 'string', default: 'http://localhost:8080' },
      strict: { type: 'boolean', default: false },
      format: { type: 'string', default: 'text' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return undefined;
  const baseUrl = readBaseUrl(values['base-url']);
  const { content, out, strict, format } = values;
  if (!isFormat(format)) throw new Error(`--format "${format}" is none of ${formats.join(', ')}`);
  return { content, out, baseUrl, strict, format };
}

function readBaseUrl(text: string): string {
  try {
    return parseBaseUrl(text);
  } catch (error) {
    throw new Error(`--base-url "${text}" ${(error as Error).message}`);
  }
}

function summarize({ manifest, products }: Compilation): string {
  const lines = locales.map((locale) => {
    const sizes = codings.map((coding) => {
      const path = `public/${publicFiles.list(locale)}${codingSuffix[coding]}`;
      return `${coding} ${kilobytes(manifest, path)} kB`;
    });
    return `  list ${locale}: ${sizes.reverse().join(', ')}\n`;
  });
  return `release ${manifest.release}: ${products} products\n${lines.join('')}`;
}

function kilobytes({ files }: Manifest, path: string): string {
  return ((files[path]?.size ?? 0) / 1000).toFixed(1);
}

function explain(error: unknown): string {
  if (error instanceof ReleaseError) return error.message;
  const { code, message } = error as NodeJS.ErrnoException;
  return code?.startsWith('ERR_PARSE_ARGS') ? `${message}\n\n${usage}` : String(message);
}
