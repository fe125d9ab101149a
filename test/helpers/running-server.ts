/** Starts `npm start` or `npm run stack` as its user would, and reads what it prints. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { basename } from 'node:path';
import { createInterface } from 'node:readline';
import { nodeArguments } from '../../infra/local/node-arguments.ts';

/** A running `npm start` or `npm run stack`, and what it has printed. */
export interface RunningServer {
  /** The printed address, such as `http://localhost:40123`. */
  readonly address: string;
  readonly port: number;
  /** Demo keys by their printed label: a tier, or `revoked`. */
  readonly keys: Readonly<Record<string, string>>;
  /** URL of the stack's Redis; undefined for `npm start`, which has none. */
  readonly redis: string | undefined;
  /** The lines printed on standard output so far. */
  readonly output: readonly string[];
  /** Resolves with the exit code when the server has ended. */
  readonly exited: Promise<number | null>;
  /** Returns everything printed on standard error so far. */
  errors(): string;
  /** Sends a signal, by default SIGTERM, and resolves with the exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

interface ServerOptions {
  readonly args?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  /**
   * True if npm runs the script: signals are then sent to npm, and the exit code is that of npm. False if Node.js runs
   * the script directly.
   */
  readonly isRunByNpm?: boolean;
}

/** Path of the script of `npm start`, the embedded server. */
export const embeddedScript = 'infra/local/start.ts';
/** Path of the script of `npm run stack`. */
export const stackScript = 'infra/local/stack.ts';

/**
 * Starts a script, `embeddedScript` or `stackScript`; resolves once the script has printed that its server is ready. If
 * the script ends before, rejects with an `Error` that contains its output.
 */
export async function startServer(
  script: string,
  options: ServerOptions = {},
): Promise<RunningServer> {
  const { args = [], environment = {}, isRunByNpm = false } = options;
  const [command, ...before] = isRunByNpm
    ? ['npm', 'run', basename(script, '.ts'), '--']
    : [process.execPath, ...nodeArguments(script)];
  const child = spawn(command, [...before, ...args], {
    env: { ...process.env, PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  // Its output closes when the last process that holds it has ended.
  const exited = once(child, 'close').then(([code]) => code as number | null);
  const errors: string[] = [];
  child.stderr.on('data', (data: Buffer) => errors.push(data.toString()));
  const output: string[] = [];
  const last = script === stackScript ? /^redis / : /^key revoked /;
  await new Promise<void>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      output.push(line);
      if (last.test(line)) resolve();
    });
    void exited.then((code) => {
      reject(new Error(`${script} ended with ${code}\n${output.join('\n')}\n${errors.join('')}`));
    });
  });
  const address = find(output, /^serving (\S+)$/) ?? '';
  return {
    address,
    port: Number(new URL(address).port),
    keys: readKeys(output),
    redis: find(output, /^redis (\S+)$/),
    output,
    exited,
    errors: () => errors.join(''),
    stop(signal = 'SIGTERM') {
      child.kill(signal);
      return exited;
    },
  };
}

function find(lines: readonly string[], expression: RegExp): string | undefined {
  return lines.flatMap((line) => expression.exec(line)?.[1] ?? [])[0];
}

/** Finds the lines `key LABEL KEY` of a server; returns label → key. */
export function readKeys(lines: readonly string[]): Record<string, string> {
  const found = lines.map((line) => /^key (\S+) (ppc_\S+)$/.exec(line)?.slice(1) ?? []);
  return Object.fromEntries(found.filter(({ length }) => length > 0));
}
