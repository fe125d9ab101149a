/**
 * Starts the pricing service as a process of its own, as in production, with a Redis and a release of one test.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Manifest } from '../../contract/release.ts';
import { nodeArguments } from '../../infra/local/node-arguments.ts';
import { makeFolder } from './content.ts';
import { addKey, compileInto } from './pricing-app.ts';
import { type RedisProxy, type RedisServer, startProxy, startRedis } from './redis-server.ts';
import type { Teardown } from './teardown.ts';

type Entry = Readonly<Record<string, unknown>>;

/** A pricing service that runs as a process of its own. */
export interface PricingProcess {
  readonly child: ChildProcess;
  /** The log entries of the service so far, one for each line. */
  readonly entries: readonly Entry[];
  /** Resolves with the first log entry with this `event`; rejects if the process ends before. */
  logged(event: string): Promise<Entry>;
  /** Resolves with the ports once the service listens. */
  listening(): Promise<{ port: number; metricsPort: number }>;
  /** Resolves with the exit code and the signal, one of which is null, once the process has ended. */
  readonly ended: Promise<[number | null, NodeJS.Signals | null]>;
}

/**
 * Starts the pricing service as a separate process with `settings` as environment variables, on free ports unless these
 * name others; kills it at the teardown. `imports` are modules that Node.js loads first.
 */
export function startPricingProcess(
  t: Teardown,
  settings: Readonly<Record<string, string>>,
  { imports = [] as readonly string[] } = {},
): PricingProcess {
  const preloads = imports.flatMap((module) => ['--import', module]);
  const args = [...preloads, ...nodeArguments('pricing-service/main.ts')];
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

/** The data of a pricing service in a test: a Redis with an account, and a release. */
export interface PricingWorld {
  readonly redis: RedisServer;
  /** A key of an account of tier A3. */
  readonly key: string;
  /** Output folder of the build. */
  readonly out: string;
  readonly manifest: Manifest;
}

/** Compiles the fixture catalogue, starts a Redis, and creates an API key. */
export async function createPricingWorld(t: Teardown): Promise<PricingWorld> {
  const out = join(await makeFolder(t), 'dist');
  const [redis, manifest] = await Promise.all([startRedis(t), compileInto(out)]);
  return { redis, key: await addKey(redis), out, manifest };
}

/**
 * Starts a TCP proxy in front of the Redis of a world (the Redis and the release of one test). Returns the proxy, and
 * the settings with which a service connects to the proxy and answers from that release.
 */
export async function connectToWorld(
  t: Teardown,
  { redis, out }: PricingWorld,
): Promise<{ proxy: RedisProxy; settings: Readonly<Record<string, string>> }> {
  const proxy = await startProxy(t, redis);
  return { proxy, settings: { REDIS_URL: proxy.url, DIST_DIR: out } };
}
