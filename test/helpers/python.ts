/** Finds the Python interpreter of this machine. */
import { execFileSync } from 'node:child_process';

let program: string | undefined;

/**
 * Returns the path of the interpreter that `python3` runs. The `python3` of a version manager such as pyenv is a shell
 * script, which takes longer than most of the Python programs that tests run.
 */
export function pythonProgram(): string {
  program ??= execFileSync('python3', ['-c', 'import sys; print(sys.executable)'], {
    encoding: 'utf8',
  }).trim();
  return program;
}
