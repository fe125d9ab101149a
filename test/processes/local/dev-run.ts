/** Starts `npm run dev` on content of the test, and reads its output. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { nodeArguments } from '../../../infra/local/node-arguments.ts';
import { type Client, createClient } from '../../helpers/http-client.ts';
import { readKeys } from '../../helpers/running-server.ts';
import type { Teardown } from '../../helpers/teardown.ts';
import { listLeftovers, makeTemporaryFolder } from '../../helpers/temporary-folder.ts';

interface Lines {
  /** All lines printed so far. */
  readonly all: readonly string[];
  /** Returns the next line that matches, and skips the lines before it; waits until it is printed. */
  until(expression: RegExp): Promise<string>;
}

/** A running `npm run dev`, with the lines that it prints to standard output and standard error. */
export interface DevRun {
  readonly output: Lines;
  readonly errors: Lines;
  /** Waits until the first release is served; returns a client, the port, and the demo keys by label. */
  opened(): Promise<{ ask: Client; port: number; keys: Readonly<Record<string, string>> }>;
  /** Sends a signal to all processes, as a terminal does; resolves to the exit code when all have ended. */
  endGroup(signal: NodeJS.Signals): Promise<number | null>;
  /** Sends a signal only to the started process, as a supervisor does; resolves when all processes have ended. */
  end(signal: NodeJS.Signals): Promise<number | null>;
  /** Returns the names in the temporary folder of the run, except the cache of the TypeScript loader. */
  leftovers(): Promise<string[]>;
  /** Deletes the file or folder `entry`, a path relative to the output folder; `.` deletes that folder. */
  deleteOutput(entry: string): Promise<void>;
  /** Returns the ids of the releases in the output folder. */
  releases(): Promise<string[]>;
}

/**
 * Starts `npm run dev` on the folder `content`: through npm if `isRunByNpm` is true, otherwise directly with Node.js.
 * The teardown of `t` ends it and waits until all its processes have ended.
 */
export async function startDev(
  t: Teardown,
  content: string,
  { isRunByNpm = false } = {},
): Promise<DevRun> {
  const TMPDIR = await makeTemporaryFolder(t);
  const [command, ...args] = isRunByNpm
    ? ['npm', 'run', 'dev', '--']
    : [process.execPath, ...nodeArguments('infra/local/dev.ts')];
  const child = spawn(command, [...args, '--content', content], {
    env: { ...process.env, PORT: '0', TMPDIR },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  // Its output closes when the last process that has it open ends.
  const closed = once(child, 'close').then(([code]) => code as number | null);
  const output = readLines(child.stdout);
  const errors = readLines(child.stderr);
  const endGroup = (signal: NodeJS.Signals) => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, signal);
    return closed;
  };
  t.teardown(() => endGroup('SIGTERM').then(() => {}));
  const leftovers = () => listLeftovers(TMPDIR);
  return {
    output,
    errors,
    endGroup,
    leftovers,
    end(signal) {
      child.kill(signal);
      return closed;
    },
    async opened() {
      const address = await output.until(/^serving http/);
      await output.until(/^serving release /);
      const port = Number(/\d+$/.exec(address)?.[0]);
      return { ask: createClient(port), port, keys: readKeys(output.all) };
    },
    async deleteOutput(entry) {
      const folder = join(TMPDIR, (await leftovers())[0] ?? '');
      await rm(join(folder, entry), { recursive: true, force: true, maxRetries: 3 });
    },
    releases: async () => readdir(join(TMPDIR, (await leftovers())[0] ?? '', 'releases')),
  };
}

function readLines(stream: NodeJS.ReadableStream): Lines {
  const all: string[] = [];
  let passed = 0;
  let isClosed = false;
  let wake = () => {};
  const lines = createInterface({ input: stream });
  lines.on('line', (line) => {
    all.push(line);
    wake();
  });
  lines.on('close', () => {
    isClosed = true;
    wake();
  });
  return {
    all,
    async until(expression) {
      for (;;) {
        for (const line of all.slice(passed)) {
          passed += 1;
          if (expression.test(line)) return line;
        }
        if (isClosed) throw new Error(`${expression} was not printed:\n${all.join('\n')}`);
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
  };
}
