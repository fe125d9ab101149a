/** Runs a script of the project as its user would, and gives what it printed and its exit code. */
import { execFile } from 'node:child_process';
import { resolve } from 'node:path';

export interface ProcessEnd {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

const root = resolve(import.meta.dirname, '../..');

/** Runs `node --import tsx <script> <args>` in the project's folder. */
export function runScript(
  script: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<ProcessEnd> {
  const options = { cwd: root, env: { ...process.env, ...environment } };
  return new Promise((done) => {
    execFile(
      process.execPath,
      ['--import', 'tsx', script, ...args],
      options,
      (error, stdout, stderr) => {
        done({ exitCode: error === null ? 0 : Number(error.code), stdout, stderr });
      },
    );
  });
}
