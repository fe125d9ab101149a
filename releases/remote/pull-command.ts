/** `npm run pull`: makes the release current that a remote points to, once or repeatedly. */
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { parseDuration } from '../../console/durations.ts';
import { explainFailure, parseWithUsage } from '../../console/errors.ts';
import { assertFolder } from '../../console/folders.ts';
import type { Terminal } from '../../console/terminal.ts';
import { followSwitch } from '../after-switch.ts';
import { whileMeasuring } from '../command-metrics.ts';
import { describePin } from '../pin.ts';
import { HookError, readHook } from '../run-hook.ts';
import { readPublicKey } from './keys.ts';
import type { Pointer } from './pointer.ts';
import { type PullOptions, type PullResult, pull } from './pull.ts';
import { assertOutside } from './rclone-failure.ts';

const usage = `Usage: npm run pull -- REMOTE [--every TIME] [--out DIR] [--allow-older] [--unpin]

Fetches the release that npm run push uploaded to REMOTE, a remote of rclone or a
folder, verifies its signature and every file, and makes it current. If that release
is current already and a file of it is missing or damaged, fetches this file again.

  --every TIME   runs until SIGTERM and pulls at this interval (30s, 5m)
  --out DIR      the output folder of this edge (default: dist)
  --allow-older  accepts a push that is older than a previously accepted one
  --unpin        replaces a release that was pinned on this edge, and removes the pin

RELEASE_PUBLIC_KEY  the file of the public key, from npm run release -- keygen
DEPLOY_HOOK         executable to run after a release became current, as npm run deploy
                    does: its argument is the id, its input the changed URLs
DEPLOY_HOOK_TIMEOUT how long it may run (30s, 5m; default: 5m)

Examples:
  npm run pull -- s3:catalogue
  npm run pull -- s3:catalogue --every 30s
`;

/** The parsed arguments of `npm run pull`. */
interface PullCommand extends Pick<PullOptions, 'remote' | 'out' | 'allowOlder' | 'unpins'> {
  /** Seconds from the end of a pull to the start of the next one; undefined to pull only once. */
  readonly everySeconds: number | undefined;
}

/** Pulls once, or with `--every` until `stop` aborts, when a failed round only prints its reason. Returns the exit code. */
export async function runPull(
  args: string[],
  { env, stdout, stderr }: Terminal,
  stop: AbortSignal = new AbortController().signal,
): Promise<number> {
  try {
    const command = parsePullCommand(args);
    if (command === undefined) {
      stdout.write(usage);
      return 0;
    }
    assertFolder('--out', command.out);
    assertOutside(command.out, command.remote);
    const { everySeconds, ...options } = command;
    const publicKey = await readPublicKey(env);
    const followers = { hook: readHook(env), push: undefined };
    const facts = { publicKey, environment: env, stop };
    // Rounds without a new release print nothing, so that they do not fill the log.
    const isPrinted = (result: PullResult) => everySeconds === undefined || hasFetched(result);
    // Once is enough: comparing all files takes seconds.
    let repairsCurrent = true;
    const round = async (report: (pointer: Pointer) => void) => {
      const result = await pull({ ...options, ...facts, repairsCurrent, nowMs: Date.now() });
      repairsCurrent = false;
      const { pointer, pinned, removalFailure } = result;
      report(pointer);
      if (isPrinted(result)) stdout.write(describePull(result));
      if (removalFailure) {
        const reason = explainFailure(removalFailure);
        stderr.write(`fetched files stay until a later pull: ${reason}\n`);
      }
      if (!pinned) await followSwitch({ ...result, out: options.out }, followers, () => stop);
      return 0;
    };
    const measuredRound = () =>
      whileMeasuring('pull', { out: options.out, now: Date.now }, { env, stderr }, round);
    if (everySeconds === undefined) {
      await measuredRound();
      return 0;
    }
    while (!stop.aborted) {
      try {
        await measuredRound();
      } catch (error) {
        if (!stop.aborted || error instanceof HookError) stderr.write(`${explainRound(error)}\n`);
      }
      await wait(everySeconds * 1000, undefined, { signal: stop }).catch(() => {});
    }
    return 0;
  } catch (error) {
    const isStopped = stop.aborted && !(error instanceof HookError);
    stderr.write(
      `${isStopped ? 'not pulled: stopped; the next pull continues' : explainRound(error)}\n`,
    );
    return 1;
  }
}

function parsePullCommand(args: string[]): PullCommand | undefined {
  return parseWithUsage(usage, () => {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        every: { type: 'string' },
        out: { type: 'string', default: 'dist' },
        'allow-older': { type: 'boolean', default: false },
        unpin: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    });
    if (values.help) return undefined;
    const [remote = '', unexpected] = positionals;
    if (remote === '') throw new Error('REMOTE is missing');
    if (unexpected !== undefined) throw new Error(`unexpected argument "${unexpected}"`);
    const { every, out, 'allow-older': allowOlder, unpin: unpins } = values;
    const everySeconds = every === undefined ? undefined : parseDuration(every);
    if (every !== undefined && everySeconds === undefined) {
      throw new Error(`--every is "${every}"; it must be a time such as 30s or 5m, at most 576h`);
    }
    return { remote, out, allowOlder, unpins, everySeconds };
  });
}

function hasFetched({ release, before, fault }: PullResult): boolean {
  return release !== before || fault !== undefined;
}

/** If only the hook failed, the pull itself succeeded. */
function explainRound(error: unknown): string {
  const reason = explainFailure(error);
  return error instanceof HookError ? reason : `not pulled: ${reason}`;
}

function describePull(result: PullResult): string {
  const { release, fault, products, objects, bytes, pinned } = result;
  if (pinned) return `${describePin(pinned)} on this edge and stays; --unpin replaces it\n`;
  if (!hasFetched(result)) return `release ${release} is current already\n`;
  const repaired = fault === undefined ? '' : `release ${release} was damaged: ${fault}\n`;
  return `${repaired}release ${release} is current: ${products} products, ${objects} objects fetched, ${bytes} bytes transferred\n`;
}
