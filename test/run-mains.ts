/**
 * Runs the programs whose paths are its arguments, in this process and one after the other, each as if it was started
 * with an unknown option. Prints their outcomes as JSON. A process for each would load the same modules again.
 */
import { pathToFileURL } from 'node:url';

/** What a program wrote, and its exit code. */
export interface Outcome {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: unknown;
}

const programs = process.argv.splice(2, Infinity, '--no-such-option');
const { stdout, stderr } = process;
const print = stdout.write.bind(stdout);
const outcomes: Outcome[] = [];
for (const program of programs) {
  const written = { stdout: '', stderr: '' };
  const collect = (name: keyof typeof written) => (text: string | Uint8Array) => {
    written[name] += String(text);
    return true;
  };
  stdout.write = collect('stdout');
  stderr.write = collect('stderr');
  process.exitCode = undefined;
  await import(pathToFileURL(program).href);
  outcomes.push({ ...written, exitCode: process.exitCode });
}
process.exitCode = 0;
print(JSON.stringify(outcomes));
