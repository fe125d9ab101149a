/** `npm run deploy`: parses the arguments, deploys, and prints the result. */
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { buildAndPrint, type Rendering } from '../../build/command.ts';
import { assertFolders } from '../../build/console/folders.ts';
import { type BuildOptions, readOptions } from '../../build/console/options.ts';
import { deployUsage } from '../../build/console/usage.ts';
import { tempName } from '../../build/output/install.ts';
import { whileBuilding } from '../../build/output/locks.ts';
import { explainFailure } from '../../console/errors.ts';
import { readSecretFiles } from '../../console/secret-files.ts';
import type { Terminal } from '../../console/terminal.ts';
import { type Followers, followSwitch, readFollowers } from '../after-switch.ts';
import { whileMeasuring } from '../command-metrics.ts';
import { compareReleases } from '../diff/compare-releases.ts';
import { openRelease } from '../diff/read-release.ts';
import { renderDiff } from '../diff/render-diff.ts';
import { isHookDue } from '../hook.ts';
import { describePin, explainPin, PinnedError, readPin } from '../pin.ts';
import { linkedRelease, releaseFolder } from '../release-store.ts';
import type { Hook } from '../run-hook.ts';
import { archiveContent, copyContent, unpackContent } from './content-archive.ts';
import type { Deployment } from './deploy.ts';
import { findDue } from './due.ts';

/** Maximum number of rows that a dry run prints for each section of the differences, such as prices. */
const shownRows = 20;

/** Dependencies of `runDeploy`: how a release is rendered (its pages and encoding), the signal that stops it, the time. */
export interface DeployControls extends Rendering {
  /** Returns the signal that ends a running hook or push when it aborts. */
  stop(): AbortSignal;
  /** Returns the current time in milliseconds since 1970. */
  now(): number;
}

/** Builds a release and makes it current, as the arguments of `npm run deploy` say. */
export async function runDeploy(
  args: string[],
  terminal: Terminal,
  {
    stop = () => new AbortController().signal,
    now = Date.now,
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
    const followers = readFollowers(readSecretFiles(terminal.env), terminal);
    const controls = { stop, now, followers };
    return await (read.due
      ? deployDue(options, read.due.baseUrl, terminal, controls)
      : deployByHand(options, terminal, controls));
  } catch (error) {
    terminal.stderr.write(`${explainFailure(error)}\n`);
    return 1;
  }
}

/** What the steps of a deploy share. */
interface StepControls extends Pick<DeployControls, 'stop' | 'now'> {
  readonly followers: Followers;
}

/** Deploys a content folder, and stores it in the release for `--due`. Returns the exit code. */
async function deployByHand(
  options: BuildOptions,
  terminal: Terminal,
  controls: StepControls,
): Promise<number> {
  const { out, content } = options;
  assertFolders(options);
  if (options.dryRun) return deployOnce(options, terminal, controls);
  return whileMeasuring('deploy', { out, now: controls.now }, terminal, () =>
    withTempFolder(out, async (folder) => {
      const storeContent = await archiveContent(content, join(folder, 'content.tar.gz'));
      return deployOnce({ ...options, storeContent }, terminal, controls);
    }),
  );
}

/** Deploys the stored content of the current release again if this is due. */
async function deployDue(
  options: BuildOptions,
  baseUrl: string | undefined,
  terminal: Terminal,
  controls: StepControls,
): Promise<number> {
  const { out } = options;
  const { now, stop, followers } = controls;
  const print = (line: string) => terminal.stdout.write(`${line}\n`);
  const nowMs = now();
  // Repeats a push that failed, and renews the pointer before it expires.
  const pushIfDue = async () => (await followers.push?.({ out, onlyIfDue: true }, stop)) ?? 0;
  const due = await findDue(out, baseUrl, nowMs);
  if (due.reason === undefined) {
    const next = due.dueAt === undefined ? 'no date is ahead' : `the next date is ${due.dueAt}`;
    print(`nothing is due: ${next}`);
    return pushIfDue();
  }
  const pinned = await readPin(out);
  if (pinned) {
    print(`${describePin(pinned)} and stays, although ${due.reason}`);
    return pushIfDue();
  }
  print(`release ${due.release} is deployed again: ${due.reason}`);
  return whileMeasuring('deploy', { out, now }, terminal, () =>
    withTempFolder(out, async (folder) => {
      const release = releaseFolder(out, due.release);
      const content = join(folder, 'content');
      await unpackContent(release, content);
      const storeContent = (target: string) => copyContent(release, target);
      const dated = { at: new Date(nowMs), nowMs, baseUrl: due.baseUrl };
      return deployOnce({ ...options, ...dated, content, storeContent }, terminal, controls);
    }),
  );
}

/**
 * Calls `work` with a new temporary folder of the output folder, which other users cannot enter, and removes it
 * afterwards; a later build removes that of a killed process.
 */
function withTempFolder<Result>(
  out: string,
  work: (folder: string) => Promise<Result>,
): Promise<Result> {
  return whileBuilding(out, async () => {
    const folder = join(out, tempName());
    await mkdir(folder, { mode: 0o700 });
    try {
      return await work(folder);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
}

/** Builds a release, makes it current and runs the executable of `DEPLOY_HOOK`. */
async function deployOnce(
  options: BuildOptions,
  terminal: Terminal,
  { stop, followers }: StepControls,
): Promise<number> {
  const { REDIS_URL: redisUrl } = readSecretFiles(terminal.env);
  const { deployment } = await buildAndPrint({ ...options, redisUrl }, terminal);
  if (deployment === undefined) return 1;
  const { out } = options;
  const { activation, pinned } = deployment;
  const { release } = deployment.manifest;
  if (pinned) throw new PinnedError(explainPin(release, pinned));
  if (activation === undefined) {
    const before = await linkedRelease(out, 'current');
    terminal.stdout.write(await describeDifferences(out, deployment, before));
    const steps = await describeSteps(options, deployment, before, followers.hook);
    terminal.stdout.write(steps.map((step) => `${step}\n`).join(''));
    return 0;
  }
  const { before } = activation;
  const instead = before === undefined ? '' : ` instead of ${before}`;
  const state = before === release ? 'was current already' : `is current${instead}`;
  terminal.stdout.write(`release ${release} ${state}\n`);
  return followSwitch({ ...activation, out, release }, followers, stop);
}

/** An unreadable current release is reported by `describeSteps`. */
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
 * `ReleaseError` if the file `hook-release` cannot be read.
 */
async function describeSteps(
  { out, accept = [] }: BuildOptions,
  { manifest: { release }, toleratedDangers }: Deployment,
  before: string | undefined,
  hook: Hook | undefined,
): Promise<string[]> {
  const isCurrent = before === release;
  const runsHook = hook !== undefined && (await isHookDue({ out, before, release }));
  if (isCurrent && !runsHook) return [`nothing would be done: ${release} is current`];
  return [
    ...toleratedDangers.map(({ kind, message }) =>
      accept.includes(kind)
        ? `--accept ${kind} lets this pass: ${message}`
        : `it would stop here without --accept ${kind}: ${message}`,
    ),
    isCurrent
      ? `${release} is current already`
      : `${out}/current would name ${release} instead of ${before ?? 'nothing'}`,
    ...(runsHook ? [`${hook.path} would be run`] : []),
  ];
}
