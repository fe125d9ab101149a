/** Ends a process of a benchmark or test, which may have ended already. */
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
