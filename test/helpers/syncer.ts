/** `npm run sync -- --every` as its systemd unit runs it: a process that writes a line for each round. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { nodeArguments } from '../../infra/local/run-build.ts';
import type { Teardown } from './teardown.ts';

export interface Syncer {
  readonly child: ChildProcess;
  /** Every line written so far, parsed from JSON. */
  readonly lines: readonly Readonly<Record<string, unknown>>[];
  /** Resolves with the next unread line that has these members. */
  next(members: Readonly<Record<string, unknown>>): Promise<Readonly<Record<string, unknown>>>;
  /** Sends a signal; resolves with the exit code, null after SIGKILL. */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

/** Starts the sync process with command arguments; kills it at the teardown. */
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
