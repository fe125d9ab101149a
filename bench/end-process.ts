/** Watches and ends processes of a benchmark or test. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** Returns true if a process has exited or was ended by a signal. Such a process does not emit `exit` again. */
export function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

/** Sends SIGTERM to a process unless it has ended. Resolves when it has ended. */
export async function endProcess(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
}

/** A signal for starting servers, which aborts if a watched process ends or cannot be started. */
export interface EndSignal {
  /** Aborts with an `Error` that names the program and how it ended. */
  readonly signal: AbortSignal;
  /** Watches a process and returns it. */
  watch<Child extends ChildProcess>(child: Child): Child;
}

/** Creates a signal that aborts if a watched process ends, so that a bench waits for no ended server. */
export function createEndSignal(): EndSignal {
  const controller = new AbortController();
  return {
    signal: controller.signal,
    watch(child) {
      const name = child.spawnfile;
      child.once('error', (cause) =>
        controller.abort(new Error(`${name} cannot be started`, { cause })),
      );
      child.once('exit', (code, signal) =>
        controller.abort(new Error(`${name} has ended (${code ?? signal})`)),
      );
      return child;
    },
  };
}
