/** Finds the Python interpreter of this machine. */
import { execFileSync } from 'node:child_process';

let program: string | undefined;

/**
 * Returns the path of the Python program that the command `python3` finally runs. The command itself may be a shell
 * script of a version manager such as pyenv, which takes longer than most of the Python programs that tests run.
 */
export function pythonProgram(): string {
  program ??= execFileSync('python3', ['-c', 'import sys; print(sys.executable)'], {
    encoding: 'utf8',
  }).trim();
  return program;
}
