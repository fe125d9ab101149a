/** Runs a script of the project, or another program, as a user does; returns its output and exit code. */
import { type ExecFileOptions, execFile } from 'node:child_process';
import { nodeArguments } from '../../infra/local/node-arguments.ts';
import { projectFolder } from '../../infra/local/run-build.ts';

/** Everything that a command printed, and its exit code: NaN if a signal ended it or it did not start. */
export interface ProcessEnd {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs a TypeScript file of the project in the project's folder, as `user` if a user is given. Resolves to its exit
 * code and output when it has ended.
 */
export function runScript(
  script: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  user: { readonly uid?: number; readonly gid?: number } = {},
): Promise<ProcessEnd> {
  const options = { cwd: projectFolder, env: { ...process.env, ...environment }, ...user };
  return runProgram(process.execPath, [...nodeArguments(script), ...args], options);
}

/** Runs a program with arguments. Resolves to its exit code and output when it has ended. */
export function runProgram(
  program: string,
  args: readonly string[],
  options: ExecFileOptions = {},
): Promise<ProcessEnd> {
  return new Promise((done) => {
    execFile(program, args, { ...options, encoding: 'utf8' }, (error, stdout, stderr) => {
      done({ exitCode: error === null ? 0 : Number(error.code ?? Number.NaN), stdout, stderr });
    });
  });
}
