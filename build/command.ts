/** `npm run build`: parses the arguments, builds, and prints the result. */
import { performance } from 'node:perf_hooks';
import { explainFailure } from '../console/errors.ts';
import { readSecretFiles } from '../console/secret-files.ts';
import type { Terminal } from '../console/terminal.ts';
import { openPages } from '../pages/open-pages.ts';
import { type Deployment, type DeployOptions, deploy } from '../releases/deploy/deploy.ts';
import { explainPin } from '../releases/pin.ts';
import { formatVerdict, type Verdict } from './check/findings/formats.ts';
import { toDangerFindings } from './console/danger-findings.ts';
import { assertFolders, warnOfOpenPrices } from './console/folders.ts';
import { type BuildOptions, readOptions } from './console/options.ts';
import { createProgress } from './console/progress.ts';
import { renderSummary } from './console/summary.ts';
import { buildUsage } from './console/usage.ts';
import { ContentError, type Finding, sortFindings } from './content/findings/finding.ts';
import type { BuildMemory } from './known-products.ts';

/**
 * How a build renders: `pages` is the function that creates the pages of `/docs` (by default the result of `openPages`),
 * and `encoding` says how files are compressed (`full` by default). Tests pass simpler settings.
 */
export type Rendering = Pick<DeployOptions, 'pages' | 'encoding'>;

/**
 * Runs `npm run build`: compiles a release and makes it current. Returns the exit code: 0 if the release is current, and
 * for `--help`; 1 if no release was made, or the guard refused it because its differences from the current one are
 * probably mistakes. Does not throw: prints the reason on standard error.
 */
export async function runBuild(
  args: string[],
  terminal: Terminal,
  rendering: Rendering = {},
): Promise<number> {
  try {
    const options = readOptions(args);
    if (options === undefined) {
      terminal.stdout.write(buildUsage);
      return 0;
    }
    const { REDIS_URL: redisUrl } = readSecretFiles(terminal.env);
    const deployment = await buildAndPrint({ ...options, ...rendering, redisUrl }, terminal);
    if (deployment === undefined) return 1;
    const { release } = deployment.manifest;
    if (deployment.pinned) terminal.stderr.write(`${explainPin(release, deployment.pinned)}\n`);
    return 0;
  } catch (error) {
    terminal.stderr.write(`${explainFailure(error)}\n`);
    return 1;
  }
}

interface Printing {
  /** Data kept between builds, for a process that builds the same content repeatedly, such as `npm run dev`. */
  readonly memory?: BuildMemory;
  /** Whether a long build shows a progress bar on standard error; true by default. */
  readonly showsProgress?: boolean;
  /**
   * Whether the dangers that did not stop the deploy are printed as warnings at the table rows that cause them; false
   * by default. A danger is a suspicious difference from the current release, such as a price jump.
   */
  readonly warnsOfDangers?: boolean;
  /** Called with all findings, also if the content has errors. */
  readonly onFindings?: (findings: readonly Finding[]) => void;
}

/**
 * Calls `deploy`, which compiles a release and, without the option `dryRun`, makes it current. Then prints the findings
 * and the summary, and returns the result of `deploy`. If the content has errors (with `strict`, any findings),
 * `deploy` makes no release, and this function prints the findings and returns undefined. Throws the errors of
 * `assertFolders` (unusable folders) and the other errors of `deploy`, without printing them.
 */
export async function buildAndPrint(
  { pages, hasBrowser, ...options }: BuildOptions,
  terminal: Terminal,
  { memory, showsProgress = true, warnsOfDangers = false, onFindings = () => {} }: Printing = {},
): Promise<Deployment | undefined> {
  const start = performance.now();
  assertFolders(options);
  try {
    const withPages = {
      ...{ ...options, pages: pages ?? (await openPages({ hasBrowser })) },
      ...(memory && { memory }),
    };
    const compilation = showsProgress
      ? await compileWithProgress(withPages, terminal)
      : await deploy(withPages);
    const { manifest, toleratedDangers } = compilation;
    const dangers = warnsOfDangers ? await toDangerFindings(options.content, toleratedDangers) : [];
    const findings = sortFindings([...compilation.warnings, ...dangers]);
    onFindings(findings);
    const summary = renderSummary(compilation, (performance.now() - start) / 1000);
    print(options, { findings, release: manifest.release }, summary, terminal);
    // `npm run dev` would print it after every save.
    const warning = memory ? undefined : warnOfOpenPrices(options.content);
    if (warning !== undefined) terminal.stderr.write(`${warning}\n`);
    const { uncheckedTiers } = compilation;
    if (uncheckedTiers !== undefined) {
      terminal.stderr.write(`warning: tiers of accounts were not checked: ${uncheckedTiers}\n`);
    }
    return compilation;
  } catch (error) {
    if (!(error instanceof ContentError)) throw error;
    onFindings(error.findings);
    const verdict = { findings: error.findings, outcome: 'nothing was released' };
    print(options, verdict, '', terminal);
    return undefined;
  }
}

/** Calls `deploy` and returns its result. Meanwhile, a long build shows a progress bar on standard error. */
async function compileWithProgress(
  options: BuildOptions,
  { stderr }: Terminal,
): Promise<Deployment> {
  const progress = createProgress(stderr, () => performance.now());
  try {
    return await deploy({ ...options, onProgress: progress.update });
  } finally {
    progress.clear();
  }
}

function print(
  { format, content }: BuildOptions,
  verdict: Verdict,
  summary: string,
  terminal: Terminal,
): void {
  const colors = terminal.stderr.isTTY === true && !('NO_COLOR' in terminal.env);
  const { stdout, stderr } = formatVerdict(verdict, format, { folder: content, colors, summary });
  terminal.stderr.write(stderr);
  terminal.stdout.write(stdout);
}
