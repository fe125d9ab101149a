/**
 * Starts the processes of the pricing bench: Redis, the pricing service, and the servers that it is compared
 * with.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { createApiKey, hashApiKey } from '../../contract/api-key.ts';
import type { DemoAccount } from '../../infra/local/demo-accounts.ts';
import { findPort } from '../../infra/local/find-port.ts';
import type { StartServer } from '../../infra/local/servers.ts';
import { childEnvironment } from '../../infra/local/settings.ts';
import { startPricingService } from '../../infra/local/start-pricing-service.ts';
import { startRedis } from '../../infra/local/start-redis.ts';
import {
  type Contestant,
  contestant,
  start,
  startScript,
  waitUntilAnswering,
} from '../edge/contestants.ts';
import { createEndSignal } from '../end-process.ts';
import type { Vitals } from './watch-loop.ts';

const watchLoop = new URL('watch-loop.ts', import.meta.url).href;
const bareServer = fileURLToPath(new URL('bare-server.js', import.meta.url));

/** A redis-server that this process has started, and its URL. */
export interface RedisProcess extends Pick<Contestant, 'end' | 'process'> {
  readonly url: string;
}

/**
 * Starts a redis-server with its data below `folder`. Resolves when it answers; the caller ends it. Rejects if
 * redis-server ends before it answers.
 */
export async function startRedisProcess(folder: string): Promise<RedisProcess> {
  let child: ChildProcess | undefined;
  const ending = createEndSignal();
  const startServer: StartServer = (_name, command, args) => {
    const redis = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    redis.stdout.resume();
    child = redis;
    return ending.watch(redis);
  };
  const url = await startRedis(startServer, { folder, stop: ending.signal });
  const process = child as unknown as ChildProcess;
  return { url, process, end: contestant(Number(new URL(url).port), process).end };
}

/** A pricing service that this process has started and whose event loop is measured. */
export interface PricingService extends Contestant {
  readonly port: number;
  /**
   * Returns the delays and memory of the process since the previous call. The first call begins to watch: it returns
   * the current memory, and zero or nearly zero as delays.
   */
  vitals(): Promise<Vitals>;
}

/**
 * Starts the pricing service on a free port with the settings `environment`, such as `REDIS_URL`, and with
 * `watch-loop.ts`, which measures its event loop. Resolves when it listens; rejects if it ends before that. The caller
 * ends it.
 */
export async function startService(
  environment: Readonly<Record<string, string>>,
): Promise<PricingService> {
  let child: ChildProcess | undefined;
  const startServer: StartServer = (_name, command, args, own) => {
    // After the loader of TypeScript, before the service.
    const watched = args.toSpliced(2, 0, '--import', watchLoop);
    const stdio = ['ignore', 'pipe', 'inherit', 'ipc'] as const;
    child = spawn(command, watched, { env: childEnvironment(own), stdio: [...stdio] });
    return child as ReturnType<StartServer>;
  };
  const { port } = await startPricingService(startServer, environment);
  const service = child as unknown as ChildProcess;
  service.stdout?.resume();
  return {
    ...contestant(port, service),
    port,
    async vitals() {
      const told = once(service, 'message');
      service.send('vitals');
      const [vitals] = (await told) as [Vitals];
      return vitals;
    },
  };
}

/**
 * Starts a Fastify server that gives answers like those of the pricing service, but makes, serializes and compresses
 * each answer again at every request. `release` is the folder of the release. Resolves when the server answers 200 for
 * `path`; the caller ends it. Rejects with the errors of `startScript`.
 */
export function startFastify(
  release: string,
  { key, tier, locale, path }: { key: string; tier: string; locale: string; path: string },
): Promise<Contestant> {
  return startScript('fastify-pricing.js', path, (port) => [release, port, tier, locale], key);
}

/**
 * Starts a bare node:http server. At its start it requests `paths` from the pricing service with the API key `key` and
 * stores the answers; then it sends them to every client, and 404 for other paths. Resolves when it answers; the caller
 * ends it. Rejects with the errors of `waitUntilAnswering`.
 */
export async function startBareServer(
  { origin }: Contestant,
  key: string,
  paths: readonly [string, ...string[]],
): Promise<Contestant> {
  const port = await findPort('127.0.0.1', 0);
  const args = [bareServer, origin, String(port), ...paths];
  return waitUntilAnswering(
    contestant(port, start(process.execPath, args, { KEY: key })),
    paths[0],
  );
}

/** Returns `count` accounts of a price tier, with one key each, without storing them. */
export function createAccounts(tier: string, count: number): DemoAccount[] {
  return Array.from({ length: count }, (_, at) => {
    const key = createApiKey(randomBytes);
    const account = { id: `bench-${at}`, tier, distributorPricing: true };
    return {
      label: account.id,
      key,
      keyHash: hashApiKey(key),
      record: { revoked: false, account },
    };
  });
}
