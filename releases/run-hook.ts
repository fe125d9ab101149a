/** Runs a hook, the executable that `DEPLOY_HOOK` names, with a time limit. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { parseDuration } from '../console/durations.ts';
import { ExpectedError } from '../console/errors.ts';

/** Thrown if a hook (the executable that `DEPLOY_HOOK` names) failed or could not be run. */
export class HookError extends ExpectedError {
  override readonly name = 'HookError';
}

/** The executable that `DEPLOY_HOOK` names, and its time limit, `DEPLOY_HOOK_TIMEOUT`. */
export interface Hook {
  readonly path: string;
  readonly timeoutSeconds: number;
}

/**
 * Returns the executable that `DEPLOY_HOOK` names and its time limit, `DEPLOY_HOOK_TIMEOUT`, by default five minutes;
 * undefined if `DEPLOY_HOOK` is not set.
 */
export function readHook(environment: NodeJS.ProcessEnv): Hook | undefined {
  const { DEPLOY_HOOK: path, DEPLOY_HOOK_TIMEOUT: limit } = environment;
  if (!path) return undefined;
  const timeoutSeconds = parseDuration(limit || '5m');
  if (timeoutSeconds !== undefined) return { path, timeoutSeconds };
  throw new ExpectedError(
    `DEPLOY_HOOK_TIMEOUT is "${limit}"; it must be a time such as 30s or 5m, at most 576h`,
  );
}

/** What a hook receives: the id of the current release as its argument, and the changed URLs on standard input. */
export interface HookInput {
  readonly release: string;
  readonly urls: readonly string[];
}

/** Milliseconds from SIGTERM to SIGKILL when a hook is ended. */
const graceMs = 5000;

/**
 * Runs a hook with the id of the release as its argument and the changed URLs on standard input, one per line; waits
 * for its end. At the time limit, or when `stop` aborts, ends the hook and all processes of its group.
 */
export async function runHook(
  { path, timeoutSeconds }: Hook,
  { release, urls }: HookInput,
  stop: AbortSignal,
): Promise<void> {
  const failed = (reason: string, cause?: unknown) =>
    new HookError(
      `release ${release} is current, but DEPLOY_HOOK ${path} ${reason}; the next deploy, activation or pull runs it again`,
      { cause },
    );
  // In a process group of its own, so that the programs that the hook has started can be ended with it.
  const child = spawn(path, [release], { stdio: ['pipe', 'inherit', 'inherit'], detached: true });
  // A hook may end without reading its input.
  child.stdin.on('error', () => {});
  child.stdin.end(urls.map((url) => `${url}\n`).join(''));
  let endedFor: string | undefined;
  const timers: NodeJS.Timeout[] = [];
  const end = (reason: string) => {
    endedFor ??= reason;
    signalGroup(child.pid, 'SIGTERM');
    timers.push(setTimeout(() => signalGroup(child.pid, 'SIGKILL'), graceMs));
  };
  const onTimeout = () =>
    end(`was ended after ${timeoutSeconds} s, the limit of DEPLOY_HOOK_TIMEOUT`);
  const onStop = () => end('was stopped together with this command');
  timers.push(setTimeout(onTimeout, timeoutSeconds * 1000));
  stop.addEventListener('abort', onStop);
  try {
    if (stop.aborted) onStop();
    const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
    if (endedFor !== undefined) throw failed(endedFor);
    if (signal !== null) throw failed(`was ended by ${signal}`);
    if (code !== 0) throw failed(`ended with code ${code}`);
  } catch (error) {
    if (error instanceof HookError) throw error;
    throw failed(`cannot be started: ${(error as Error).message}`, error);
  } finally {
    stop.removeEventListener('abort', onStop);
    for (const timer of timers) clearTimeout(timer);
    // All processes of the group got SIGTERM; those that outlive the first one get no more time.
    if (endedFor !== undefined) signalGroup(child.pid, 'SIGKILL');
  }
}

/**
 * Sends a signal to all running processes of the group `pid`; does nothing if `pid` is undefined or none is running.
 */
function signalGroup(pid: number | undefined, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
