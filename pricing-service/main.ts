/** The pricing service as a process: config → Redis → app → listen → graceful stop. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hostname } from 'node:os';
import { assertHoldsAccounts, logMissingAccounts } from './accounts/no-accounts.ts';
import { createRedisAccountStore } from './accounts/redis-accounts.ts';
import { createRedisVerifier } from './accounts/redis-verifier.ts';
import { createListener } from './app.ts';
import { answerClientErrors } from './client-errors.ts';
import { createClock } from './clock.ts';
import { readConfig, secretsOf } from './config.ts';
import { keepAliveMs, maxHeaderBytes, stopPatienceMs } from './connections.ts';
import { assertKeepsKeys, EvictionPolicyError } from './eviction.ts';
import { prepareStop } from './graceful-stop.ts';
import { createLog, openStandardOutput } from './log.ts';
import { createMetrics } from './metrics/metrics.ts';
import { observeRedis } from './metrics/observe-redis.ts';
import { observeRequests } from './metrics/observe-requests.ts';
import { createPrivateServer } from './metrics/private-server.ts';
import { createReadiness } from './metrics/readiness.ts';
import { createKeyedAnswers } from './pricing/keyed-answers.ts';
import { createRedisNetPriceStore } from './pricing/redis-net-prices.ts';
import { createReleasedDocuments } from './pricing/released-documents.ts';
import { createUseReports } from './pricing/report-use.ts';
import { createServedReleases } from './pricing/served-releases.ts';
import { createTestAnswers } from './pricing/test-answers.ts';
import { createInTime, createRedis, type InTime, type RedisConnection } from './redis.ts';

const output = openStandardOutput();
let log = createLog(output);
const clock = createClock();
const stopSignals = ['SIGTERM', 'SIGINT'] as const;

// Nobody knows what a fault that nobody caught has left behind: whoever runs the process starts it anew.
// A rejection that nobody handles comes here as well.
process.on('uncaughtException', (error, origin) => {
  log.error('crashed', error, { origin });
  process.exit(1);
});

try {
  await start();
} catch (error) {
  log.error('not_started', error);
  process.exit(1);
}

async function start(): Promise<void> {
  const config = readConfig();
  log = createLog(output, secretsOf(config));
  const redis = createRedis(config.redisUrl, log);
  const inTime = createInTime(config.redisTimeoutMs);
  const netPrices = createRedisNetPriceStore(redis, inTime);
  const releases = createServedReleases(netPrices, { distDir: config.distDir, clock, log });
  const readiness = createReadiness({
    findAccounts: () => inTime(assertHoldsAccounts(redis)),
    findReleaseFault: releases.fault,
  });
  redis.once('ready', readiness.reachedRedis);
  logMissingAccounts(redis, log);
  const metrics = createMetrics({
    release: async () => (await releases.read(undefined)).release,
    isReady: async () => (await readiness.whyNot()) === undefined,
    redisTimeoutSeconds: config.redisTimeoutMs / 1000,
  });
  observeRedis(metrics);

  const verifier = createRedisVerifier(createRedisAccountStore(redis), config.redisUrl, log, {
    clock,
    inTime,
    observe: metrics.verifications.count,
  });
  const documents = createReleasedDocuments(config.distDir);
  const answer = createListener({
    verifier,
    answers: createKeyedAnswers({ releases, documents, netPrices }),
    testAnswers: config.takesTestKeys ? createTestAnswers(config.distDir, documents) : undefined,
    baseUrl: config.baseUrl,
    log,
  });

  // nginx has looked at Host already.
  const server = createServer({
    requireHostHeader: false,
    maxHeaderSize: maxHeaderBytes,
    keepAliveTimeout: keepAliveMs,
  });
  answerClientErrors(server, config.baseUrl);
  observeRequests(server, metrics);
  const gracefulStop = prepareStop(server);
  server.on('request', answer);
  const { registry } = metrics;
  const privateServer = createPrivateServer({ registry, whyNotReady: readiness.whyNot, log });

  const stop = async () => {
    // A second signal does what it does to a process that knows of none: it ends it at once.
    for (const signal of stopSignals) process.off(signal, stop);
    readiness.stopping();
    log.info('stopping');
    log.info('stopped', { requests: await gracefulStop.begin(stopPatienceMs) });
    process.exit(0);
  };
  for (const signal of stopSignals) process.on(signal, stop);

  const metricsPort = await listen(privateServer, config.metricsPort, config.metricsHost);
  await firstWord(redis, inTime);
  // What is read before changes are heard would be read again then. The listener logs why it is late.
  await inTime(verifier.listening).catch(() => undefined);
  await lookAtEviction(redis, inTime);
  const port = await listen(server, config.port, config.host);
  readiness.listening();
  const reports = createUseReports({
    ...{ redis, store: netPrices, log, inTime, now: Date.now },
    instance: `${hostname()}:${port}`,
    release: releases.last,
  });
  // The first report then names a release, although there was no request yet.
  void releases.fault().then(reports.start);
  log.info('listening', { host: config.host, port, metricsPort });
}

/**
 * Resolves once Redis answers, refuses or takes too long: the first requests are not lost to a
 * connection being made, and a silent Redis does not keep the service from listening.
 */
async function firstWord(redis: RedisConnection, inTime: InTime): Promise<void> {
  const word = new Promise<void>((resolve) => {
    redis.once('ready', resolve).once('error', () => resolve());
  });
  await inTime(word).catch((error: unknown) => log.error('redis_error', error));
}

/** Gives the port once the server listens; rejects with the reason when it cannot. */
async function listen(server: Server, port: number, host: string): Promise<number> {
  server.listen(port, host);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/**
 * Rejects when the Redis that answers could drop keys. Where it does not answer, or does not tell, that is
 * logged: keyed answers wait for it anyway, and it is looked at again at each connection, as another
 * server may stand there after a failover. The service does not end for that any more.
 */
async function lookAtEviction(redis: RedisConnection, inTime: InTime): Promise<void> {
  const look = () => assertKeepsKeys(redis, inTime);
  redis.on('ready', () => look().catch((error) => log.error('redis_may_drop_keys', error)));
  if (redis.status !== 'ready') return;
  await look().catch((error: unknown) => {
    if (error instanceof EvictionPolicyError) throw error;
    log.error('eviction_unknown', error);
  });
}
