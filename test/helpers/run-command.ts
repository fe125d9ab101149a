/** Runs a command in the process of the test, which takes a tenth of the time of a separate process. */
import { runBuild } from '../../build/command.ts';
import { noPages } from '../../build/output/shared-files.ts';
import type { Command } from '../../console/terminal.ts';
import { runDeploy } from '../../releases/deploy/command.ts';
import type { ProcessEnd } from './run-process.ts';

/** Runs a command with arguments and environment variables; returns its output and exit code. */
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

/** Options that leave out the pages: they take three quarters of the time of a small build. */
const withoutPages = { pages: noPages };

/** `npm run build` without the pages of `/docs`. */
export const buildWithoutPages: Command = (args, terminal) =>
  runBuild(args, terminal, withoutPages);

/** `npm run deploy` without the pages of `/docs`. */
export const deployWithoutPages: Command = (args, terminal) =>
  runDeploy(args, terminal, withoutPages);
