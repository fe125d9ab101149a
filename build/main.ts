/** `npm run build`: the compiler's console and exit code. */
import { locales } from '../contract/locales.ts';
import { type Manifest, publicFiles } from '../contract/release.ts';
import { codingSuffix, codings } from '../contract/representation.ts';
import { type Compilation, compile } from './compile.ts';
import { formatVerdict, type Verdict } from './console/format-findings.ts';
import { type BuildOptions, readOptions, usage } from './console/options.ts';
import { ContentError } from './findings/finding.ts';
import { ReleaseError } from './release/write-tree.ts';

try {
  const options = readOptions(process.argv.slice(2));
  if (options === undefined) process.stdout.write(usage);
  else await build(options);
} catch (error) {
  process.stderr.write(`${explain(error)}\n`);
  process.exitCode = 1;
}

/** Compiles and tells what came of it; faults of the content are the exit code 1. */
async function build(options: BuildOptions): Promise<void> {
  try {
    const compilation = await compile(options);
    const { release } = compilation.manifest;
    tell(options, { findings: compilation.warnings, release }, summarize(compilation));
  } catch (error) {
    if (!(error instanceof ContentError)) throw error;
    tell(options, { findings: error.findings, release: null }, '');
    process.exitCode = 1;
  }
}

function tell({ format, content }: BuildOptions, verdict: Verdict, summary: string): void {
  const colors = process.stderr.isTTY && !('NO_COLOR' in process.env);
  const { stdout, stderr } = formatVerdict(verdict, format, { folder: content, colors, summary });
  process.stderr.write(stderr);
  process.stdout.write(stdout);
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
