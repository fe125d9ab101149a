/** The process of the pricing service: reads settings, connects to Redis, listens, and stops gracefully. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createReconnectingClient, type RedisConnection } from '../redis/connect.ts';
import { passwordsIn } from '../redis/redis-url.ts';
import { assertHoldsAccounts, logMissingAccounts } from './accounts/no-accounts.ts';
import { createRedisAccountStore } from './accounts/redis-account-store.ts';
import { createRedisVerifier } from './accounts/redis-verifier.ts';
import { createRequestListener } from './app.ts';
import { answerClientErrors } from './client-errors.ts';
import { createClock } from './clock.ts';
import { asksForHelp, readConfig, usage } from './config.ts';
import { keepAliveMs, maxHeaderBytes, stopTimeoutMs } from './connections.ts';
import { checkEvictionPolicy } from './eviction.ts';
import { prepareStop } from './graceful-stop.ts';
import { createLog, openStandardOutput } from './log.ts';
import { createMetrics } from './metrics/metrics.ts';
import { observeRedis } from './metrics/observe-redis.ts';
import { observeRequests } from './metrics/observe-requests.ts';
import { createPrivateServer } from './metrics/private-server.ts';
import { createReadiness } from './metrics/readiness.ts';
import { createWithTimeout, type WithTimeout } from './redis-timeout.ts';
import { createReleases } from './releases.ts';
import { createReleasedPrices, createStoredAnswers } from './stored-answers.ts';
import { createTestAnswers } from './test-prices.ts';

const output = openStandardOutput();
let log = createLog(output);
const clock = createClock();
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
  log = createLog(output, passwordsIn(config.redisUrl));
  const redis = createReconnectingClient(config.redisUrl, (error) =>
    log.error('redis_error', error),
  );
  const withTimeout = createWithTimeout(config.redisTimeoutMs);
  const releases = createReleases(config.distDir);
  const readiness = createReadiness({
    assertHoldsAccounts: () => withTimeout(assertHoldsAccounts(redis)),
    describeReleaseFault: releases.describeFault,
  });
  redis.once('ready', readiness.reachedRedis);
  logMissingAccounts(redis, log);
  const metrics = createMetrics({
    release: async () => (await releases.open(undefined)).id,
    isReady: async () => (await readiness.whyNot()) === undefined,
    redisTimeoutSeconds: config.redisTimeoutMs / 1000,
  });
  observeRedis(metrics);

  const verifier = createRedisVerifier(createRedisAccountStore(redis), config.redisUrl, log, {
    clock,
    withTimeout,
    observe: metrics.verifications.count,
  });
  const requestListener = createRequestListener({
    verifier,
    answers: createStoredAnswers(releases, createReleasedPrices(releases)),
    testAnswers: config.takesTestKeys ? createTestAnswers(releases) : undefined,
    baseUrl: config.baseUrl,
    log,
  });

  // nginx has already checked the Host header.
  const server = createServer({
    requireHostHeader: false,
    maxHeaderSize: maxHeaderBytes,
    keepAliveTimeout: keepAliveMs,
  });
  // By default Node.js ignores header lines after the thousandth, one of which may be Authorization.
  server.maxHeadersCount = 0;
  answerClientErrors(server, config.baseUrl);
  observeRequests(server, metrics);
  const gracefulStop = prepareStop(server);
  server.on('request', requestListener);
  const { registry } = metrics;
  const privateServer = createPrivateServer({ registry, whyNotReady: readiness.whyNot, log });

  const stop = async () => {
    // Without a handler, a second signal ends the process immediately.
    for (const signal of stopSignals) process.off(signal, stop);
    readiness.stopping();
    log.info('stopping');
    log.info('stopped', { requests: await gracefulStop.begin(stopTimeoutMs) });
    process.exit(0);
  };
  for (const signal of stopSignals) process.on(signal, stop);

  const metricsPort = await listen(privateServer, config.metricsPort, config.metricsHost);
  await waitForRedis(redis, withTimeout);
  // Replies from before the subscription would be discarded. The subscription logs its own errors.
  await withTimeout(verifier.subscribed).catch(() => undefined);
  await checkEvictionPolicy(redis, log, withTimeout);
  const port = await listen(server, config.port, config.host);
  readiness.listening();
  log.info('listening', { host: config.host, port, metricsPort });
}

/**
 * Waits until Redis is ready, or the first connection fails or times out; never rejects. This keeps the first requests
 * from failing while the connection is being made, and lets the service start without Redis.
 */
async function waitForRedis(redis: RedisConnection, withTimeout: WithTimeout): Promise<void> {
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
