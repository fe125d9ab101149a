/** Runs a command in the test's own process, where it takes a tenth of what a process of its own takes. */
import type { Command } from '../../console/terminal.ts';
import type { ProcessEnd } from './run-process.ts';

/** Runs a command with arguments and settings; returns what it printed and its exit code. */
export async function runCommand(
  command: Command,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<ProcessEnd> {
  const printed = { stdout: '', stderr: '' };
  const collect = (stream: keyof typeof printed) => ({
    write(text: string) {
      printed[stream] += text;
    },
  });
  const terminal = { env, stdout: collect('stdout'), stderr: collect('stderr') };
  const exitCode = await command([...args], terminal);
  return { exitCode, ...printed };
}
