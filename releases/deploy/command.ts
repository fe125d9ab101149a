/** `npm run deploy`: parses the arguments, deploys, and prints the result. */
import { buildAndPrint, type Rendering } from '../../build/command.ts';
import { type BuildOptions, readOptions } from '../../build/console/options.ts';
import { deployUsage } from '../../build/console/usage.ts';
import { explainFailure } from '../../console/errors.ts';
import { readSecretFiles } from '../../console/secret-files.ts';
import type { Terminal } from '../../console/terminal.ts';
import { compareReleases } from '../diff/compare-releases.ts';
import { openRelease } from '../diff/read-release.ts';
import { renderDiff } from '../diff/render-diff.ts';
import { isPricedIn } from '../prices/release-use.ts';
import { linkedRelease, releaseFolder } from '../release-store.ts';
import type { Activation } from './activate.ts';
import type { Deployment } from './deploy.ts';
import { writeDeployMetrics } from './deploy-metrics.ts';
import { isHookDue, runHookAfter } from './hook.ts';
import { type Clock, keepDates, systemClock } from './keep-dates.ts';
import { type Hook, readHook } from './run-hook.ts';

/** Maximum number of rows that a dry run prints for each section of the differences, such as prices. */
const shownRows = 20;

/**
 * Dependencies of `runDeploy`: how a release is rendered (its pages and encoding), the signal that stops it, and the
 * clock.
 */
export interface DeployControls extends Rendering {
  /**
   * Returns the signal that ends `--keep-dates` and a running hook when it aborts. Called only if `--keep-dates` is set
   * or a hook is run, because the call changes the effect of SIGINT and SIGTERM: from then on they abort the signal
   * instead of ending the process.
   */
  stop(): AbortSignal;
  /** The source of the current time; the system clock by default. */
  readonly clock: Clock;
}

/**
 * Builds a release and makes it current, as the arguments of `npm run deploy` say. Returns the exit code: 0 if the
 * release is current, after a dry run that printed its steps, and for `--help`; otherwise 1, with the reason on
 * standard error, also if the release became current but a later step, such as the hook, failed. With `--keep-dates`,
 * deploys again at each date of the content until a deploy fails (1) or the signal of `stop` aborts (0).
 */
export async function runDeploy(
  args: string[],
  terminal: Terminal,
  {
    stop = () => new AbortController().signal,
    clock = systemClock,
    ...rendering
  }: Partial<DeployControls> = {},
): Promise<number> {
  try {
    const read = readOptions(args, deployUsage);
    if (read === undefined) {
      terminal.stdout.write(deployUsage);
      return 0;
    }
    const options = { ...read, ...rendering };
    if (!options.keepsDates) return await deployMeasured(options, terminal, { clock, stop });
    const stopping = stop();
    const deployNow = () => {
      const nowMs = clock.nowMs();
      const controls = { clock, stop: () => stopping };
      return deployMeasured({ ...options, at: new Date(nowMs), nowMs }, terminal, controls);
    };
    const print = (line: string) => terminal.stdout.write(`${line}\n`);
    return await keepDates(options.out, deployNow, { stop: stopping, clock, print });
  } catch (error) {
    terminal.stderr.write(`${explainFailure(error)}\n`);
    return 1;
  }
}

/**
 * Deploys once and returns the exit code. If `METRICS_DIR` is set, writes the outcome and duration to that folder,
 * except in a dry run; if that fails, prints a warning.
 */
async function deployMeasured(
  options: BuildOptions,
  terminal: Terminal,
  { clock, stop }: Pick<DeployControls, 'clock' | 'stop'>,
): Promise<number> {
  const { METRICS_DIR: folder } = terminal.env;
  if (!folder || options.dryRun) return deployOnce(options, terminal, stop);
  const startedAtMs = clock.nowMs();
  let exitCode = 1;
  try {
    exitCode = await deployOnce(options, terminal, stop);
    return exitCode;
  } finally {
    const endedAtMs = clock.nowMs();
    const outcome = exitCode === 0 ? 'succeeded' : 'failed';
    const end = { outcome, endedAtMs, durationMs: endedAtMs - startedAtMs } as const;
    // A failure to write metrics does not affect the deploy.
    await writeDeployMetrics(folder, end).catch(({ message }: Error) =>
      terminal.stderr.write(
        `cannot write the metrics of this deploy into METRICS_DIR: ${message}\n`,
      ),
    );
  }
}

/**
 * Builds a release, makes it current and runs the executable of `DEPLOY_HOOK`. In a dry run, builds the release and
 * prints the other steps instead. Returns the exit code: 0, or 1 after printing the findings in the content that
 * stopped the build. Other errors are thrown, not printed.
 */
async function deployOnce(
  options: BuildOptions,
  terminal: Terminal,
  stop: DeployControls['stop'],
): Promise<number> {
  const { REDIS_URL: redisUrl } = readSecretFiles(terminal.env);
  const hook = readHook(terminal.env);
  const deployment = await buildAndPrint({ ...options, redisUrl, loadsPrices: true }, terminal);
  if (deployment === undefined) return 1;
  const { out } = options;
  const { manifest, activation } = deployment;
  const { release } = manifest;
  if (activation === undefined) {
    const before = await linkedRelease(out, 'current');
    terminal.stdout.write(await describeDifferences(out, deployment, before));
    const steps = await describeSteps(options, deployment, { before, redisUrl, hook });
    terminal.stdout.write(steps.map((step) => `${step}\n`).join(''));
    return 0;
  }
  terminal.stdout.write(describe(manifest, activation));
  await runHookAfter({ ...activation, out, release }, hook, stop);
  return 0;
}

/**
 * Returns the line that reports a deploy: the release, the one that it replaced, and whether its net prices were
 * loaded.
 */
function describe(
  { release, tiers }: Deployment['manifest'],
  { before, hasLoadedPrices }: Activation,
): string {
  const prices = {
    undefined: 'no Redis: REDIS_URL is not set',
    true: `net prices of ${tiers.join(', ')} loaded`,
    false: 'its net prices were in Redis already',
  }[`${hasLoadedPrices}`];
  if (before === release) return `release ${release} was current already; ${prices}\n`;
  const instead = before === undefined ? '' : ` instead of ${before}`;
  return `release ${release} is current${instead}; ${prices}\n`;
}

/** The facts that decide which steps a deploy would take. */
interface DryRunContext {
  /** Id of the current release, if there is one. */
  readonly before: string | undefined;
  /** `REDIS_URL`, if it is set. */
  readonly redisUrl: string | undefined;
  /** `DEPLOY_HOOK` and its time limit, if it is set. */
  readonly hook: Hook | undefined;
}

/**
 * Returns the differences between the current release `before` and the new release as text for a terminal. Returns an
 * empty text if there is no current release, if it is the new release, or if it cannot be read, which `describeSteps`
 * reports.
 */
async function describeDifferences(
  out: string,
  { manifest: { release }, toleratedDangers }: Deployment,
  before: string | undefined,
): Promise<string> {
  const isReadable = !toleratedDangers.some(({ kind }) => kind === 'unreadable-release');
  if (before === undefined || before === release || !isReadable) return '';
  const open = (id: string) => openRelease(releaseFolder(out, id));
  const diff = await compareReleases(await open(before), await open(release));
  return renderDiff(diff, 'text', shownRows);
}

/**
 * Returns the lines of a dry run: the dangers, accepted or not, and the steps that the deploy would take. Throws
 * `ExpectedError` if Redis cannot be read, and `ReleaseError` if the file `hook-release` cannot be read.
 */
async function describeSteps(
  { out, accept = [] }: BuildOptions,
  { manifest: { release, tiers }, toleratedDangers }: Deployment,
  { before, redisUrl, hook }: DryRunContext,
): Promise<string[]> {
  const isCurrent = before === release;
  const isPriced = redisUrl !== undefined && (await isPricedIn(redisUrl, release));
  const runsHook = hook !== undefined && (await isHookDue({ out, before, release }));
  if (isCurrent && (redisUrl === undefined || isPriced) && !runsHook) {
    return [`nothing would be done: ${release} is current`];
  }
  const reason = isPriced ? 'Redis has them already' : 'REDIS_URL is not set';
  return [
    ...toleratedDangers.map(({ kind, message }) =>
      accept.includes(kind)
        ? `--accept ${kind} lets this pass: ${message}`
        : `it would stop here without --accept ${kind}: ${message}`,
    ),
    ...(isCurrent ? [`${release} is current already`] : []),
    isPriced || redisUrl === undefined
      ? `no net prices would be loaded: ${reason}`
      : `net prices of ${tiers.join(', ')} would be loaded into Redis`,
    ...(isCurrent
      ? []
      : [`${out}/current would name ${release} instead of ${before ?? 'nothing'}`]),
    ...(runsHook ? [`${hook.path} would be run`] : []),
  ];
}
