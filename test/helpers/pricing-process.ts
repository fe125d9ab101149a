/** The pricing service as the process that its operator runs, over a Redis and a release of one test. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Teardown } from './teardown.ts';

type Entry = Readonly<Record<string, unknown>>;

export interface PricingProcess {
  readonly child: ChildProcess;
  /** What it has logged, line by line. */
  readonly entries: readonly Entry[];
  /** Resolves with the first entry of an event; rejects when the process ends without one. */
  logged(event: string): Promise<Entry>;
  /** Resolves with the ports once it listens. */
  listening(): Promise<{ port: number; metricsPort: number }>;
  /** The exit code and the signal, once all output is read. */
  readonly ended: Promise<[number | null, NodeJS.Signals | null]>;
}

/** Starts it with settings in its environment, on free ports unless told; it ends with the test at the latest. */
export function startPricingProcess(
  t: Teardown,
  settings: Readonly<Record<string, string>>,
  { nodeArguments = [] as readonly string[] } = {},
): PricingProcess {
  const args = ['--import', 'tsx', ...nodeArguments, 'pricing-service/main.ts'];
  const child = spawn(process.execPath, args, {
    env: { ...process.env, PRICING_PORT: '0', PRICING_METRICS_PORT: '0', ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  t.teardown(() => void child.kill('SIGKILL'));
  const entries: Entry[] = [];
  const lines = createInterface({ input: child.stdout });
  lines.on('line', (line) => entries.push(JSON.parse(line) as Entry));
  const ended = once(child, 'close') as PricingProcess['ended'];
  const find = (event: string) => entries.find((entry) => entry['event'] === event);
  const logged = (event: string) =>
    new Promise<Entry>((resolve, reject) => {
      const look = () => {
        const entry = find(event);
        if (entry) resolve(entry);
      };
      lines.on('line', look);
      look();
      void ended.then(() => reject(new Error(`ended: ${JSON.stringify(entries)}`)));
    });
  const listening = async () => {
    const { port, metricsPort } = await logged('listening');
    return { port: Number(port), metricsPort: Number(metricsPort) };
  };
  return { child, entries, logged, listening, ended };
}
