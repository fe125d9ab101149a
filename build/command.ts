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

/** The pages of `/docs`, by default those of `openPages`, and how files are compressed. Tests pass simpler settings. */
export type Rendering = Pick<DeployOptions, 'pages' | 'encoding'>;

/**
 * Runs `npm run build`: compiles a release and makes it current. Returns the exit code: 0 if the release is current, and
 * for `--help`; otherwise 1. Does not throw: prints the reason on standard error.
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
    const { deployment } = await buildAndPrint({ ...options, ...rendering, redisUrl }, terminal);
    if (deployment === undefined) return 1;
    const { manifest, pinned } = deployment;
    if (pinned) terminal.stderr.write(`${explainPin(manifest.release, pinned)}\n`);
    return 0;
  } catch (error) {
    terminal.stderr.write(`${explainFailure(error)}\n`);
    return 1;
  }
}

/** The findings of a build, and its result; undefined if nothing was released because of them. */
interface PrintedBuild {
  readonly findings: readonly Finding[];
  readonly deployment?: Deployment;
}

/**
 * Calls `deploy`, and prints the findings and the summary. With `memory`, as in `npm run dev`, shows no progress, and
 * prints dangers (suspicious differences from the current release) as warnings at the table rows that cause them.
 * Throws the errors of `assertFolders`, and those of `deploy` except `ContentError`.
 */
export async function buildAndPrint(
  { pages, hasBrowser, ...options }: BuildOptions,
  terminal: Terminal,
  memory?: BuildMemory,
): Promise<PrintedBuild> {
  const { content } = options;
  const start = performance.now();
  const print = (verdict: Verdict, summary = '') => {
    const colors = terminal.stderr.isTTY === true && !('NO_COLOR' in terminal.env);
    const style = { folder: content, colors, summary };
    const { stdout, stderr } = formatVerdict(verdict, options.format, style);
    terminal.stderr.write(stderr);
    terminal.stdout.write(stdout);
  };
  assertFolders(options);
  const { update, clear } = createProgress(terminal.stderr, () => performance.now());
  try {
    const deployment = await deploy({
      ...{ ...options, pages: pages ?? (await openPages({ hasBrowser })) },
      ...(memory ? { memory } : { onProgress: update }),
    }).finally(clear);
    const { manifest, toleratedDangers, uncheckedTiers } = deployment;
    const dangers = memory ? await toDangerFindings(content, toleratedDangers) : [];
    const findings = sortFindings([...deployment.warnings, ...dangers]);
    const summary = renderSummary(deployment, (performance.now() - start) / 1000);
    print({ findings, release: manifest.release }, summary);
    const warning = memory ? undefined : warnOfOpenPrices(content);
    if (warning) terminal.stderr.write(`${warning}\n`);
    if (uncheckedTiers) {
      terminal.stderr.write(`warning: tiers of accounts were not checked: ${uncheckedTiers}\n`);
    }
    return { findings, deployment };
  } catch (error) {
    if (!(error instanceof ContentError)) throw error;
    print({ findings: error.findings, outcome: 'nothing was released' });
    return { findings: error.findings };
  }
}
