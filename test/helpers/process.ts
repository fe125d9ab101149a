/** Starts a server program for one test, or for one file of tests. */
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { endProcess } from '../../bench/processes.ts';
import { childEnvironment } from '../../infra/local/settings.ts';
import type { Teardown } from './teardown.ts';

/** A program that `startProcess` has started, and its log. */
export interface StartedProcess {
  readonly child: ChildProcessByStdio<null, Readable, Readable>;
  /** Returns everything that the program has written to standard error so far. */
  log(): string;
  /** Resolves once the text that `log` returns matches the pattern. */
  logged(pattern: RegExp): Promise<void>;
}

/**
 * Starts a program and ends it at the teardown. If the program exits with a code other than 0, an uncaught
 * `Error` with its log fails the test run.
 */
export function startProcess(
  t: Teardown,
  command: string,
  args: readonly string[],
): StartedProcess {
  const words: string[] = [];
  const child = spawn(command, [...args], {
    env: childEnvironment(),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stdout.resume();
  child.stderr.on('data', (data: Buffer) => words.push(data.toString()));
  child.once('exit', (code) => {
    if (code !== 0) throw new Error(`${command} ended with ${code}: ${words.join('')}`);
  });
  t.teardown(() => endProcess(child));
  const log = () => words.join('');
  const logged = async (pattern: RegExp) => {
    while (!pattern.test(log())) await once(child.stderr, 'data');
  };
  return { child, log, logged };
}
