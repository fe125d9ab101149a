/** The process of the pricing service: reads settings, connects to Redis, listens, and stops gracefully. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { performance } from 'node:perf_hooks';
import type { Redis } from 'ioredis';
import { createReconnectingClient } from '../redis/connect.ts';
import { passwordsIn } from '../redis/redis-url.ts';
import { createRequestListener } from './app.ts';
import { answerClientErrors } from './client-errors.ts';
import { asksForHelp, connections, readConfig, usage } from './config.ts';
import { prepareStop } from './graceful-stop.ts';
import { createKeyCheck } from './key-check.ts';
import { createLog, openStandardOutput } from './log.ts';
import { createMetrics, observeRedis, observeRequests } from './metrics.ts';
import { createPrivateServer } from './private-server.ts';
import { createReadiness } from './readiness.ts';
import {
  createRedisAccounts,
  createUseRecorder,
  createWithTimeout,
  subscribeToChanges,
  type WithTimeout,
} from './redis-accounts.ts';
import { logMissingAccounts, watchRedis } from './redis-health.ts';
import { assertHoldsAccounts } from './registry/failures.ts';
import { createReleases } from './releases.ts';
import { createStoredAnswers } from './stored-answers.ts';
import { createTestAnswers } from './test-prices.ts';

const output = openStandardOutput();
let log = createLog(output);
const stopSignals = ['SIGTERM', 'SIGINT'] as const;

// After an uncaught error or rejection the state of the process is unknown: it ends, and systemd restarts it.
process.on('uncaughtException', (error, origin) => {
  log.error('crashed', error, { origin });
  process.exit(1);
});

try {
  if (asksForHelp(process.argv.slice(2))) process.stdout.write(usage);
  else await start();
} catch (error) {
  log.error('not_started', error);
  process.exit(1);
}

async function start(): Promise<void> {
  const config = readConfig();
  const { REDIS_URL: redisUrl, BASE_URL: baseUrl } = config;
  log = createLog(output, passwordsIn(redisUrl));
  const redis = createReconnectingClient(redisUrl, (error) => log.error('redis_error', error));
  const withTimeout = createWithTimeout(config.REDIS_TIMEOUT_MS);
  const releases = createReleases(config.DIST_DIR);
  const readiness = createReadiness(() => withTimeout(assertHoldsAccounts(redis)), releases);
  redis.once('ready', readiness.reachedRedis);
  logMissingAccounts(redis, log);
  const metrics = createMetrics({
    release: async () => (await releases.open(undefined)).id,
    isReady: async () => (await readiness.whyNot()) === undefined,
    redisTimeoutSeconds: config.REDIS_TIMEOUT_MS / 1000,
  });
  observeRedis(metrics);

  const keys = createKeyCheck({
    ...{ store: createRedisAccounts(redis), withTimeout },
    clocks: { monotonic: () => performance.now(), wall: Date.now },
    onUse: createUseRecorder(redis, log),
    observe: metrics.verifications.count,
  });
  const { subscribed } = subscribeToChanges(redisUrl, redis, keys.forget, log);
  const listener = createRequestListener({
    ...{ keys, baseUrl, log, answers: createStoredAnswers(releases, releases) },
    testAnswers: config.TEST_KEYS === 'enabled' ? createTestAnswers(releases) : undefined,
  });

  // nginx has already checked the Host header.
  const server = createServer({
    requireHostHeader: false,
    maxHeaderSize: connections.maxHeaderBytes,
    keepAliveTimeout: connections.keepAliveMs,
  });
  // By default Node.js ignores header lines after the thousandth, one of which may be Authorization.
  server.maxHeadersCount = 0;
  answerClientErrors(server, baseUrl);
  observeRequests(server, metrics);
  const gracefulStop = prepareStop(server);
  server.on('request', listener);
  const { registry } = metrics;
  const privateServer = createPrivateServer({ registry, whyNotReady: readiness.whyNot, log });

  const stop = async () => {
    // Without a handler, a second signal ends the process immediately.
    for (const signal of stopSignals) process.off(signal, stop);
    readiness.stopping();
    log.info('stopping');
    log.info('stopped', { requests: await gracefulStop.begin(connections.stopTimeoutMs) });
    process.exit(0);
  };
  for (const signal of stopSignals) process.on(signal, stop);

  const metricsPort = await listen(
    privateServer,
    config.PRICING_METRICS_PORT,
    config.PRICING_METRICS_HOST,
  );
  await waitForRedis(redis, withTimeout);
  // Replies from before the subscription would be dropped. The subscription logs its own errors.
  await withTimeout(subscribed).catch(() => undefined);
  await watchRedis(redis, log, withTimeout);
  const { PRICING_HOST: host } = config;
  const port = await listen(server, config.PRICING_PORT, host);
  readiness.listening();
  log.info('listening', { host, port, metricsPort });
}

/**
 * Waits until Redis is ready, or the first connection fails or times out; never rejects. This keeps the first requests
 * from failing while the connection is being made, and lets the service start without Redis.
 */
async function waitForRedis(redis: Redis, withTimeout: WithTimeout): Promise<void> {
  const result = new Promise<void>((resolve) => {
    redis.once('ready', resolve).once('error', () => resolve());
  });
  await withTimeout(result).catch((error: unknown) => log.error('redis_error', error));
}

/**
 * Starts a server and returns its port, which the system selects if `port` is 0; rejects if the server cannot listen.
 */
async function listen(server: Server, port: number, host: string): Promise<number> {
  server.listen(port, host);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}
