/** `npm run build`: the compiler's console and exit code. */
import { performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { openDocs } from '../pages/docs/open-docs.ts';
import { type Compilation, compile } from './compile.ts';
import { explainFailure } from './console/explain-failure.ts';
import { formatVerdict, type Verdict } from './console/format-findings.ts';
import { type BuildOptions, readOptions, usage } from './console/options.ts';
import { createProgress } from './console/progress.ts';
import { renderSummary } from './console/summary.ts';
import { ContentError } from './findings/finding.ts';

// V8 would let the heap grow to four times what is in use before it looks for what is not: of 100,000
// products that is more memory than a build should take, and looking costs little.
setFlagsFromString('--heap-growing-percent=40');

try {
  const options = readOptions(process.argv.slice(2));
  if (options === undefined) process.stdout.write(usage);
  else await build(options);
} catch (error) {
  process.stderr.write(`${explainFailure(error)}\n`);
  process.exitCode = 1;
}

/** Compiles and tells what came of it; faults of the content are the exit code 1. */
async function build(options: BuildOptions): Promise<void> {
  const start = performance.now();
  try {
    const compilation = await compileInView(options);
    const { warnings, manifest } = compilation;
    const summary = renderSummary(compilation, (performance.now() - start) / 1000);
    tell(options, { findings: warnings, release: manifest.release }, summary);
  } catch (error) {
    if (!(error instanceof ContentError)) throw error;
    tell(options, { findings: error.findings, release: null }, '');
    process.exitCode = 1;
  }
}

/** Compiles with a bar on standard error while it takes long. */
async function compileInView(options: BuildOptions): Promise<Compilation> {
  const progress = createProgress(process.stderr, () => performance.now());
  try {
    return await compile({ ...options, pages: await openDocs(), onProgress: progress.update });
  } finally {
    progress.clear();
  }
}

function tell({ format, content }: BuildOptions, verdict: Verdict, summary: string): void {
  const colors = process.stderr.isTTY && !('NO_COLOR' in process.env);
  const { stdout, stderr } = formatVerdict(verdict, format, { folder: content, colors, summary });
  process.stderr.write(stderr);
  process.stdout.write(stdout);
}
