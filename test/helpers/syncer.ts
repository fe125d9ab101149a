/**
 * Starts `npm run sync -- --every`, as its systemd unit does: a process that writes a line of JSON for each round, an
 * attempt to renew the sync listing.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { nodeArguments } from '../../infra/local/node-arguments.ts';
import type { Teardown } from './teardown.ts';

/** A running `npm run sync`, and the lines that it has written. */
export interface Syncer {
  readonly child: ChildProcess;
  /** Every line written so far, parsed from JSON. */
  readonly lines: readonly Readonly<Record<string, unknown>>[];
  /**
   * Resolves with the next line that has these members. Each call begins after the line that the last call returned.
   */
  next(members: Readonly<Record<string, unknown>>): Promise<Readonly<Record<string, unknown>>>;
  /** Sends a signal. Once the process has ended, resolves with its exit code, or with null if a signal ended it. */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

/** Starts `npm run sync` with these arguments and further environment variables; kills the process at the teardown. */
export function startSyncer(
  t: Teardown,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Syncer {
  const child = spawn(process.execPath, [...nodeArguments('sync/main.ts'), ...args], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit').then(([code]) => code as number | null);
  const lines: Readonly<Record<string, unknown>>[] = [];
  const reader = createInterface({ input: child.stdout });
  reader.on('line', (line) => void lines.push(JSON.parse(line) as Record<string, unknown>));
  t.teardown(async () => {
    child.kill('SIGKILL');
    await exited;
  });
  let given = 0;
  return {
    child,
    lines,
    async next(members) {
      for (;;) {
        while (given >= lines.length) await once(reader, 'line');
        const line = lines[given] as Readonly<Record<string, unknown>>;
        given += 1;
        if (Object.entries(members).every(([name, value]) => line[name] === value)) return line;
      }
    },
    end(signal) {
      child.kill(signal);
      return exited;
    },
  };
}
